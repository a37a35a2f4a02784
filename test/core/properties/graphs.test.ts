import fc from "fast-check";
import { expect, test } from "vitest";
import type { Plan, Step } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan, makeStep } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { type Choices, choicesOf, seeds, shuffled } from "./choices.ts";
import { circleFrom, linksOf, toldCircle } from "./told-circle.ts";

/** `code step` of every error, a circle with its whole way. */
function errorsOf(steps: Step[]): string[] {
  const plan: Plan = { ...makePlan({}), steps };
  return validatePlan(plan, { tools: [], agents: [], hasModel: true })
    .filter(({ severity }) => severity === "error")
    .map((issue) =>
      issue.code === "cycle" ? `cycle ${toldCircle(issue).join(" → ")}` : `${issue.code} ${issue.stepId}`,
    );
}

type Part = { steps: Step[]; faults: string[]; ring: string[] };

/** Some steps with a fault of one sort; they may wait for others that are known to be in front of them. */
function partFrom(name: string, front: readonly string[], choices: Choices): Part {
  const step = (id: string, ...dependsOn: string[]) =>
    makeStep(id, [...choices.some(front, 2), ...dependsOn]);
  switch (choices.below(5)) {
    case 0:
      return { steps: [step(name)], faults: [], ring: [] };
    case 1:
      return { steps: [step(name, name)], faults: [`self_dependency ${name}`], ring: [] };
    case 2:
      return { steps: [step(name, `${name}-gone`)], faults: [`missing_dependency ${name}`], ring: [] };
    case 3:
      return { steps: [step(name), step(name)], faults: [`duplicate_id ${name}`], ring: [] };
    default: {
      const ring = Array.from({ length: 2 + choices.below(5) }, (_, place) => `${name}-${place}`);
      const looped = choices.some(ring, 2);
      const doubled = choices.some(ring, 1);
      const linked = ring.map((id, place) =>
        step(id, ring.at(place - 1) ?? id, ...(looped.includes(id) ? [id] : [])),
      );
      return {
        steps: [...linked, ...doubled.map((id) => step(id))],
        faults: [
          ...looped.map((id) => `self_dependency ${id}`),
          ...doubled.map((id) => `duplicate_id ${id}`),
        ],
        ring,
      };
    }
  }
}

test("every fault of a graph is told once: circles that share no step, loops, doubles and links to nothing", () => {
  fc.assert(
    fc.property(fc.array(seeds, { minLength: 1, maxLength: 8 }), seeds, (numbers, seed) => {
      const parts: Part[] = [];
      for (const [place, number] of numbers.entries()) {
        const front = parts.flatMap(({ steps }) => steps.map(({ id }) => id));
        parts.push(partFrom(`s${place}`, front, choicesOf(number)));
      }
      const all = parts.flatMap(({ steps }) => steps);
      const steps = shuffled(all, choicesOf(seed));
      const list = steps.map(({ id }) => id);
      const circles = parts.flatMap(({ ring }) =>
        ring.length === 0 ? [] : [`cycle ${circleFrom(ring, list).join(" → ")}`],
      );

      const expected = [...parts.flatMap(({ faults }) => faults), ...circles];
      expect(errorsOf(steps).sort()).toEqual(expected.sort());
    }),
    cases(500),
  );
});

test("of circles that share a step the shortest is told, as a way that is there", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 6 }),
      seeds,
      (sizes, seed) => {
        const loops = sizes.map((size, loop) =>
          Array.from({ length: size }, (_, place) => `s${loop}-${place}`),
        );
        const steps = [
          makeStep(
            "hub",
            loops.flatMap((loop) => loop.slice(-1)),
          ),
          ...loops.flatMap((loop) => loop.map((id, place) => makeStep(id, [loop[place - 1] ?? "hub"]))),
        ];
        const links = new Set(
          steps.flatMap(({ id, dependsOn }) => dependsOn.map((other) => `${other} → ${id}`)),
        );
        const [error = "", ...more] = errorsOf(shuffled(steps, choicesOf(seed)));
        const circle = error.replace("cycle ", "").split(" → ");

        expect(more).toEqual([]);
        expect(linksOf(circle).filter((link) => !links.has(link))).toEqual([]);
        expect(circle).toHaveLength(Math.min(...sizes) + 2);
        expect(new Set(circle).size).toBe(circle.length - 1);
      },
    ),
    cases(300),
  );
});

test("a circle through hundreds of steps is told whole", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 500 }), seeds, (size, seed) => {
      const ring = Array.from({ length: size }, (_, place) => `s${place}`);
      const linked = ring.map((id, place) => makeStep(id, [ring.at(place - 1) ?? id]));
      const steps = shuffled(linked, choicesOf(seed));
      const list = steps.map(({ id }) => id);

      expect(errorsOf(steps)).toEqual([`cycle ${circleFrom(ring, list).join(" → ")}`]);
    }),
    cases(200, 20),
  );
});
