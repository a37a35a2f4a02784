import fc from "fast-check";
import { expect, test } from "vitest";
import type { Workspace } from "#server/core/check/workspace.ts";
import type { IssueCode, Plan, Step } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { annotationsOf, isDestructive, isReadOnly, isRepeatable } from "#server/core/tool.ts";
import { cases } from "#test/property.ts";
import { stepOf, upstreamOf, without } from "./broken-plan.ts";
import { type Choices, choicesOf, seeds } from "./choices.ts";
import { objectOf } from "./readable-places.ts";
import { richWorkspace, toolNamed } from "./rich-workspace.ts";
import { fullPlan } from "./valid-plan.ts";

/** A plan in which one change makes a step worth a warning. */
type Weakening = { strong: Plan; weak: Plan; warned: string };
type Weaken = (plan: Plan, choices: Choices) => Weakening | null;

const WEAKENINGS: readonly [IssueCode, Weaken][] = [
  [
    "no_expected_output",
    (plan, choices) => {
      const step = stepOf(
        plan,
        choices,
        ({ kind, outputSchema }) => kind !== "check" && kind !== "wait" && outputSchema === undefined,
      );
      const blank = { expectedOutput: choices.of(["", " \n"]) };
      return step && weakened(plan, step, { ...step, expectedOutput: "It is sent." }, { ...step, ...blank });
    },
  ],
  ["write_without_check", unconfirmed],
  [
    "irreversible_without_approval",
    (plan, choices) => {
      const step = stepOf(plan, choices, (item) => {
        const hints = hintsOf(item);
        return hints !== null && isDestructive(hints) && !isGuarded(item);
      });
      return step && weakened(plan, step, { ...step, approval: {} }, without(step, "approval"));
    },
  ],
  [
    "attempts_limited",
    (plan, choices) => {
      const step = stepOf(plan, choices, (item) => {
        const hints = hintsOf(item);
        return hints !== null && !isRepeatable(hints);
      });
      if (!step) return null;
      const often = choices.of([
        without(step, "maxAttempts"),
        { ...step, maxAttempts: 2 + choices.below(9) },
      ]);
      return weakened(plan, step, { ...step, maxAttempts: 1 }, often);
    },
  ],
  ["output_path", (plan, choices) => reading(plan, choices, ["rows.nothing", "total.more", "none"])],
  ["reference_type", (plan, choices) => reading(plan, choices, ["rows", "rows[0]"])],
];

function weakened(plan: Plan, step: Step, strong: Step, weak: Step, warned = step.id): Weakening {
  const holding = (changed: Step) => ({
    ...plan,
    steps: plan.steps.map((item) => (item === step ? changed : item)),
  });
  return { strong: holding(strong), weak: holding(weak), warned };
}

/** The one check that confirmed a step confirms nothing. */
function unconfirmed(plan: Plan, choices: Choices): Weakening | null {
  const byId = new Map(plan.steps.map((step) => [step.id, step]));
  const confirmed = Map.groupBy(plan.steps, ({ verifies }) => verifies);
  const step = stepOf(plan, choices, ({ verifies = "" }) => {
    const acting = byId.get(verifies);
    return acting !== undefined && confirmed.get(verifies)?.length === 1 && isWritingOutside(acting);
  });
  return step && weakened(plan, step, step, without(step, "verifies"), step.verifies);
}

/** A condition or a precondition that orders what stands at a place of the rows of a query. */
function reading(plan: Plan, choices: Choices, places: readonly string[]): Weakening | null {
  const path = choices.of(places);
  const gives = ({ kind, tool, outputSchema }: Step) =>
    kind === "tool" && tool === "query_rows" && outputSchema === undefined;
  const sources = new Set(plan.steps.filter(gives).map(({ id }) => id));
  const before = (step: Step) => [...upstreamOf(plan, step.id)].filter((id) => sources.has(id));
  const step = stepOf(plan, choices, (item) => item.if === undefined && before(item).length > 0);
  if (step && choices.once(2)) {
    return weakened(plan, step, step, { ...step, if: `$${choices.of(before(step))}.output.${path} > 1` });
  }
  const free = stepOf(plan, choices, ({ precondition }) => precondition === undefined);
  const precondition = { tool: "query_rows", input: { table: "orders" }, path, op: ">" as const, value: 1 };
  return free && weakened(plan, free, free, { ...free, precondition });
}

function hintsOf({ kind, tool, input }: Step) {
  return kind === "tool" && tool !== undefined ? annotationsOf(toolNamed(tool), input) : null;
}

function isWritingOutside(step: Step): boolean {
  const hints = hintsOf(step);
  return hints !== null && !isReadOnly(hints) && hints.openWorldHint !== false;
}

function isGuarded({ tool }: Step): boolean {
  return tool !== undefined && toolNamed(tool).policy === "needs_approval";
}

/** `code step` of every issue, in order. */
function issuesOf(plan: Plan, over: Partial<Workspace> = {}): string[] {
  return validatePlan(plan, { ...richWorkspace, ...over })
    .map(({ code, stepId }) => `${code} ${stepId}`)
    .sort();
}

test.each(WEAKENINGS)(
  "%s is told of the step that was weakened, and nothing else changes",
  (code, weaken) => {
    fc.assert(
      fc.property(fullPlan, seeds, (plan, seed) => {
        const weakening = weaken(plan, choicesOf(seed));
        fc.pre(weakening !== null);
        const { strong, weak, warned } = weakening;
        expect(issuesOf(weak)).toEqual([...issuesOf(strong), `${code} ${warned}`].sort());
      }),
      cases(400, WEAKENINGS.length),
    );
  },
);

test("without a model every step is told that would need one, and no other", () => {
  fc.assert(
    fc.property(fullPlan, (plan) => {
      const needing = plan.steps.filter(({ kind, tool, input }) => {
        if (kind === "reasoning") return true;
        const required = tool === undefined ? [] : toolNamed(tool).inputSchema["required"];
        return (
          Array.isArray(required) && required.some((name) => !Object.hasOwn(objectOf(input), String(name)))
        );
      });
      const told = needing.map(({ id }) => `needs_model ${id}`);
      expect(issuesOf(plan, { hasModel: false })).toEqual([...issuesOf(plan), ...told].sort());
    }),
    cases(200, 2),
  );
});

test("where runs start without a payload, each step that uses it or waits for one that does is told", () => {
  fc.assert(
    fc.property(fullPlan, fc.boolean(), (plan, hasCron) => {
      const users = new Set(plan.steps.filter(({ usesRunInput }) => usesRunInput).map(({ id }) => id));
      const told = plan.steps
        .filter(({ id }) => users.has(id) || [...upstreamOf(plan, id)].some((other) => users.has(other)))
        .map(({ id }) => `run_input_without_trigger ${id}`);
      const triggers = { hasCron, hasWebhook: hasCron };
      expect(issuesOf(plan, { triggers })).toEqual([...issuesOf(plan), ...told].sort());
    }),
    cases(200, 2),
  );
});
