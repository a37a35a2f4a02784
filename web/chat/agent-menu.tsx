import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { AgentDetail } from "#server/core/views.ts";
import { errorSentence, fetchText, send } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { agentPath, queryKeys } from "#web/queries.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { Menu } from "#web/ui/menu.tsx";
import { Note } from "#web/ui/note.tsx";
import { downloadText } from "./download-text.ts";
import { RenameDialog } from "./rename-dialog.tsx";
import { UsageDialog } from "./usage-dialog.tsx";

type AgentMenuProps = {
  agent: AgentDetail;
  /** Starts a run where the header has no room for the button; null where it has. */
  onRun: (() => void) | null;
};
type Open = { dialog: "none" | "rename" | "usage" | "archive" } | { dialog: "problem"; text: string };

const FORMATS = [
  { label: "Download as Markdown", accept: "text/markdown", extension: "md" },
  { label: "Download as JSON", accept: "application/json", extension: "json" },
  { label: "Download as Mermaid", accept: "text/vnd.mermaid", extension: "mmd" },
];

export function AgentMenu({ agent, onRun }: AgentMenuProps) {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<Open>({ dialog: "none" });
  const close = () => setOpen({ dialog: "none" });

  async function download(accept: string, extension: string) {
    try {
      downloadText(
        `${agent.slug}.${extension}`,
        await fetchText(`${agentPath(agent.slug)}/plan`, accept),
        accept,
      );
    } catch (error) {
      setOpen({ dialog: "problem", text: `The plan was not downloaded. ${errorSentence(error)}` });
    }
  }

  async function archive() {
    try {
      await send("DELETE", agentPath(agent.slug));
      navigate("/");
      void cache.invalidateQueries({ queryKey: queryKeys.agents });
    } catch (error) {
      setOpen({ dialog: "problem", text: `The agent was not archived. ${errorSentence(error)}` });
    }
  }

  const downloads = FORMATS.map(({ label, accept, extension }) => ({
    label,
    onSelect: () => void download(accept, extension),
  }));
  return (
    <>
      <Menu
        label="More"
        items={[
          ...(onRun && matchMedia("(max-width: 480px)").matches ? [{ label: "Run", onSelect: onRun }] : []),
          { label: "Runs", onSelect: () => navigate(`/agents/${agent.slug}/runs`) },
          { label: "Triggers", onSelect: () => navigate(`/agents/${agent.slug}/triggers`) },
          { label: "Tools", onSelect: () => navigate(`/agents/${agent.slug}/tools`) },
          { label: "Tokens and cost", onSelect: () => setOpen({ dialog: "usage" }) },
          { label: "Rename", onSelect: () => setOpen({ dialog: "rename" }) },
          ...(agent.draft ? downloads : []),
          { label: "Archive", onSelect: () => setOpen({ dialog: "archive" }), isDangerous: true },
        ]}
      />
      {open.dialog === "rename" && <RenameDialog agent={agent} onClose={close} />}
      {open.dialog === "usage" && <UsageDialog agent={agent} onClose={close} />}
      {open.dialog === "problem" && (
        <Dialog title={agent.name} onClose={close}>
          <Note level="error">{open.text}</Note>
        </Dialog>
      )}
      {open.dialog === "archive" && (
        <Dialog title={`Archive “${agent.name}”?`} onClose={close}>
          <p>It leaves the list and takes no more messages. Its runs and their logs are kept.</p>
          <div className={dialogStyles["actions"]}>
            <button type="button" className={controls["button"]} onClick={close}>
              Keep it
            </button>
            <button
              type="button"
              className={joinClasses(controls["button"], controls["danger"])}
              onClick={() => void archive()}
            >
              Archive
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
