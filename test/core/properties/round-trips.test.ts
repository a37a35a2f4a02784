import fc from "fast-check";
import { expect, test } from "vitest";
import { type Issue, type Plan, STEP_ID_PATTERN } from "#server/core/plan.ts";
import { importPlan } from "#server/core/plan-import.ts";
import { planToMermaid } from "#server/core/plan-mermaid.ts";
import { cases } from "#test/property.ts";
import { templatesOf } from "./broken-plan.ts";
import { choicesOf, seeds } from "./choices.ts";
import { validPlan } from "./valid-plan.ts";

function imported(text: string): { plan: Plan; issues: Issue[] } {
  const read = importPlan(text);
  if (read === null || "error" in read) throw new Error(read?.error ?? "No plan was found.");
  return read;
}

test("a sound plan that is brought in as JSON is the same plan, however the JSON is laid out", () => {
  fc.assert(
    fc.property(validPlan, fc.constantFrom(undefined, 2, "\t"), (plan, indent) => {
      const text = JSON.stringify(plan, null, indent);
      expect(imported(text)).toEqual({ plan, issues: [] });
    }),
    cases(200),
  );
});

test("a flowchart of a plan comes back with its titles and links", () => {
  fc.assert(
    fc.property(validPlan, (plan) => {
      const numbers = new Map(plan.steps.map(({ id }, index) => [id, index + 1]));
      const read = imported(`\`\`\`mermaid\n${planToMermaid(plan)}\n\`\`\``).plan.steps;
      expect(read.map(({ dependsOn }) => dependsOn)).toEqual(
        plan.steps.map(({ dependsOn }) => dependsOn.map((id) => `step${numbers.get(id)}`)),
      );
      for (const [index, { title }] of plan.steps.entries()) {
        expect(read[index]?.title).toContain(
          title
            .replace(/[\p{Cc}\p{Z}\s]+/gu, " ")
            .trim()
            .slice(0, 100),
        );
      }
    }),
    cases(200),
  );
});

test("a field that no step has is left out and told once, at its step", () => {
  fc.assert(
    fc.property(validPlan, seeds, (plan, seed) => {
      const choices = choicesOf(seed);
      const place = choices.below(plan.steps.length);
      const field = choices.of(["approved", "status", "completed", "policy", "notes", "__proto"]);
      const steps = plan.steps.map((step, index) => (index === place ? { ...step, [field]: "yes" } : step));
      const { plan: read, issues } = imported(JSON.stringify({ ...plan, steps }));
      expect(read).toEqual(plan);
      expect(issues.map(({ code, stepId, path }) => [code, stepId, path])).toEqual([
        ["ignored_field", plan.steps[place]?.id, field],
      ]);
    }),
    cases(200, 2),
  );
});

test("an id that plans cannot have is replaced wherever it is linked, and told once", () => {
  fc.assert(
    fc.property(validPlan, seeds, (plan, seed) => {
      const choices = choicesOf(seed);
      const read = plan.steps.map(templatesOf).join();
      const step = choices.of(plan.steps);
      fc.pre(!read.includes(`${step.id}.`));
      const bad = choices.of(["fetch the orders", "注文", "-a", "a.b", "x".repeat(65)]);
      const { plan: repaired, issues } = imported(JSON.stringify(withId(plan, step.id, bad)));
      const made = repaired.steps[plan.steps.indexOf(step)]?.id ?? "";
      expect(made).toMatch(STEP_ID_PATTERN);
      expect(repaired).toEqual(withId(plan, step.id, made));
      expect(issues.map(({ code, stepId }) => [code, stepId])).toEqual([["renamed_id", made]]);
    }),
    cases(200, 2),
  );
});

function withId(plan: Plan, from: string, to: string): Plan {
  const followed = (id: string) => (id === from ? to : id);
  const steps = plan.steps.map((step) => ({
    ...step,
    id: followed(step.id),
    dependsOn: step.dependsOn.map(followed),
    ...(step.verifies !== undefined && { verifies: followed(step.verifies) }),
  }));
  return { ...plan, steps };
}
