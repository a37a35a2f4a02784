import type { Context } from "#server/context.ts";
import type { AttemptHooks, AttemptRequest, AttemptResult, PromptCut } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import type { Prices } from "#server/core/prices.ts";
import type { Result } from "#server/core/result.ts";
import { resolveTemplate } from "#server/core/resolve-template.ts";
import type { Reservation, Usage } from "#server/core/run.ts";
import { storableText } from "#server/core/storable-text.ts";
import type { Scope } from "#server/core/scope.ts";
import { type SecretPlace, secretPlacesOf } from "#server/core/secret-places.ts";
import type { Meter } from "./step-runner-usage.ts";

export type RunnerContext = Pick<Context, "config" | "tools" | "models" | "metrics" | "log"> & {
  /** What models cost now. */
  prices: () => Promise<Prices>;
};

/** One try in the making: what its parts share. */
export type Attempt = {
  ctx: RunnerContext;
  request: AttemptRequest;
  hooks: AttemptHooks;
  /** Aborts when the engine stops the try, and when its time is over. */
  signal: AbortSignal;
  meter: Meter;
  /** Data that prompts of this try have not whole. */
  cuts: PromptCut[];
  /** Set when a person has to agree before its precondition is looked at: nothing was called yet. */
  asksFirst: boolean;
  /** The input of a call that may not be made twice, once it has been made. */
  acted: { input: Json } | null;
  /** What the run of another agent used that this try settles. */
  childUsage: Usage | null;
  /** `Step 3 "Send digest"`. */
  name: string;
};

type WithoutUsage<R> = R extends AttemptResult ? Omit<R, "usage"> : never;

/** How a try ended, before what it cost is added. */
export type Ending = WithoutUsage<AttemptResult>;
export type Failure = Extract<Ending, { type: "failed" }> & {
  /** Set when it came short of its allowance: the try is given back then, and did not fail. */
  overBudget?: { needed: Reservation | null };
};

/** Why a try failed, apart from what it failed on. */
export type Fault = Pick<Failure, "error" | "retry" | "retryAfterMs" | "whatToChange" | "overBudget">;

export function fault(
  message: string,
  retry: Fault["retry"],
  whatToChange: string,
  retryAfterMs?: number,
): Fault {
  return {
    // Quotes of what others said are cut at a length, which may split a character.
    error: { message: storableText(message) },
    retry,
    whatToChange: storableText(whatToChange),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

export function failed(reason: Fault, input: Json | null, output?: Json): Failure {
  return { type: "failed", input, ...(output !== undefined && { output }), ...reason };
}

/** A template of this step with its references replaced. The run input is there only when it is declared. */
export function resolve(attempt: Attempt, template: Json): Result<Json, { message: string }> {
  return resolveTemplate(template, scopeOf(attempt));
}

/** Where a template of this step names secrets: the one place from which a call gets any. */
export function secretPlaces(attempt: Attempt, template: Json | undefined): SecretPlace[] {
  return template === undefined ? [] : secretPlacesOf(template, scopeOf(attempt));
}

function scopeOf({ request }: Attempt): Scope {
  const { step, runInput, results } = request;
  return { input: step.usesRunInput === true ? runInput : null, steps: results };
}
