import { lazy, Suspense } from "react";
import type { AgentView } from "#server/core/views.ts";
import { Note } from "#web/ui/note.tsx";
import { EditChips } from "./edit-chips.tsx";
import { Markdown } from "./markdown.tsx";
import type { MessageBlock } from "./message-blocks.ts";
import type { PlannerMessage } from "./planner-message.ts";
import { RevisionCard } from "./revision-card.tsx";
import { RunProposal } from "./run-proposal.tsx";
import { SnapshotCard } from "./snapshot-card.tsx";

// Cards that few conversations have.
const EditProposal = lazy(() =>
  import("./edit-proposal.tsx").then((file) => ({ default: file.EditProposal })),
);
const RunReportCard = lazy(() =>
  import("./run-report-card.tsx").then((file) => ({ default: file.RunReportCard })),
);
const TriggerProposal = lazy(() =>
  import("./trigger-proposal.tsx").then((file) => ({ default: file.TriggerProposal })),
);

type MessageBlockProps = {
  slug: string;
  message: PlannerMessage;
  block: MessageBlock;
  /** All that the message says in words. */
  text: string;
  /** The agent's newest run, when it began after the message was written. */
  started: AgentView["lastRun"];
  isStreaming: boolean;
  isLast: boolean;
  /** Whether a later message has accepted the correction that this one proposes. */
  isAccepted: boolean;
  onShowRevision: (revision: number) => void;
};

export function MessageBlockView(props: MessageBlockProps) {
  return (
    <Suspense fallback={null}>
      <Shown {...props} />
    </Suspense>
  );
}

function Shown({ block, message, ...props }: MessageBlockProps) {
  const { slug, text, started, isStreaming, isLast, isAccepted, onShowRevision } = props;
  switch (block.type) {
    case "text":
      return <Markdown text={block.text} isStreaming={isStreaming} />;
    case "calls":
      return <EditChips calls={block.calls} />;
    case "revision":
      return <RevisionCard data={block.data} onShow={onShowRevision} />;
    case "snapshot":
      return <SnapshotCard data={block.data} replyText={text} />;
    case "proposal":
      if (block.data.type === "run")
        return <RunProposal slug={slug} input={block.data.input} isCurrent={isLast} started={started} />;
      return block.data.type === "edit" ? (
        <EditProposal
          messageId={message.id}
          proposal={block.data}
          isCurrent={isLast}
          isAccepted={isAccepted}
        />
      ) : (
        <TriggerProposal
          slug={slug}
          proposal={block.data}
          isCurrent={isLast}
          saidAt={message.metadata?.createdAt}
        />
      );
    case "notice":
      return <Note level={block.data.level}>{block.data.text}</Note>;
    case "runReport":
      return <RunReportCard report={block.data} isCurrent={isLast} />;
  }
}
