import type { Allowance } from "#server/core/attempt.ts";
import type { ModelUsage, Usage } from "#server/core/run.ts";

export const NO_USAGE: Usage = {
  inputTokens: null,
  outputTokens: null,
  cachedTokens: null,
  toolCalls: 0,
  modelCalls: 0,
  seconds: 0,
};

/** A try that never told what it used counts as all that it was allowed. */
export function assumedUsage(allowance: Omit<Allowance, "seconds"> | null, seconds = 0): Usage {
  const assumed = {
    toolCalls: allowance?.toolCalls ?? 0,
    tokens: allowance?.tokens ?? 0,
    costUsd: allowance?.costUsd ?? 0,
  };
  const isNothing = Object.values(assumed).every((amount) => amount === 0);
  return { ...NO_USAGE, seconds, ...(!isNothing && { assumed }) };
}

/** Both together. What neither side knows stays unknown. */
export function addUsage(a: Usage | null, b: Usage | null): Usage | null {
  if (!a || !b) return a ?? b;
  return {
    inputTokens: known(a.inputTokens, b.inputTokens),
    outputTokens: known(a.outputTokens, b.outputTokens),
    cachedTokens: known(a.cachedTokens, b.cachedTokens),
    toolCalls: a.toolCalls + b.toolCalls,
    modelCalls: a.modelCalls + b.modelCalls,
    seconds: a.seconds + b.seconds,
    ...both("costUsd", a.costUsd, b.costUsd, known),
    ...both("unknownCalls", a.unknownCalls, b.unknownCalls, add),
    ...both("unpricedCalls", a.unpricedCalls, b.unpricedCalls, add),
    ...both("models", a.models, b.models, addModels),
    ...both("assumed", a.assumed, b.assumed, addAssumed),
  };
}

/** A field that one of them may not have. */
function both<Field extends keyof Usage, Value>(
  field: Field,
  a: Value | undefined,
  b: Value | undefined,
  sum: (a: Value, b: Value) => Value,
): { [Key in Field]?: Value } {
  const value = a === undefined ? b : b === undefined ? a : sum(a, b);
  return value === undefined ? {} : ({ [field]: value } as { [Key in Field]: Value });
}

function add(a: number, b: number): number {
  return a + b;
}

function known(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : a + b;
}

type Models = NonNullable<Usage["models"]>;
type Assumed = NonNullable<Usage["assumed"]>;

function addAssumed(a: Assumed, b: Assumed): Assumed {
  return {
    toolCalls: a.toolCalls + b.toolCalls,
    tokens: a.tokens + b.tokens,
    costUsd: a.costUsd + b.costUsd,
  };
}

function addModels(a: Models, b: Models): Models {
  const sums = new Map(Object.entries(a));
  for (const [model, usage] of Object.entries(b)) {
    const before = sums.get(model);
    sums.set(model, before === undefined ? usage : addModel(before, usage));
  }
  return Object.fromEntries(sums);
}

function addModel(a: ModelUsage, b: ModelUsage): ModelUsage {
  const isOnePrice =
    a.price?.inputUsd === b.price?.inputUsd &&
    a.price?.cachedInputUsd === b.price?.cachedInputUsd &&
    a.price?.outputUsd === b.price?.outputUsd;
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    costUsd: known(a.costUsd, b.costUsd),
    price: isOnePrice ? a.price : null,
  };
}
