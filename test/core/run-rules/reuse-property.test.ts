import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalStep } from "#server/core/canonical-plan.ts";
import { type Json, canonicalJson } from "#server/core/json.ts";
import type { OnError, Plan, Step } from "#server/core/plan.ts";
import { resolveTemplate } from "#server/core/resolve-template.ts";
import { reusableSteps } from "#server/core/run-rules/reuse.ts";
import { type StepState, newStepState } from "#server/core/run-rules/run-state.ts";
import { makeStep } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { done, fails } from "./results.ts";
import { openRun } from "./walk.ts";

const IDS = ["a", "b", "c", "d", "e", "f", "g"];
const ON_ERROR: readonly OnError[] = ["skip_dependents", "stop", "skip", "continue"];

/** What one step is made of; the same drawing twice is the same step. */
const drawing = fc.record({
  isThere: fc.boolean(),
  instructions: fc.constantFrom("one", "two"),
  title: fc.constantFrom("A title", "Another"),
  earlier: fc.subarray([0, 1, 2, 3, 4, 5]),
  reads: fc.nat(6),
  usesRunInput: fc.boolean(),
  onError: fc.constantFrom(...ON_ERROR),
  condition: fc.constantFrom("none", "none", "completed", "failed"),
});
type Drawing = typeof drawing extends fc.Arbitrary<infer Value> ? Value : never;

function planOf(drawings: readonly Drawing[]): Plan {
  const there = IDS.filter((_id, place) => drawings[place]?.isThere);
  const steps = IDS.flatMap((id, place): Step[] => {
    const drawn = drawings[place];
    if (!drawn?.isThere) return [];
    const dependsOn = drawn.earlier.flatMap((other) => {
      const name = IDS[other] ?? "";
      return other < place && there.includes(name) ? [name] : [];
    });
    const [first] = dependsOn;
    const read = dependsOn[drawn.reads];
    const over: Partial<Step> = {
      title: drawn.title,
      instructions: drawn.instructions,
      usesRunInput: drawn.usesRunInput,
      onError: drawn.onError,
      input: [drawn.usesRunInput ? "$input" : "none", read === undefined ? "nothing" : `$${read}.output`],
      ...(first !== undefined &&
        drawn.condition !== "none" && { if: `$${first}.status == '${drawn.condition}'` }),
    };
    return [makeStep(id, dependsOn, over)];
  });
  return { title: "P", objective: "O", steps, assumptions: [], completionCriteria: "", tags: [] };
}

/** Walks a run in a world where equal work on equal input makes an equal output. */
function walk(plan: Plan, input: Json, failing: ReadonlySet<string>, reused = new Map<string, StepState>()) {
  const run = openRun(plan, input, reused);
  const inputs = new Map<string, string>();
  const done_ = new Set<string>();
  for (run.look(); run.running().length > 0; ) {
    for (const id of run.running()) {
      const step = plan.steps.find((other) => other.id === id);
      if (!step) throw new Error(`No step "${id}"`);
      const steps = Object.fromEntries(
        [...run.state().steps].map(([stepId, { status, output }]) => [
          stepId,
          { status: status === "completed" ? status : ("skipped" as const), output },
        ]),
      );
      const resolved = resolveTemplate(step.input ?? null, { input, steps });
      const given = resolved.ok ? canonicalJson(resolved.value) : "unreadable";
      inputs.set(id, given);
      done_.add(id);
      const work = canonicalJson({ ...canonicalStep(step), title: "" });
      const isFailing = failing.has(id) || !resolved.ok;
      run.settle(id, isFailing ? fails("No.", "not_retryable") : done(`${work} of ${given}`.length + work));
    }
  }
  return { steps: run.state().steps, inputs, done: done_ };
}

test("what is reused is what a fresh run would make, of the same input, and only where all before it completed", () => {
  let taken = 0;
  const changes = fc.record({ place: fc.nat(6), to: drawing });
  fc.assert(
    fc.property(
      fc.array(drawing, { minLength: 7, maxLength: 7 }),
      fc.array(changes, { maxLength: 2 }),
      fc.subarray(IDS),
      fc.boolean(),
      (drawings, edits, failing, hasNewInput) => {
        const before = planOf(drawings);
        const after = planOf(
          drawings.map((drawn, place) => edits.find((edit) => edit.place === place)?.to ?? drawn),
        );
        const input = hasNewInput ? 2 : 1;
        const earlier = walk(before, 1, new Set(failing));
        const reused = reusableSteps(after, input, { plan: before, input: 1, steps: earlier.steps });
        const fresh = walk(after, input, new Set());
        const states = [...reused.keys()].map(
          (id) => [id, { ...newStepState(), ...reused.get(id) }] as const,
        );
        const next = walk(after, input, new Set(), new Map(states));

        for (const [id, state] of reused) {
          taken += 1;
          const step = after.steps.find((other) => other.id === id);
          expect(state.status).toBe("completed");
          expect(state.output).toEqual(fresh.steps.get(id)?.output);
          expect(earlier.inputs.get(id)).toBe(fresh.inputs.get(id));
          expect(step?.dependsOn.every((other) => reused.has(other))).toBe(true);
          expect(next.done.has(id)).toBe(false);
        }
        const outputs = (steps: ReadonlyMap<string, StepState>) =>
          [...steps].map(([id, { status, output }]) => [id, status, output]);
        expect(outputs(next.steps)).toEqual(outputs(fresh.steps));
      },
    ),
    cases(300),
  );
  expect(taken).toBeGreaterThan(0);
});
