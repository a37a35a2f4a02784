import fc from "fast-check";
import { expect, test } from "vitest";
import { renumbered } from "#server/agent/renumbered.ts";
import type { Plan } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { cases } from "#test/property.ts";

const planOf = (ids: readonly string[]): Plan => makePlan(Object.fromEntries(ids.map((id) => [id, []])));

test("numbers of an earlier plan are told in ranges, with the steps that are gone", () => {
  const earlier = planOf(["a", "b", "c", "d", "e"]);

  expect(renumbered(earlier, earlier)).toBe("1–5 as now");
  expect(renumbered(earlier, planOf(["a", "c", "d", "e"]))).toBe('1 as now; 2 "b" is gone; 3–5 are now 2–4');
  expect(renumbered(earlier, planOf(["a", "b", "new", "c", "d", "e"]))).toBe("1–2 as now; 3–5 are now 4–6");
  expect(renumbered(earlier, planOf(["b", "a", "c", "d", "e"]))).toBe("1 is now 2; 2 is now 1; 3–5 as now");
  expect(renumbered(planOf([]), earlier)).toBe("none");
  expect(renumbered(makePlan({ x1: [] }, { x1: { title: "Print: all" } }), planOf([]))).toBe(
    '1 "Print: all" (id x1) is gone',
  );
});

test("every number leads to the same step, whatever was added, removed or moved", () => {
  const ids = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl"), { minLength: 1 });
  fc.assert(
    fc.property(ids, ids, (before, after) => {
      const words = renumbered(planOf(before), planOf(after)).split("; ");
      const places = words.flatMap((part): (readonly [number, number | null])[] => {
        const gone = /^(\d+) "/.exec(part);
        if (gone) return [[Number(gone[1]), null] as const];
        const [, from, to = from, now = from] =
          /^(\d+)(?:–(\d+))?(?: (?:is|are) now (\d+)(?:–\d+)?| as now)$/.exec(part) ?? [];
        return Array.from(
          { length: Number(to) - Number(from) + 1 },
          (_, index) => [Number(from) + index, Number(now) + index] as const,
        );
      });
      expect(places).toEqual(
        before.map((id, index) => [index + 1, after.includes(id) ? after.indexOf(id) + 1 : null]),
      );
    }),
    cases(500),
  );
});

test("a plan that was turned upside down is told in part", () => {
  const ids = Array.from({ length: 300 }, (_, index) => `s${index}`);

  expect(renumbered(planOf(ids), planOf(ids.toReversed()))).toMatch(/; and 240 more$/);
});
