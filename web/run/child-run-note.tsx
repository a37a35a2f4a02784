import { Link } from "wouter";
import { runWords } from "#web/pause-state.ts";
import { useRun } from "#web/queries.ts";
import { Note } from "#web/ui/note.tsx";

/** The run of another agent that does a step's work: where it is, and whether it waits for somebody. */
export function ChildRunNote({ runId }: { runId: string }) {
  const { data: run } = useRun(runId);
  const state = run && runWords(run);
  const isWaiting = state?.tone === "attention";
  return (
    <Note level={isWaiting ? "warning" : "info"}>
      <Link href={`/runs/${runId}`}>{run ? `The run of ${run.agentName}` : "A run of another agent"}</Link>{" "}
      does this step's work{state ? `: ${state.label.toLowerCase()}` : ""}
      {isWaiting ? ". It is answered there." : "."}
    </Note>
  );
}
