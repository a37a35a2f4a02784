/** A step as the rules of execution see it; steps are named by their place in the list. */
export type OracleStep = {
  dependsOn: readonly number[];
  onError: "skip_dependents" | "stop" | "skip" | "continue";
  /** What trying it comes to. */
  outcome: "completed" | "reused" | "precondition" | { failed: string };
  condition?: OracleCondition | undefined;
};

/** True when one of these steps ended with the status `is`, so never of none; or not to be decided. */
export type OracleCondition = { of: readonly number[]; is: string } | "unreadable";

/** The moment of the first failure with `stop`: what had been started by then, and what had ended. */
export type StopMoment = { by: number; started: ReadonlySet<number>; ended: ReadonlySet<number> };

export type OracleEnd = { status: string; reason: string | null; cause: number | null };
