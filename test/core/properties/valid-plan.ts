import fc from "fast-check";
import { withoutControlCharacters } from "#server/core/control-characters.ts";
import { itemAt } from "#server/core/item-at.ts";
import type { JsonSchema } from "#server/core/json.ts";
import type { Budget, Plan, Step, StepKind } from "#server/core/plan.ts";
import { AWKWARD } from "#test/core/arbitrary-plan.ts";
import { type Choices, choicesOf, seeds, shuffled } from "./choices.ts";
import { placesIn } from "./readable-places.ts";
import { READING, toolNamed, USABLE } from "./rich-workspace.ts";
import { conditionFor } from "./valid-condition.ts";
import { anyValue, type Readable, referenceTo, valueFor } from "./valid-values.ts";

const KINDS: readonly StepKind[] = ["reasoning", "tool", "agent", "check", "wait"];
const TITLES = ["Fetch orders", "Send *digest* <b>now</b>", ...AWKWARD]
  .map(withoutControlCharacters)
  .filter((text) => text.trim() !== "");
const LONG_TITLES = ["x".repeat(120), "👩‍👩‍👧‍👦".repeat(120), `${"é".repeat(119)}注`];
const COMMON_NAMES = ["constructor", "toString", "valueOf", "hasOwnProperty"];
const OUTPUT_SCHEMAS: readonly JsonSchema[] = [
  { type: "object", properties: { total: { type: "integer" }, note: { type: ["string", "null"] } } },
  { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
  { type: "string" },
];
const BUDGETS: readonly Budget[] = [
  {},
  { approvals: 0 },
  { toolCalls: 1, tokens: 100_000, costUsd: 0.01, wallSeconds: 3_600, approvals: 3 },
];

/** What a plan is made from: one number for itself and one for each of its steps. */
type Seeds = { plan: number; steps: number[] };

/** Plans in which `validatePlan` finds no error: seldom one of many steps. */
export const validPlan = validPlansOf(
  fc.oneof(
    { weight: 30, arbitrary: fc.array(seeds, { minLength: 1, maxLength: 9 }) },
    { weight: 3, arbitrary: fc.array(seeds, { minLength: 10, maxLength: 40, size: "max" }) },
  ),
);

/** The same with one or two steps, for what costs much. */
export const smallPlan = validPlansOf(fc.array(seeds, { minLength: 1, maxLength: 2 }));

/** The same with hundreds of steps. */
export const largePlan = validPlansOf(fc.array(seeds, { minLength: 200, maxLength: 500, size: "max" }));

/** Plans without an error that have a step of every kind, two of most of them, and a tool that writes. */
export const fullPlan = fc
  .record({ plan: seeds, steps: fc.array(seeds, { minLength: 10, maxLength: 12 }) })
  .map((numbers) => planFrom(numbers, (place) => itemAt(KINDS, (place + 1) % KINDS.length)));

function validPlansOf(steps: fc.Arbitrary<number[]>): fc.Arbitrary<Plan> {
  return fc
    .record({ plan: seeds, steps })
    .map((numbers) => planFrom(numbers, (_place, choices) => choices.of(KINDS)));
}

function planFrom({ plan, steps }: Seeds, kindAt: (place: number, choices: Choices) => StepKind): Plan {
  const choices = choicesOf(plan);
  const made: Made = { steps: [], upstream: new Map() };
  for (const [place, seed] of steps.entries()) {
    const own = choicesOf(seed);
    addStep(made, kindAt(place, own), own);
  }
  return {
    title: titleFrom(choices),
    objective: choices.of(["Send the orders.", ...TITLES]),
    steps: choices.once(3) ? made.steps : shuffled(made.steps, choices),
    assumptions: choices.some(AWKWARD, 2),
    completionCriteria: choices.of(["", ...AWKWARD]),
    ...(choices.once(3) && { budget: choices.of(BUDGETS) }),
    tags: choices.some(AWKWARD, 2),
  };
}

/** The steps so far, in an order in which they could run, and all that comes before each. */
type Made = { steps: Step[]; upstream: Map<string, readonly string[]> };

function addStep(made: Made, kind: StepKind, choices: Choices): void {
  const id = idFrom(made.steps.length, choices);
  const dependsOn = choices.some(made.steps.slice(-8), 3).map((step) => step.id);
  const upstream = [...new Set(dependsOn.flatMap((other) => [other, ...(made.upstream.get(other) ?? [])]))];
  const byId = new Map(made.steps.map((step) => [step.id, step]));
  const usesRunInput = choices.once(4);
  const placesOf = (other: string) => placesIn(outputSchemaOf(byId.get(other)));
  const readable: Readable = { choices, upstream, placesOf, usesRunInput };
  made.upstream.set(id, upstream);
  made.steps.push({
    id,
    title: titleFrom(choices),
    kind,
    instructions: choices.of(["Do it.", "", ...AWKWARD]),
    expectedOutput: choices.of(["It is done.", "", ...AWKWARD]),
    dependsOn,
    ...(usesRunInput && { usesRunInput }),
    ...(kind !== "check" && choices.once(4) && { outputSchema: choices.of(OUTPUT_SCHEMAS) }),
    ...fieldsOf(kind, readable, byId),
    ...(choices.once(4) && { if: conditionFor(readable) }),
    ...(choices.once(6) && { onError: choices.of(["stop", "skip", "continue", "skip_dependents"] as const) }),
    ...(choices.once(5) && { maxAttempts: 1 + choices.below(10) }),
    ...(choices.once(9) && { timeoutSeconds: 1 + choices.below(86_400) }),
    ...(choices.once(5) && {
      approval: choices.of([{}, { reason: "Money", approvers: 2 }, { expiresAfterHours: 0.5 }]),
    }),
    ...(choices.once(6) && { precondition: preconditionFor(readable) }),
  });
}

export function outputSchemaOf(step: Step | undefined): JsonSchema | undefined {
  return step?.outputSchema ?? (step?.tool === undefined ? undefined : toolNamed(step.tool).outputSchema);
}

function fieldsOf(kind: StepKind, readable: Readable, byId: ReadonlyMap<string, Step>): Partial<Step> {
  const { choices, upstream } = readable;
  switch (kind) {
    case "reasoning":
      return {};
    case "tool":
      return callOf(choices.of(USABLE), readable);
    case "agent":
      return {
        agent: choices.of(["digest", "archive-2"]),
        ...(choices.once(2) && { input: { data: anyValue(readable, 2) } }),
      };
    case "check": {
      const call = callOf(choices.of(READING), readable);
      const acting = upstream.filter((id) => byId.get(id)?.kind === "tool");
      return {
        ...call,
        check: {
          ...comparisonOf(call.tool, choices),
          everySeconds: 1 + choices.below(60),
          withinSeconds: 600,
        },
        ...(acting.length > 0 && !choices.once(4) && { verifies: choices.of(acting) }),
      };
    }
    case "wait":
      return { wait: waitFor(readable) };
  }
}

function callOf(name: string, readable: Readable) {
  const { choices } = readable;
  if (choices.once(9)) return { tool: name };
  return { tool: name, input: valueFor(toolNamed(name).inputSchema, readable) };
}

function comparisonOf(tool: string, choices: Choices) {
  const places = placesIn(toolNamed(tool).outputSchema);
  return {
    path: choices.of(places).path.replace(/^\./, ""),
    op: choices.of(["==", "!=", "contains", "exists"] as const),
    value: choices.of(["x", 3, true, null]),
  };
}

function preconditionFor(readable: Readable): NonNullable<Step["precondition"]> {
  const tool = readable.choices.of(READING);
  const input = valueFor(toolNamed(tool).inputSchema, readable, false);
  return { tool, input, ...comparisonOf(tool, readable.choices) };
}

function waitFor(readable: Readable): NonNullable<Step["wait"]> {
  const { choices } = readable;
  if (!choices.once(3)) return { seconds: choices.of([0, 0.5, 3_600]) };
  const reference = choices.once(2) ? referenceTo("string", readable) : null;
  return { until: reference === null ? "2030-01-31T09:00:00Z" : `$${reference}` };
}

function titleFrom(choices: Choices): string {
  if (choices.once(30)) return choices.of(LONG_TITLES);
  return choices.once(4) ? `${choices.of(TITLES)} ${choices.of(TITLES)}`.slice(0, 120) : choices.of(TITLES);
}

/** Different for each place, in one of the ways in which people and programs write ids. */
function idFrom(place: number, choices: Choices): string {
  const [common] = COMMON_NAMES.slice(place);
  return choices.of([
    `s${place}`,
    `fetch-orders-${place}`,
    `SEND_${place}`,
    `${place + 1}`,
    `input-${place}`,
    `${"long".repeat(14)}-${place}`,
    common ?? `${place}_`,
  ]);
}
