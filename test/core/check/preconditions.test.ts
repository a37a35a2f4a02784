import { expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { issuesOf, makeTool } from "../checked-plan.ts";

const inputSchema = {
  type: "object",
  properties: { path: { type: "string" }, encoding: { type: "string" } },
  required: ["path"],
};
const tools = [makeTool("read_file", { readOnlyHint: true }, { inputSchema })];

function errorsOf(step: Partial<Step>): string[] {
  return issuesOf(makePlan({ a: [] }, { a: step }), { tools })
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code}: ${message}`);
}

test("a precondition gives all that its tool needs, because no model makes the rest", () => {
  const look = { tool: "read_file", path: "", op: "exists", value: true } as const;
  const needs =
    'input_schema: Step 1 "a" gives the tool "read_file" a wrong input: precondition.input needs "path".';

  expect(errorsOf({ precondition: look })).toEqual([needs]);
  expect(errorsOf({ precondition: { ...look, input: { encoding: "utf8" } } })).toEqual([needs]);
  expect(errorsOf({ precondition: { ...look, input: { path: "$input.file" } }, usesRunInput: true })).toEqual(
    [],
  );
  expect(errorsOf({ kind: "tool", tool: "read_file", input: { encoding: "utf8" } })).toEqual([]);
});
