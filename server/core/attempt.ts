import type { Json } from "./json.ts";
import type { Plan, Step } from "./plan.ts";
import type { Correction, RunError, Usage } from "./run.ts";

/** A settled step as later steps may read it. `output` is null unless it completed. */
export type StepResult = { status: "completed" | "failed" | "skipped"; output: Json | null };

/** Everything that one try at a step may know. */
export type AttemptRequest = {
  runId: string;
  /** The agent's model setting; null for the default. */
  model: string | null;
  plan: Plan;
  step: Step;
  /** From 1. */
  attempt: number;
  /** What the trigger delivered. Only a step with `usesRunInput` may read it. */
  runInput: Json | null;
  /** Settled steps that come before this one, directly or through others. */
  results: Readonly<Record<string, StepResult>>;
  /** One per failed try so far, oldest first. */
  corrections: readonly Correction[];
  /** Set when a person approved this try: the input to use, byte for byte. */
  approvedInput: { value: Json } | null;
  /** Equal for every try of the same effect. */
  idempotencyKey: string;
};

/** How one try ended. `input` is what was constructed, null when it did not come so far. */
export type AttemptResult =
  | { type: "completed"; input: Json | null; output: Json; usage: Usage }
  | {
      type: "failed";
      input: Json | null;
      /** The output that was refused, when there was one. */
      output?: Json;
      error: RunError;
      /** `temporary` waits before the next try; `not_retryable` fails the step at once. */
      retry: "now" | "temporary" | "not_retryable";
      retryAfterMs?: number;
      whatToChange: string;
      usage: Usage;
    }
  /** The input is ready and a person has to approve it. Consumes no attempt. */
  | { type: "needs_approval"; input: Json; usage: Usage }
  /** A tool that may not be called twice was called, and nobody knows whether it had its effect. */
  | { type: "outcome_unknown"; input: Json; error: RunError; usage: Usage }
  /** The step's precondition does not hold. */
  | { type: "precondition_unmet"; observation: Json; usage: Usage }
  /** A `check` step looked and the comparison does not hold yet. */
  | { type: "check_unmet"; input: Json | null; observation: Json; usage: Usage };

/** What the engine hands to a try beside the request. */
export type AttemptHooks = {
  signal: AbortSignal;
  /** The run's own folder, absolute. */
  folder: string;
  /** Awaited before a tool is called that may not be called twice, so that the log has what was sent. */
  beforeToolCall: (call: { tool: string; input: Json }) => Promise<void>;
};
