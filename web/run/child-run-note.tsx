import { Link } from "wouter";
import { useRun } from "#web/queries.ts";
import { runState } from "#web/step-state.ts";
import { Note } from "#web/ui/note.tsx";

/** The run of another agent that does a step's work: where it is, and whether it waits for somebody. */
export function ChildRunNote({ runId }: { runId: string }) {
  const { data: run } = useRun(runId);
  const isWaiting = run?.status === "paused";
  return (
    <Note level={isWaiting ? "warning" : "info"}>
      <Link href={`/runs/${runId}`}>{run ? `The run of ${run.agentName}` : "A run of another agent"}</Link>{" "}
      does this step's work{run ? `: ${runState(run.status).label.toLowerCase()}` : ""}
      {isWaiting ? ". Approvals that it asks for are shown there." : "."}
    </Note>
  );
}
