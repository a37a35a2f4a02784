import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ServerToolView, ToolServerView } from "#server/core/tool-server.ts";
import { announce } from "#web/announce.tsx";
import { postJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { DiffMark } from "#web/ui/diff-mark.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { LineDiffView } from "./line-diff-view.tsx";
import { acceptAllText, offerDiff, reviewCounts, toReview } from "./offer-diff.ts";
import styles from "./offer-review.module.css";
import { serverPath, showServer, toolKeys } from "./tool-queries.ts";

type Reviewed = ServerToolView["status"];

const MARKS: Record<Reviewed, "added" | "changed" | "removed"> = {
  accepted: "changed",
  new: "added",
  changed: "changed",
  gone: "removed",
};
const WORDS: Record<Reviewed, string> = {
  accepted: "",
  new: "is new. Nobody has accepted it yet.",
  changed: "is not what you accepted. It is off until you accept it as it is now.",
  gone: "is not offered any more. It is off.",
};

/** The moment of trust: the tools of a server that are not as a person accepted them, and what differs. */
export function OfferReview({ server, headingId }: { server: ToolServerView; headingId: string }) {
  const cache = useQueryClient();
  const { act, isSending, problem } = useAction("Nothing was accepted.");
  const tools = toReview(server);
  if (tools.length === 0) return null;

  async function accept(names: readonly string[] | null) {
    const isDone = await act(async () => {
      // Of what stands here: when the server offers something else by now, nothing is accepted.
      const { offerHash, serverId } = server;
      const body = names === null ? { offerHash } : { offerHash, tools: names };
      await showServer(cache, await postJson<ToolServerView>(`${serverPath(serverId)}/accept`, body));
    });
    if (!isDone) void cache.invalidateQueries({ queryKey: toolKeys.servers });
    // The button that was pressed is gone with what it accepted.
    if (isDone) document.getElementById(headingId)?.focus();
    if (isDone) announce(names === null ? `All tools of ${server.name} are accepted.` : "Accepted.");
  }

  return (
    <section className={styles["review"]} aria-label={`Tools of ${server.name} to accept`}>
      <div className={styles["top"]}>
        <div>
          <h3>To be accepted: {reviewCounts(tools)}</h3>
          <p>
            A model reads a tool’s words and follows them, and its schema decides what is sent. Accepting
            says: you have read this, and plans may use the tool as it stands here. When it changes again, it
            is off again.
          </p>
        </div>
        {tools.length > 1 && (
          <button
            type="button"
            className={controls["button"]}
            disabled={isSending}
            onClick={() => void accept(null)}
          >
            {acceptAllText(tools)}
          </button>
        )}
      </div>
      {problem && <Note level="error">{problem}</Note>}
      <ul>
        {tools.map((tool) => (
          <ReviewedTool
            key={tool.name}
            tool={tool}
            isFirstOpen={tools.length === 1}
            isSending={isSending}
            onAccept={() => void accept([tool.name])}
          />
        ))}
      </ul>
    </section>
  );
}

type ReviewedToolProps = {
  tool: ServerToolView;
  isFirstOpen: boolean;
  isSending: boolean;
  onAccept: () => void;
};

function ReviewedTool({ tool, isFirstOpen, isSending, onAccept }: ReviewedToolProps) {
  const [isOpen, setIsOpen] = useState(isFirstOpen);
  const { name, status } = tool;
  return (
    <li>
      <div className={styles["tool"]}>
        <DiffMark mark={MARKS[status]} />
        <p>
          <code>{name}</code> {WORDS[status]}
        </p>
        {status !== "gone" && (
          <button
            type="button"
            className={controls["linkButton"]}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Hide" : status === "new" ? "Read it" : "What differs"}
            <span className={controls["hidden"]}> ({name})</span>
          </button>
        )}
        <button
          type="button"
          className={joinClasses(controls["button"], styles["accept"])}
          disabled={isSending}
          onClick={onAccept}
        >
          {status === "gone" ? "Forget it" : "Accept"}
          <span className={controls["hidden"]}> {name}</span>
        </button>
      </div>
      {isOpen && status !== "gone" && <Differences tool={tool} />}
    </li>
  );
}

function Differences({ tool }: { tool: ServerToolView }) {
  return (
    <div className={styles["parts"]}>
      {offerDiff(tool).map(({ label, lines }) => (
        <div key={label}>
          <h4>{label}</h4>
          <LineDiffView lines={lines} label={`${label} of ${tool.name}`} />
        </div>
      ))}
    </div>
  );
}
