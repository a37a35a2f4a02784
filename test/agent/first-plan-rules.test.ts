import { expect, test } from "vitest";
import { plannerInstructions } from "#server/agent/planner-instructions.ts";
import { makePlan } from "#test/make.ts";
import { makeState } from "#test/planning-state.ts";

const first = plannerInstructions(makeState(null));
const later = plannerInstructions(makeState(makePlan({ a: [] })));

test("whoever plans first is told how inputs name results, the run input and secrets", () => {
  for (const written of ['"$fetch.output.items"', '"$input.ticket"', "${input.date}", "{{secret.NAME}}"])
    expect(first).toContain(written);
  expect(first).toContain("First ask find_tools");
});

test("how a step runs because others failed, and says why, is told for a first plan and for edits", () => {
  for (const instructions of [first, later]) {
    expect(instructions).toContain("$x.status == 'failed'");
    expect(instructions).toContain("${x.error}");
  }
});
