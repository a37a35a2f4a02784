import type { Plan } from "#server/core/plan.ts";
import type { RunEvent } from "#server/core/run.ts";
import { replay } from "#test/engine/replay.ts";
import type { LedgerLine } from "./ledger.ts";

export type AuditedRun = {
  plan: Plan;
  events: readonly RunEvent[];
  /** What the rows say: the run's status, and each step's with its reason. */
  row: { status: string; steps: Record<string, string> };
  linesOf: (stepId: string) => readonly LedgerLine[];
  /** Whether every worker lives to tell its results, so that each late one has to be seen refused. */
  isFrozen?: boolean;
};

const ENDS = ["attempt-failed", "attempt-interrupted", "step-completed", "step-paused", "step-skipped"];
const TELLS_END = ["attempt-failed", "step-completed"];
const SETTLES = ["step-completed", "step-failed", "step-skipped"];

/** What is wrong with a run, from its log and the ledger alone. */
export function auditRun({ plan, events, row, linesOf, isFrozen = false }: AuditedRun): string[] {
  const problems: string[] = [];
  if (events.some((event, index) => event.seq !== index + 1)) problems.push("log with a gap");
  if (JSON.stringify(replay(plan, events)) !== JSON.stringify(row))
    problems.push("log that replays to another row");
  if (row.status !== "completed" && !wasGivenUp(events)) problems.push(`run that ended as ${row.status}`);

  const settled = new Set<string>();
  for (const event of events) {
    const { stepId, type } = event;
    if (stepId === null) continue;
    const step = plan.steps.find((item) => item.id === stepId);
    if (type === "attempt-started" && !step?.dependsOn.every((id) => settled.has(id))) {
      problems.push("step that started before its dependencies were settled");
    }
    if (!SETTLES.includes(type)) continue;
    if (settled.has(stepId)) problems.push("step that was settled twice");
    settled.add(stepId);
  }
  for (const step of plan.steps) {
    const own = events.filter((event) => event.stepId === step.id);
    problems.push(...auditStep(own, linesOf(step.id), step.tool === "send"));
    if (isFrozen) problems.push(...lateResults(own, linesOf(step.id)));
  }
  return problems;
}

function auditStep(events: readonly RunEvent[], lines: readonly LedgerLine[], isOnce: boolean): string[] {
  const problems: string[] = [];
  const started = new Map<string, number>();
  const unknown = new Set<string>();
  let owner: RunEvent | null = null;
  let isUncertain = false;

  for (const event of events) {
    if (event.type === "attempt-started") {
      if (owner !== null) problems.push("step with two owners at once");
      if (isUncertain) problems.push("step that started again after an uncertain outcome");
      owner = event;
      const key = `${event.worker} ${event.attempt}`;
      started.set(key, (started.get(key) ?? 0) + 1);
    } else if (ENDS.includes(event.type)) {
      if (event.type === "step-paused" && event.data["reason"] === "outcome_unknown") {
        isUncertain = true;
        unknown.add(`${owner?.worker ?? lostBy(events, event)}`);
      }
      if (event.type === "step-completed" && owner !== null && !hasLine(lines, "end", owner)) {
        problems.push("step that completed without an end in the ledger");
      }
      owner = null;
    } else if (event.type === "outcome-resolved") isUncertain = false;
  }

  for (const line of lines) {
    if (line.what !== "call") continue;
    const key = `${line.worker} ${line.attempt}`;
    const left = (started.get(key) ?? 0) - 1;
    if (left < 0) problems.push("call that no claim of the log explains");
    started.set(key, left);
    const hasEnd = lines.some(
      (end) => end.what === "end" && end.worker === line.worker && end.attempt === line.attempt,
    );
    if (isOnce && !hasEnd && !unknown.has(line.worker))
      problems.push("uncertain call that is not outcome_unknown");
  }
  if (isOnce && lines.filter((line) => line.what === "call").length > 1)
    problems.push("writing call made twice");
  return problems;
}

/**
 * Of the ends in the ledger that no event tells of, each has to be seen refused. A worker whose claim was taken
 * may have claimed the same attempt again, so that ends are counted and not looked for.
 */
function lateResults(events: readonly RunEvent[], lines: readonly LedgerLine[]): string[] {
  const interrupted = events.filter(({ type }) => type === "attempt-interrupted");
  const owners = new Map(interrupted.map((event) => [`${event.worker} ${event.attempt}`, event]));
  return [...owners.values()].flatMap(({ worker, attempt }) => {
    const isOwn = (one: { worker: string | null; attempt: number | null }) =>
      one.worker === worker && one.attempt === attempt;
    const ended = lines.filter((line) => line.what === "end" && isOwn(line)).length;
    const told = events.filter((event) => TELLS_END.includes(event.type) && isOwn(event)).length;
    const refused = events.filter(
      (event) => event.type === "result-refused" && event.worker === worker,
    ).length;
    return ended - told > refused ? ["late result that was not refused"] : [];
  });
}

/** The interruption comes right before the pause that it leads to. */
function lostBy(events: readonly RunEvent[], pause: RunEvent): string | null {
  const before = events[events.indexOf(pause) - 1];
  return before?.type === "attempt-interrupted" ? before.worker : null;
}

function hasLine(lines: readonly LedgerLine[], what: LedgerLine["what"], owner: RunEvent): boolean {
  return lines.some(
    (line) => line.what === what && line.worker === owner.worker && line.attempt === owner.attempt,
  );
}

/** A step whose workers were lost four times in the middle of a try fails, as the rules say. */
export function wasGivenUp(events: readonly RunEvent[]): boolean {
  const lost = events.filter((event) => event.data["cause"] === "lease-expired");
  return [...Map.groupBy(lost, (event) => event.stepId).values()].some((group) => group.length > 3);
}
