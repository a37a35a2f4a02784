/** A step as the rules of execution see it; steps are named by their place in the list. */
export type OracleStep = {
  dependsOn: readonly number[];
  onError: "skip_dependents" | "stop" | "skip" | "continue";
  /** What trying it comes to. */
  outcome: "completed" | "reused" | "precondition" | { failed: string };
  /** True when one of these steps ended with the status `is`; of no steps, it is never true. */
  condition?: { of: readonly number[]; is: string };
};

/** The moment of the first failure with `stop`: what had been started by then, and what had ended. */
export type StopMoment = { by: number; started: ReadonlySet<number>; ended: ReadonlySet<number> };

export type StepEnd = { status: string; reason: string | null; cause: number | null };

/** How every step and the run end, from the outcomes alone; `stop` adds what had already started. */
export function oracle(steps: readonly OracleStep[], stop: StopMoment | null) {
  const ends = new Map<number, StepEnd>();
  const all = steps.map((_, place) => endOf(place));
  const isFailed = all.some(({ status }, place) => status === "failed" && steps[place]?.onError !== "continue");
  return { steps: all, status: isFailed ? "failed" : "completed" };

  function endOf(place: number): StepEnd {
    const end = ends.get(place) ?? newEnd(place);
    ends.set(place, end);
    return end;
  }

  function newEnd(place: number): StepEnd {
    const { dependsOn, onError, outcome, condition } = steps[place] as OracleStep;
    const untried = endWithoutTry(dependsOn, condition);
    if (stop && !stop.started.has(place) && !(untried && dependsOn.every(wasSettled)))
      return { status: "skipped", reason: "stopped", cause: stop.by };
    if (untried) return untried;
    if (outcome === "completed") return { status: "completed", reason: null, cause: null };
    if (outcome === "reused") return { status: "completed", reason: "reused", cause: null };
    if (outcome === "precondition") return { status: "skipped", reason: "precondition", cause: null };
    if (onError === "skip") return { status: "skipped", reason: "on_error", cause: null };
    return { status: "failed", reason: outcome.failed, cause: null };
  }

  function endWithoutTry(dependsOn: readonly number[], condition: OracleStep["condition"]): StepEnd | null {
    const cause = dependsOn.find((other) => !condition?.of.includes(other) && blocks(other));
    if (cause !== undefined)
      return { status: "skipped", reason: "upstream_failed", cause: endOf(cause).cause ?? cause };
    const isUnmet = condition && !condition.of.some((other) => endOf(other).status === condition.is);
    return isUnmet ? { status: "skipped", reason: "condition", cause: null } : null;
  }

  function blocks(other: number): boolean {
    const { status, reason } = endOf(other);
    return reason === "upstream_failed" || (status === "failed" && steps[other]?.onError !== "continue");
  }

  function wasSettled(other: number): boolean {
    return stop?.started.has(other) ? stop.ended.has(other) : endOf(other).reason !== "stopped";
  }
}
