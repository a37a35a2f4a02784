import type { ToolSet } from "ai";
import { expect, test } from "vitest";
import { callMistake } from "#server/agent/call-mistake.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import { editPlanInputSchema, findToolsInputSchema } from "#server/core/edit-schema.ts";

const tools: ToolSet = {
  edit_plan: { inputSchema: toolSchema(editPlanInputSchema) },
  find_tools: { inputSchema: toolSchema(findToolsInputSchema) },
};

const removal = { op: "remove_step", step: 2, rewire: "bridge" };
const sound = { baseRevision: 1, edits: [removal], changeDescription: "Removed it" };

function mistake(name: string, input: unknown): Promise<string | null> {
  return callMistake(tools, name, typeof input === "string" ? input : JSON.stringify(input));
}

test("a sound call has no mistake, whatever its step", async () => {
  expect(await mistake("edit_plan", sound)).toBeNull();
  expect(await mistake("find_tools", { query: '{"__proto__": 1}' })).toBeNull();
});

test.each([
  [{ ...sound, baseRevision: "1" }, 'edit_plan.baseRevision must be of type number, not "1".'],
  [{ ...sound, baseRevision: 1.5 }, "edit_plan.baseRevision must be a whole number, not 1.5."],
  [{ ...sound, edits: "all" }, 'edit_plan.edits must be of type array, not "all".'],
  [
    { baseRevision: 1, edits: [removal] },
    "edit_plan.changeDescription is missing; it must be of type string.",
  ],
  [{ ...sound, approved: true }, 'edit_plan takes no "approved".'],
  [
    { ...sound, edits: [removal, { ...removal, rewire: "cut" }] },
    'edit_plan.edits[1]: remove_step.rewire must be one of "bridge", "detach", not "cut".',
  ],
  [[sound], "edit_plan must be of type object, not [{"],
  ['{"baseRevision":1,"edits":[{"op"', 'Its arguments are no JSON. A ":" is missing at line 1, column 33.'],
  [JSON.stringify(JSON.stringify(sound)), "Give the object itself, not JSON inside a text."],
  ['{"__proto__":{"baseRevision":1}}', 'No name in it may be "__proto__".'],
  ["", "edit_plan.edits is missing"],
  [`{"edits":${"[".repeat(200)}${"]".repeat(200)}}`, "It is nested deeper than 100 levels."],
  [`{"changeDescription":"${"x".repeat(1_000_000)}"}`, "characters, and 1000000 are read at most."],
])("a wrong call is told its tool, the place, what it gave and what works: %#", async (input, says) => {
  const words = await mistake("edit_plan", input);

  expect(words).toContain("edit_plan was not carried out. ");
  expect(words).toContain(says);
  expect(words?.length).toBeLessThan(600);
});

test("a tool that does not exist is told with those that do, and the one that is meant", async () => {
  expect(await mistake("edit_plans", sound)).toBe(
    'Not carried out: there is no tool "edit_plans". Did you mean "edit_plan"? The tools are edit_plan, find_tools.',
  );
  expect(await mistake("toString", {})).toContain('there is no tool "toString".');
  expect((await mistake("x".repeat(1_000_000), {}))?.length).toBeLessThan(300);
});

test("of very many mistakes the first are told and the rest counted", async () => {
  const wrong = Array.from({ length: 40 }, () => ({ op: "remove_step", step: "x".repeat(5_000) }));

  const words = await mistake("edit_plan", { ...sound, edits: wrong });

  expect(words).toContain("edit_plan.edits[4]: remove_step.rewire is missing");
  expect(words).toContain("And 35 more mistakes.");
  expect(words?.length).toBeLessThanOrEqual(1_500);
});
