import { expect, test } from "vitest";
import type { JsonSchema } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";
import { issuesOf, makeTool } from "../checked-plan.ts";

test("without a model a step has to fix everything that its tool asks for", () => {
  const said = (inputSchema: JsonSchema, step: Partial<Step>) =>
    validatePlan(makePlan({ a: [] }, { a: { kind: "tool", tool: "get", ...step } }), {
      tools: [makeTool("get", { readOnlyHint: true }, { inputSchema })],
      agents: ["digest"],
      hasModel: false,
    }).map(({ code, path, message }) => `${code} ${path}: ${message}`);
  const two = { type: "object", required: ["url", "mode"] };
  const TELL = "to a language model and none is set, so it would fail. Set MODEL, or give the input.";

  expect(said(two, {})).toEqual([`needs_model input: Step 1 "a" leaves "url", "mode" of "get" ${TELL}`]);
  expect(said(two, { input: { mode: "x" } })).toEqual([
    `needs_model input: Step 1 "a" leaves "url" of "get" ${TELL}`,
  ]);
  expect(said(two, { input: { mode: "x", url: "$a" } }).filter((text) => text.startsWith("needs"))).toEqual(
    [],
  );
  expect(said({ type: "object", required: "url" }, {})).toEqual([]);
  expect(said({ type: "object" }, {})).toEqual([]);
  expect(said(two, { kind: "agent", tool: undefined, agent: "digest" })).toEqual([]);
});

test("a check and a wait are not asked what done looks like", () => {
  const check = { path: "", op: "exists", value: true, everySeconds: 1, withinSeconds: 9 } as const;
  const steps: [Partial<Step>, number][] = [
    [{ kind: "tool", tool: "read" }, 1],
    [{ kind: "reasoning" }, 1],
    [{ kind: "agent", agent: "digest" }, 1],
    [{ kind: "check", tool: "read", check }, 0],
    [{ kind: "wait", wait: { seconds: 1 } }, 0],
  ];
  for (const [step, count] of steps)
    expect([step.kind, issuesOf(makePlan({ a: [] }, { a: { ...step, expectedOutput: "" } })).length]).toEqual(
      [step.kind, count],
    );
});

test("a tool that writes in its own place only is not asked for a check", () => {
  const note = makeTool("note", { openWorldHint: false, destructiveHint: false, idempotentHint: true });
  const warned = (step: Partial<Step>) =>
    issuesOf(makePlan({ a: [] }, { a: { kind: "tool", tool: "note", ...step } }), { tools: [note] }).map(
      ({ code }) => code,
    );

  expect(warned({})).toEqual([]);
  expect(warned({ kind: "reasoning", tool: undefined })).toEqual([]);
});

test("steps behind a circle, and a step that uses the run input itself, are told once", () => {
  const plan = makePlan(
    { a: [], b: ["a"], c: ["b", "c"], d: ["c"] },
    { a: { usesRunInput: true }, b: { usesRunInput: true } },
  );
  const told = issuesOf(plan, { triggers: { hasCron: true, hasWebhook: true } }).filter(
    ({ code }) => code === "run_input_without_trigger",
  );

  expect(told.map(({ stepNumber }) => stepNumber)).toEqual([1, 2]);
  expect(told[0]?.message).toBe(
    'Step 1 "a" uses the run input, and a schedule starts runs without one. Give the input when you start a run, or set a webhook.',
  );
});

test("a step behind several that use the run input names the first that it waits for", () => {
  const plan = makePlan(
    { a: [], b: [], c: ["b", "a"], d: ["c"] },
    { a: { usesRunInput: true }, b: { usesRunInput: true } },
  );
  const told = issuesOf(plan, { triggers: { hasCron: false, hasWebhook: false } }).map(
    ({ message }) => message,
  );

  expect(told.slice(2)).toEqual([
    'Step 3 "c" depends on step 2 "b", which uses the run input, and no webhook is set that would deliver one.',
    'Step 4 "d" depends on step 2 "b", which uses the run input, and no webhook is set that would deliver one.',
  ]);
});

test("a reference to a step without a tool says nothing of a type", () => {
  const plan = makePlan(
    { a: [], b: ["a"] },
    { a: { kind: "tool" }, b: { kind: "tool", tool: "read", input: { x: "$a.output.y" } } },
  );

  expect(issuesOf(plan).map(({ code }) => code)).toEqual(["kind_fields"]);
});
