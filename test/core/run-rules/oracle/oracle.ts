import type { OracleEnd, OracleStep, StopMoment } from "./oracle-step.ts";

/** How every step and the run end, from the outcomes alone; `stop` adds what had already started. */
export function oracle(steps: readonly OracleStep[], stop: StopMoment | null) {
  const ends = new Map<number, OracleEnd>();
  const all = steps.map((_, place) => endOf(place));
  const isFailed = all.some(
    ({ status }, place) => status === "failed" && steps[place]?.onError !== "continue",
  );
  return { steps: all, status: isFailed ? "failed" : "completed" };

  function endOf(place: number): OracleEnd {
    const end = ends.get(place) ?? newEnd(place, steps[place] as OracleStep);
    ends.set(place, end);
    return end;
  }

  function newEnd(place: number, step: OracleStep): OracleEnd {
    const untried = endWithoutTry(step);
    if (stop && !stop.started.has(place) && !(untried && step.dependsOn.every(wasSettled)))
      return { status: "skipped", reason: "stopped", cause: stop.by };
    if (untried) return untried;
    if (step.outcome === "precondition") return { status: "skipped", reason: "precondition", cause: null };
    if (typeof step.outcome === "object") return failure(step, step.outcome.failed);
    return { status: "completed", reason: step.outcome === "reused" ? "reused" : null, cause: null };
  }

  function endWithoutTry(step: OracleStep): OracleEnd | null {
    const { dependsOn, condition } = step;
    const isAware = (other: number) => typeof condition === "object" && condition.of.includes(other);
    const cause = dependsOn.find((other) => !isAware(other) && blocks(other));
    if (cause !== undefined)
      return { status: "skipped", reason: "upstream_failed", cause: endOf(cause).cause ?? cause };
    if (condition === "unreadable") return failure(step, "not_retryable");
    const isMet = !condition || condition.of.some((other) => endOf(other).status === condition.is);
    return isMet ? null : { status: "skipped", reason: "condition", cause: null };
  }

  function failure({ onError }: OracleStep, reason: string): OracleEnd {
    if (onError === "skip") return { status: "skipped", reason: "on_error", cause: null };
    return { status: "failed", reason, cause: null };
  }

  function blocks(other: number): boolean {
    const { status, reason } = endOf(other);
    return reason === "upstream_failed" || (status === "failed" && steps[other]?.onError !== "continue");
  }

  function wasSettled(other: number): boolean {
    return stop?.started.has(other) ? stop.ended.has(other) : endOf(other).reason !== "stopped";
  }
}
