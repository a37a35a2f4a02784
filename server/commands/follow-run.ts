import { type RunStatus, isFinalRunStatus, runEventSchema } from "#server/core/run.ts";
import { type RunView, runViewSchema } from "#server/core/views.ts";
import type { ApiClient } from "./api-client.ts";
import { eventLine } from "./event-line.ts";

const RECONNECT_MS = 500;

/** Prints the log of a run as it grows. Ends with the run, and where a person has to act unless `atPause` says to go on. */
export async function followRun(
  api: ApiClient,
  runId: string,
  options: { atPause: () => Promise<"stop" | "go on">; print: (line: string) => void },
): Promise<RunStatus> {
  const path = `/api/runs/${encodeURIComponent(runId)}`;
  const run = await api.json(runViewSchema, path);
  const numbers = new Map(run.steps.map((step) => [step.stepId, step]));
  let after = 0;

  for (;;) {
    for await (const event of api.events(runEventSchema, `${path}/events?after=${after}`)) {
      after = event.seq;
      options.print(eventLine(event, numbers.get(event.stepId ?? "") ?? null));
      if (event.type !== "run-paused" || !needsPerson(await api.json(runViewSchema, path))) continue;
      if ((await options.atPause()) === "stop") return "paused";
    }
    const { status } = await api.json(runViewSchema, path);
    if (isFinalRunStatus(status)) return status;
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

/** A run that was paused a moment ago may have been taken up since, and what waits for a time goes on by itself. */
function needsPerson(run: RunView): boolean {
  if (run.status !== "paused") return false;
  return run.steps.some(
    ({ status, reason }) => status === "paused" && reason !== "wait" && reason !== "check",
  );
}
