import type { Plan, Step } from "#server/core/plan.ts";
import { type Broken, brokenAt, stepOf, templatesOf, upstreamOf, type Way, without } from "./broken-plan.ts";
import type { Choices } from "./choices.ts";

const NO_CONDITIONS = [
  "",
  "  ",
  "1 ==",
  "&& true",
  "true ||",
  "1 = 1",
  "1 == 1 == 1",
  "(true",
  "true)",
  "'open",
  '"open',
  "word == 1",
  "true false",
  "!",
  "§",
  "👩‍👩‍👧‍👦 == 1",
  "$",
  "$x",
  "${input",
  "((".repeat(60),
  "1 == 1 && ".repeat(500),
];

export const REFERENCE_WAYS: readonly Way[] = [
  {
    code: "unknown_reference",
    name: "a reference to no step",
    breaks: (plan, choices) =>
      reading(plan, choices, () => choices.of(["gone", "Output", "no-such_step", "0x"])),
  },
  {
    code: "reference_not_ancestor",
    name: "a reference to itself",
    breaks: (plan, choices) => reading(plan, choices, (step) => step.id),
  },
  {
    code: "reference_not_ancestor",
    name: "a reference to a step that does not come before",
    breaks: (plan, choices) =>
      reading(plan, choices, (step) => {
        const before = upstreamOf(plan, step.id);
        return choices.of(plan.steps.map(({ id }) => id).filter((id) => !before.has(id)));
      }),
  },
  { code: "reference_field", name: "a reference to what no step has", breaks: withUnknownField },
  { code: "run_input_not_declared", name: "a reference to a run input not received", breaks: withRunInput },
  { code: "run_input_not_declared", name: "a run input no longer received", breaks: withoutRunInput },
  {
    code: "condition_syntax",
    name: "a condition that cannot be read",
    breaks: (plan, choices) => {
      const step = stepOf(plan, choices);
      return step && brokenAt(plan, step, { ...step, if: choices.of(NO_CONDITIONS) }, { path: "if" });
    },
  },
];

function reading(plan: Plan, choices: Choices, target: (step: Step) => string): Broken | null {
  const step = stepOf(plan, choices);
  if (!step) return null;
  const id = target(step);
  const reference = `${id}${choices.of([".output", ".status", ".error", ".output.total", ".output[0].name"])}`;
  const { changed, path } = withReference(step, reference, choices);
  return brokenAt(plan, step, changed, { path, says: [`$${id}.`] });
}

type Read = { changed: Step; path: string };

/** The step with a reference, written without its `$`, at one of the places that take one of any type. */
function withReference(step: Step, reference: string, choices: Choices): Read {
  const { kind, input, tool } = step;
  const written = choices.of([`$${reference}`, `before \${${reference}} after`]);
  const ways: Read[] = [
    {
      changed: {
        ...step,
        if: choices.of([`$${reference} == 1`, `!\${${reference}}`, `(1 > 2) || $${reference}`]),
      },
      path: "if",
    },
    {
      changed: {
        ...step,
        precondition: { tool: "look_up", input: { "a/b": [written] }, path: "", op: "==", value: 1 },
      },
      path: "precondition.input/a~1b/0",
    },
  ];
  if (kind === "wait") ways.push({ changed: { ...step, wait: { until: written } }, path: "wait.until" });
  if (kind === "agent")
    ways.push({ changed: { ...step, input: { deep: { er: written } } }, path: "input/deep/er" });
  if (kind === "tool" && tool === "read_page" && typeof input === "object")
    ways.push({ changed: { ...step, input: { ...input, url: written } }, path: "input/url" });
  return choices.of(ways);
}

function withUnknownField(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices);
  const other = step && choices.of([...upstreamOf(plan, step.id), step.id]);
  if (!step || other === null) return null;
  const field = choices.of(["result", "outputs", "total", "Output"]);
  const input = { key: choices.of([`$${other}.${field}`, `before \${${other}.${field}}`]) };
  const precondition = { tool: "look_up", input, path: "", op: "==" as const, value: 1 };
  return brokenAt(
    plan,
    step,
    { ...step, precondition },
    { path: "precondition.input", says: [`$${other}.${field}`] },
  );
}

function withRunInput(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices, (item) => !item.usesRunInput);
  if (!step) return null;
  const { changed, path } = withReference(step, choices.of(["input", "input.order", "input[0]"]), choices);
  return brokenAt(plan, step, changed, { path, says: ["$input"] });
}

function withoutRunInput(plan: Plan, choices: Choices): Broken | null {
  const step = stepOf(plan, choices, (item) => /\$\{?input(?![-\w])/.test(templatesOf(item)));
  return step && brokenAt(plan, step, without(step, "usesRunInput"), { says: ["$input"] });
}
