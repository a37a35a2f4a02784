import type { JsonSchema } from "#server/core/json.ts";
import { FIELDS_OF_KIND, KIND_FIELDS } from "#server/core/kind-fields.ts";
import type { Budget, Plan, Step } from "#server/core/plan.ts";
import { type Broken, brokenAt, stepOf, templatesOf, upstreamOf, type Way } from "./broken-plan.ts";
import type { Choices } from "./choices.ts";

const BLANK = ["", " ", "\t\n", "\u00a0"];
const TOO_LONG = ["x".repeat(121), "👩‍👩‍👧‍👦".repeat(121), `注${"é".repeat(120)}`];
const BAD_IDS = ["", " ", "a b", "-a", "_", "ü", "a.b", "a/b", "注文", "x".repeat(65), "a\n", '"'];
const NO_PATHS = ["a b", "a..b", "[", "a[x]", "a.", "$x.output"];
const NO_WAITS: readonly NonNullable<Step["wait"]>[] = [
  ...["", "soon", "2030-99-99", "25:61", "2030-02-31T09:00:00Z", "2030-01-31", "2030-01-31T09:00:00"].map(
    (until) => ({ until }),
  ),
  { until: "+010000-01-01T00:00:00Z" },
  { seconds: 315_360_001 },
  { seconds: 1e300 },
];
const NO_SCHEMAS: readonly JsonSchema[] = [
  { type: "strng" },
  { type: "object", properties: { a: { type: ["text", "null"] } } },
  { required: "a" },
  { $ref: "#/nope" },
  { items: { $ref: "https://example.com/order" } },
  { type: "string", pattern: "(" },
];
const BAD_LIMITS: readonly [keyof Budget, number][] = [
  ["toolCalls", 0],
  ["tokens", -1],
  ["costUsd", 0],
  ["costUsd", -0.01],
  ["wallSeconds", Number.NaN],
  ["toolCalls", Number.POSITIVE_INFINITY],
  ["approvals", -1],
  ["wallSeconds", 315_360_001],
];

export const FIELD_WAYS: readonly Way[] = [
  { code: "bad_title", name: "a blank title", breaks: (plan, choices) => titled(plan, choices, BLANK) },
  { code: "bad_title", name: "a long title", breaks: (plan, choices) => titled(plan, choices, TOO_LONG) },
  {
    code: "bad_title",
    name: "a plan without a fitting title",
    breaks: (plan, choices) => ({
      plan: { ...plan, title: choices.of([...BLANK, ...TOO_LONG]) },
      faults: [{ path: "title" }],
    }),
  },
  {
    code: "bad_objective",
    name: "a plan without a fitting objective",
    breaks: (plan, choices) => ({
      plan: { ...plan, objective: choices.of([...BLANK, "x".repeat(4_001), "é".repeat(4_001)]) },
      faults: [{ path: "objective" }],
    }),
  },
  { code: "bad_id", name: "an id that no reference could name", breaks: renamed },
  { code: "kind_fields", name: "a field that the kind needs", breaks: withoutNeeded },
  { code: "kind_fields", name: "a field of another kind", breaks: withForeign },
  { code: "kind_fields", name: "a check's path that is none", breaks: withBadPath },
  { code: "kind_fields", name: "a precondition's path that is none", breaks: withBadPrecondition },
  { code: "kind_fields", name: "a wait without an end", breaks: withBadTime },
  { code: "output_schema", name: "a schema of the output that is none", breaks: withBadSchema },
  {
    code: "budget_range",
    name: "a budget with which nothing can run",
    breaks: (plan, choices) => {
      const [name, limit] = choices.of(BAD_LIMITS);
      const budget = { ...plan.budget, [name]: limit };
      return { plan: { ...plan, budget }, faults: [{ path: `budget.${name}`, says: [`${limit}`] }] };
    },
  },
];

function titled(plan: Plan, choices: Choices, titles: readonly string[]): Broken | null {
  const step = stepOf(plan, choices);
  return step && brokenAt(plan, step, { ...step, title: choices.of(titles) }, { path: "title" });
}

/** Links follow to the new id; a step that others read keeps its own. */
function renamed(plan: Plan, choices: Choices): Broken | null {
  const read = plan.steps.map(templatesOf).join();
  const step = stepOf(plan, choices, ({ id }) => !read.includes(`${id}.`));
  if (!step) return null;
  const id = choices.of(BAD_IDS);
  const followed = (other: string) => (other === step.id ? id : other);
  const steps = plan.steps.map((item) => {
    if (item === step) return item;
    const { dependsOn, verifies } = item;
    return {
      ...item,
      dependsOn: dependsOn.map(followed),
      ...(verifies !== undefined && { verifies: followed(verifies) }),
    };
  });
  return brokenAt({ ...plan, steps }, step, { ...step, id }, { path: "id" });
}

const NEEDED = {
  tool: ["tool"],
  reasoning: [],
  agent: ["agent"],
  check: ["tool", "check"],
  wait: ["wait"],
} as const;

function withoutNeeded(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices, ({ kind }) => kind !== "reasoning");
  if (!step || step.kind === "reasoning") return null;
  const field = choices.of<keyof Step>(NEEDED[step.kind]);
  return brokenAt(plan, step, { ...step, [field]: undefined }, { path: field });
}

function withForeign(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices);
  if (!step) return null;
  const [before] = upstreamOf(plan, step.id);
  const foreign: Partial<Step> = {
    tool: "look_up",
    input: { a: 1 },
    agent: "digest",
    check: { path: "a", op: "==", value: 1, everySeconds: 1, withinSeconds: 2 },
    wait: { seconds: 1 },
    ...(before !== undefined && { verifies: before }),
  };
  const fields = KIND_FIELDS.filter(
    (field) => !FIELDS_OF_KIND[step.kind].includes(field) && foreign[field] !== undefined,
  );
  const field = choices.of(fields);
  return brokenAt(plan, step, { ...step, [field]: foreign[field] }, { path: field });
}

function withBadPath(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices, ({ check }) => check !== undefined);
  if (!step?.check) return null;
  const check = { ...step.check, path: choices.of(NO_PATHS) };
  return brokenAt(plan, step, { ...step, check }, { path: "check.path" });
}

function withBadPrecondition(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices);
  if (!step) return null;
  const precondition = { tool: "look_up", path: choices.of(NO_PATHS), op: "==" as const, value: 1 };
  return brokenAt(plan, step, { ...step, precondition }, { path: "precondition.path" });
}

function withBadTime(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices, ({ kind }) => kind === "wait");
  return step && brokenAt(plan, step, { ...step, wait: choices.of(NO_WAITS) }, { path: "wait." });
}

/** A schema that nobody reads by: what is known of an output would be wrong otherwise. */
function withBadSchema(plan: Plan, choices: Choices): Broken | null {
  const read = plan.steps.map(templatesOf).join();
  const step = stepOf(plan, choices, ({ id }) => !read.includes(`${id}.`));
  const outputSchema = choices.of(NO_SCHEMAS);
  return step && brokenAt(plan, step, { ...step, outputSchema }, { path: "outputSchema" });
}
