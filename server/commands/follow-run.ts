import { type RunStatus, isFinalRunStatus, runEventSchema } from "#server/core/run.ts";
import { runViewSchema } from "#server/core/views.ts";
import type { ApiClient } from "./api-client.ts";
import { eventLine } from "./event-line.ts";

const RECONNECT_MS = 500;

/** Prints the log of a run as it grows. Ends with the run, and at a pause unless `atPause` says to go on. */
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
      if (event.type !== "run-paused" || !(await isPaused(api, path))) continue;
      if ((await options.atPause()) === "stop") return "paused";
    }
    const { status } = await api.json(runViewSchema, path);
    if (isFinalRunStatus(status)) return status;
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

/** A run that was paused a moment ago may have been taken up since. */
async function isPaused(api: ApiClient, path: string): Promise<boolean> {
  return (await api.json(runViewSchema, path)).status === "paused";
}
