import type { Json, JsonObject } from "./json.ts";
import { DEFAULT_TIMEOUT_SECONDS, type Plan, type Step } from "./plan.ts";
import type { AgentTools } from "./tool.ts";
import type { ModelPurpose } from "./turn-usage.ts";
import type { Correction, Reservation, RunError, Usage } from "./run.ts";

/** A settled step as later steps may read it. `output` is null unless it completed, `error` says why it failed. */
export type StepResult = {
  status: "completed" | "failed" | "skipped";
  output: Json | null;
  error?: string | undefined;
};

/** What one try may use of the run's budget; null where nothing is limited. */
export type Allowance = Reservation & { toolCalls: number | null; seconds: number | null };

/** Everything that one try at a step may know. */
export type AttemptRequest = {
  runId: string;
  /** The agent's model setting; null for the default. */
  model: string | null;
  tools: AgentTools;
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
  /** Null when the run has no budget. */
  allowance: Allowance | null;
  /** Equal for every try of the same effect. */
  idempotencyKey: string;
};

/** The call by which a precondition is looked at. */
export type LookCall = { tool: string; input: Json };

/** Data that a prompt had only the first characters of, as all together was too large for the model. */
export type PromptCut = { prompt: ModelPurpose; label: string; kept: number; of: number };

/** How one try ended, and what its prompts had to be cut by. */
export type AttemptResult = AttemptEnding & { cuts?: readonly PromptCut[] };

/** `input` is what was constructed, null when it did not come so far. */
type AttemptEnding =
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
  /**
   * The input is ready and a person has to approve it, with the call that its precondition is looked at
   * by. Consumes no attempt.
   */
  | { type: "needs_approval"; input: Json; looksFirst?: LookCall; usage: Usage }
  /** It came short of its allowance and is given back. `needed` would have been enough; null when none would. */
  | {
      type: "over_budget";
      input: Json | null;
      error: RunError;
      needed: Reservation | null;
      usage: Usage;
    }
  /** A tool that may not be called twice was called, and nobody knows whether it had its effect. */
  | { type: "outcome_unknown"; input: Json; error: RunError; usage: Usage }
  /** The step's precondition does not hold. */
  | { type: "precondition_unmet"; observation: Json; usage: Usage }
  /** The precondition of a `wait` step holds, so that its wait begins. */
  | { type: "precondition_met"; usage: Usage }
  /** The run of another agent does the step's work; `dueAt` is when it has taken too long. */
  | {
      type: "child_started";
      agent: string;
      childRunId: string;
      input: Json;
      dueAt: number | null;
      usage: Usage;
    }
  /** A `check` step looked and the comparison does not hold yet. */
  | { type: "check_unmet"; input: Json | null; observation: Json; usage: Usage };

/** What the engine hands to a try beside the request. */
export type AttemptHooks = {
  signal: AbortSignal;
  /** The run's own folder, absolute. */
  folder: string;
  /** Awaited before a tool is called that may not be called twice, so that the log has what was sent. */
  beforeToolCall: (call: { tool: string; input: Json }) => Promise<void>;
  /** The run of another agent that does this try's work. */
  childRun: {
    /** As it stands now; null when none was started for this try. One that has taken too long is canceled. */
    find: (agent: string) => Promise<ChildRun | null>;
    /** Starts it, once however often this is called. */
    start: (asked: { agent: string; input: Json }) => Promise<ChildRun>;
  };
};

/** How the run stands that a step started of another agent. */
export type ChildRun =
  /** It goes on, until `dueAt` at most. */
  | { type: "open"; runId: string; dueAt: number | null }
  /** `outputs` are those of its last steps, by id. */
  | { type: "completed"; runId: string; outputs: JsonObject; usage: Usage | null }
  | { type: "broken"; runId: string; message: string; isRetryable: boolean; usage: Usage | null }
  /** It cannot be started. */
  | { type: "refused"; message: string; whatToChange: string };

/** How long a worker may be at one try. What an agent step states is the time of the run that it starts. */
export function secondsOfTry({ kind, timeoutSeconds }: Step): number {
  return kind === "agent" ? DEFAULT_TIMEOUT_SECONDS : (timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS);
}
