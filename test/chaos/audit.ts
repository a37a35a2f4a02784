import type { Row } from "#db/client.ts";
import type { Context } from "#server/context.ts";
import type { Plan } from "#server/core/plan.ts";
import { type RunEvent, runEventTypeSchema } from "#server/core/run.ts";
import { executeIn } from "#server/services/executor.ts";
import { auditRun, wasGivenUp } from "./audit-run.ts";
import type { Ledger } from "./ledger.ts";
import { type Kill, takeovers } from "./takeovers.ts";

const EVENTS = `
select run_id, seq, type, step_id, attempt, worker, at, data from run_events
where run_id = any($1::text[]) order by run_id, seq`;
const STEPS = `
select run_id, json_object_agg(step_id, concat_ws('/', status, reason) order by position) as steps
from run_steps where run_id = any($1::text[]) group by 1`;
const PAGE = 500;

export type Audit = Awaited<ReturnType<typeof audit>>;

type Audited = {
  runIds: readonly string[];
  plan: Plan;
  ledger: Ledger;
  kills?: readonly Kill[];
  isFrozen?: boolean;
};

/** Looks at every run that was acknowledged, with nothing but the ledger, the log and the rows to replay to. */
export async function audit(ctx: Context, { runIds, plan, ledger, kills = [], isFrozen = false }: Audited) {
  const execute = executeIn(ctx.db);
  const problems = new Map<string, string[]>();
  const counts = { calls: 0, interrupted: 0, unknown: 0, refused: 0, givenUp: 0 };
  const taken: number[] = [];

  for (let start = 0; start < runIds.length; start += PAGE) {
    const page = runIds.slice(start, start + PAGE);
    const rows = await execute("select id, status from runs where id = any($1::text[])", [page]);
    const statusOf = new Map(rows.map((row) => [String(row["id"]), String(row["status"])]));
    const stepsOf = new Map(
      (await execute(STEPS, [page])).map((row) => [String(row["run_id"]), row["steps"]]),
    );
    const eventsOf = Map.groupBy((await execute(EVENTS, [page])).map(eventOf), (event) => event.runId);

    for (const runId of page) {
      const status = statusOf.get(runId);
      const events = eventsOf.get(runId) ?? [];
      const found =
        status === undefined
          ? ["acknowledged run that is not there"]
          : auditRun({
              plan,
              events,
              row: { status, steps: stepsOf.get(runId) as Record<string, string> },
              linesOf: (stepId) => ledger.linesOf(runId, stepId),
              isFrozen,
            });
      for (const problem of found) problems.set(problem, [...(problems.get(problem) ?? []), runId]);
      count(counts, events, plan.steps.flatMap((step) => ledger.linesOf(runId, step.id)).length);
      taken.push(...takeovers(events, kills));
    }
  }
  return { problems, counts, takeovers: taken };
}

function count(counts: { [name: string]: number }, events: readonly RunEvent[], lines: number): void {
  const add = (name: string, by: number) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  add("calls", Math.ceil(lines / 2));
  add("interrupted", events.filter((event) => event.type === "attempt-interrupted").length);
  add("unknown", events.filter((event) => event.data["reason"] === "outcome_unknown").length);
  add("refused", events.filter((event) => event.type === "result-refused").length);
  add("givenUp", wasGivenUp(events) ? 1 : 0);
}

function eventOf(row: Row): RunEvent & { runId: string } {
  return {
    runId: String(row["run_id"]),
    seq: Number(row["seq"]),
    type: runEventTypeSchema.parse(row["type"]),
    stepId: row["step_id"] as string | null,
    attempt: row["attempt"] as number | null,
    worker: row["worker"] as string | null,
    at: new Date(String(row["at"])).toISOString(),
    data: row["data"] as RunEvent["data"],
  };
}
