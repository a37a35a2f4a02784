import { Link } from "wouter";
import { counted } from "#server/core/counted.ts";
import type { RunView } from "#server/core/views.ts";
import { dateText } from "#web/durations.ts";
import { useRun } from "#web/queries.ts";
import { runWords } from "#web/pause-state.ts";

/** The run that a run took over what is done from. */
export function EarlierRun({ runId, stepId }: { runId: string; stepId?: string }) {
  const { data: earlier } = useRun(runId);
  const step = stepId === undefined ? "" : `?step=${encodeURIComponent(stepId)}`;
  return (
    <Link href={`/runs/${runId}${step}`}>
      {earlier
        ? `the run of ${dateText(earlier.createdAt)} (${runWords(earlier).label.toLowerCase()})`
        : "an earlier run"}
    </Link>
  );
}

/** How many steps a run did not do again. */
export function TakenOver({ run }: { run: RunView }) {
  const reused = run.steps.filter((step) => step.reason === "reused");
  if (run.reuseFrom === null || reused.length === 0) return null;
  return (
    <p>
      {counted(reused.length, "step")} {reused.length === 1 ? "was" : "were"} taken over from{" "}
      <EarlierRun runId={run.reuseFrom} />.
    </p>
  );
}
