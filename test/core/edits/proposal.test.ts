import { expect, test } from "vitest";
import { proposePlanInputSchema } from "#server/core/edit-schema.ts";
import { buildPlan } from "#server/core/plan-edits.ts";
import { proposalOf } from "#test/proposal.ts";
import { fresh, shape } from "./edits-make.ts";

function built(steps: ReturnType<typeof fresh>[], over: object = {}): string {
  const result = buildPlan({ title: "T", objective: "O", steps, ...over }, { usedIds: new Set(["old"]) });
  return result.ok
    ? shape(result.value.plan)
    : result.error.map((issue) => `${issue.code}: ${issue.message}`).join(" ");
}

test("a first plan is linked by id, by number and forwards", () => {
  expect(built([fresh("x"), fresh("y", ["x"]), fresh("z", [2])])).toBe("x< y<x z<y");
  expect(built([fresh("x", ["y"]), fresh("y")])).toBe("x<y y<");
});

test("a first plan with doubled or used ids, a circle or no steps is refused", () => {
  expect(built([fresh("x"), fresh("x")])).toBe(
    'duplicate_id: Two steps have the id "x". Every step needs its own.',
  );
  expect(built([fresh("old")])).toContain('used_id: The id "old" belonged to a step that was removed.');
  expect(built([fresh("x", ["y"]), fresh("y", ["x"])])).toContain("cycle: ");
  expect(built([fresh("x", ["x"])])).toBe(
    'self_dependency: The new step "New x" cannot wait for itself. Name another step.',
  );
  expect(built([fresh("x", ["gone"])])).toBe(
    'missing_step: There is no step with the id "gone". The plan has one step.',
  );
  expect(built([])).toBe("no_steps: A plan needs at least one step.");
});

test("a first plan needs a title and an objective that fit", () => {
  const empty = "cannot be empty. Give one of 1 to";

  expect(built([fresh("x")], { title: " ", objective: "" })).toBe(
    `bad_title: The title ${empty} 120 characters. bad_objective: The objective ${empty} 4000 characters.`,
  );
  expect(built([fresh("x")], { title: "x".repeat(121) })).toContain("bad_title: ");
  expect(built([fresh("x")], { objective: "x".repeat(4_001) })).toContain("bad_objective: ");
});

test("every fault of a first plan is told at once", () => {
  const settings = [{ field: "tool" as const, value: "t" }];

  expect(built([fresh("x", ["gone"]), fresh("y", [], settings), fresh("z", [9])])).toBe(
    [
      'missing_step: There is no step with the id "gone". The plan has steps 1 to 3.',
      'kind_fields: The new step "New y" is a reasoning step, which takes no tool. Set its kind to tool or check in the same list of edits, or leave tool out.',
      "missing_step: There is no step 9. The plan has steps 1 to 3.",
    ].join(" "),
  );
  expect(built([fresh("x"), fresh("x"), fresh("x"), fresh("old"), fresh("no good")])).toBe(
    [
      'used_id: The id "old" belonged to a step that was removed. Choose another, such as "old-2", or bring that step back with restore_step.',
      'bad_id: "no good" is no id: letters, digits, - and _, at most 64, beginning with a letter or digit, and not "input".',
      'duplicate_id: Two steps have the id "x". Every step needs its own.',
    ].join(" "),
  );
});

test("a first plan has all that was proposed, and no more", () => {
  const steps = [fresh("x", [], [{ field: "retries", value: 1 }]), fresh("y", ["x"])];
  const [x, y] = steps.map(({ settings: _settings, ...step }) => step);
  const given = { assumptions: ["A"], completionCriteria: "C", tags: ["t"] };

  expect(buildPlan({ title: "T", objective: "O", steps, ...given })).toEqual({
    ok: true,
    value: {
      plan: { title: "T", objective: "O", ...given, steps: [{ ...x, maxAttempts: 2 }, y] },
      notes: [],
    },
  });
  expect(buildPlan({ title: "T", objective: "O", steps: [fresh("x")] })).toMatchObject({
    ok: true,
    value: { plan: { assumptions: [], completionCriteria: "", tags: [] } },
  });
});

test("references of a first plan that do not hold are told as notes", () => {
  const steps = [
    fresh("x", [], [{ field: "if", value: "$y.output == 1 && $gone.status == 'failed'" }]),
    { ...fresh("y", [], [{ field: "verifies", value: "x" }]), kind: "check" as const },
    fresh("z", ["y"], [{ field: "if", value: "$y.output == 1" }]),
  ];

  expect(buildPlan({ title: "T", objective: "O", steps })).toMatchObject({
    ok: true,
    value: {
      notes: [
        'Step 1 "New x" refers to $y, which does not come before it.',
        'Step 1 "New x" refers to $gone, which does not come before it.',
        'Step 2 "New y" confirms step 1 "New x", which does not come before it.',
      ],
    },
  });
});

test("a first plan has at most 500 steps", () => {
  const many = Array.from({ length: 501 }, (_, index) => fresh(`s${index}`));

  expect(built(many)).toContain("too_many_steps: A plan has at most 500 steps; this one would have 501.");
});

test.each<[string, unknown, object | undefined]>([
  ["left out", undefined, undefined],
  ["null", null, undefined],
  ["as JSON text", '{"toolCalls":12,"costUsd":2}', { toolCalls: 12, costUsd: 2 }],
  ["as an object", { wallSeconds: 600, tokens: null }, { wallSeconds: 600 }],
])("a proposal says what one run may use: %s", (_how, budget, expected) => {
  const proposal = proposePlanInputSchema.parse({ ...proposalOf("Read", "Write"), budget });

  const result = buildPlan(proposal);

  expect(result.ok && result.value.plan.budget).toEqual(expected);
});

test.each<[unknown, string]>([
  ["12 calls", "budget"],
  ['{"calls":12}', "calls"],
  ['{"toolCalls":"many"}', "toolCalls"],
])("a budget that cannot be read is refused by its name: %s", (budget, named) => {
  const read = proposePlanInputSchema.safeParse({ ...proposalOf("Read"), budget });

  expect(read.success).toBe(false);
  expect(JSON.stringify(read.error?.issues)).toContain(named);
});

test("a proposal whose budget lets no run do anything is refused", () => {
  const result = buildPlan(
    proposePlanInputSchema.parse({ ...proposalOf("Read"), budget: '{"toolCalls":0}' }),
  );

  expect(!result.ok && result.error[0]?.message).toContain("The budget's toolCalls cannot be 0");
});
