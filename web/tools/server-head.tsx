import { useQueryClient } from "@tanstack/react-query";
import { FileJson, Globe, type LucideIcon, SquareTerminal } from "lucide-react";
import { useState } from "react";
import type { ToolServerTransport, ToolServerView } from "#server/core/tool-server.ts";
import { announce } from "#web/announce.tsx";
import { patchJson, postJson } from "#web/api.ts";
import { History } from "#web/triggers/history.tsx";
import controls from "#web/ui/controls.module.css";
import { Menu } from "#web/ui/menu.tsx";
import { Note } from "#web/ui/note.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { useAction } from "#web/use-action.ts";
import { RemoveServer } from "./remove-server.tsx";
import { ServerForm } from "./server-form.tsx";
import styles from "./tools-page.module.css";
import { serverPath, showServer } from "./tool-queries.ts";
import { reachText, serverState } from "./server-words.ts";
import { visibleText } from "./visible-text.ts";

const ICONS: Record<ToolServerTransport["type"], LucideIcon> = {
  stdio: SquareTerminal,
  http: Globe,
  openapi: FileJson,
};

type ServerHeadProps = { server: ToolServerView; headingId: string; now: number };

/** A tool server: how it is reached, whether it is, and what a person may do about it. */
export function ServerHead({ server, headingId, now }: ServerHeadProps) {
  const cache = useQueryClient();
  const [dialog, setDialog] = useState<"none" | "change" | "remove">("none");
  const { act, isSending, problem } = useAction("It did not work.");
  const { serverId, name, transport, enabled } = server;
  const { tone, text } = serverState(server, now);
  const Icon = ICONS[transport.type];
  const close = () => setDialog("none");

  async function lookAgain() {
    let seen = server;
    const isDone = await act(async () => {
      seen = await postJson<ToolServerView>(`${serverPath(serverId)}/check`, {});
      await showServer(cache, seen);
    });
    if (isDone) announce(`${name}: ${serverState(seen, Date.now()).text}.`);
  }

  async function turn(isOn: boolean) {
    const isDone = await act(async () =>
      showServer(cache, await patchJson<ToolServerView>(serverPath(serverId), { enabled: isOn })),
    );
    if (isDone) announce(`${name} is ${isOn ? "on" : "off"}.`);
  }

  return (
    <>
      <div className={styles["serverHead"]}>
        <Icon size={17} aria-hidden />
        <div className={styles["title"]}>
          <h2 id={headingId} tabIndex={-1}>
            {name}
          </h2>
          <p className={styles["reach"]}>
            <code>{reachText(transport)}</code>
          </p>
          <p className={styles["state"]}>
            <ToneIcon tone={isSending ? "running" : tone} size={13} />
            {isSending ? "Asking the server…" : text}
          </p>
        </div>
        <button
          type="button"
          className={controls["button"]}
          disabled={isSending}
          onClick={() => void (enabled ? lookAgain() : turn(true))}
        >
          {enabled ? "Look again" : "Turn on"}
        </button>
        <Menu
          label={`More for ${name}`}
          items={[
            { label: "Change", onSelect: () => setDialog("change") },
            ...(enabled ? [{ label: "Turn off", onSelect: () => void turn(false) }] : []),
            { label: "Remove", onSelect: () => setDialog("remove"), isDangerous: true },
          ]}
        />
      </div>
      {problem && <Note level="error">{problem}</Note>}
      {enabled && server.problem !== null && !isSending && (
        <Note level="error">
          {server.problem} Steps that call its tools fail until it is reached; look again once it is.
        </Note>
      )}
      {server.leftOut.length > 0 && (
        <History label={`${server.leftOut.length.toLocaleString("en")} left out`}>
          <ul className={styles["leftOut"]}>
            {server.leftOut.map((reason) => (
              <li key={reason}>{visibleText(reason)}</li>
            ))}
          </ul>
        </History>
      )}
      {dialog === "change" && <ServerForm server={server} onClose={close} />}
      {dialog === "remove" && <RemoveServer server={server} onClose={close} />}
    </>
  );
}
