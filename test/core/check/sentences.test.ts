import { expect, test } from "vitest";
import type { Workspace } from "#server/core/check/workspace.ts";
import type { Step } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";
import { makeTool } from "../checked-plan.ts";
import { workspace } from "./make-broken.ts";

/** The sentences for the second of three steps, of which each waits for the one before. */
function sentencesFor(step: Partial<Step>, over: Partial<Workspace> = {}): (string | undefined)[] {
  const plan = makePlan({ a: [], b: ["a"], c: ["b"] }, { a: { kind: "tool", tool: "read_file" }, b: step });
  return validatePlan(plan, { ...workspace, ...over }).map(({ say }) => say);
}

test("a sentence about a title is made of the first words that there are", () => {
  const titles: [Partial<Step>, string][] = [
    [{ title: " ", instructions: "fetch the orders of today. Then stop." }, "Fetch the orders of today"],
    [{ title: "", instructions: "  Ask\nAnn" }, "Ask"],
    [{ title: "", instructions: 'Do `x` with "y"!' }, "Do x with y"],
    [
      { title: "", instructions: "word ".repeat(20) },
      "Word word word word word word word word word word word word",
    ],
    [{ title: "", instructions: "" }, "B"],
    [{ title: "", instructions: "Take v1.5 of it\nand stop.\nNow." }, "Take v1.5 of it"],
    [{ title: "", instructions: "Stop.Now! Or later? No." }, "Stop.Now"],
    [
      { title: "", instructions: `${"word ".repeat(11)}longer  words` },
      "Word word word word word word word word word word word",
    ],
    [{ title: "éclair ".repeat(40) }, "Éclair éclair éclair éclair éclair éclair éclair éclair"],
  ];
  for (const [step, title] of titles) expect(sentencesFor(step)).toEqual([`Rename step 2 to "${title}"`]);
  const byId = makePlan(
    { "-fetch--all.orders-": [] },
    { "-fetch--all.orders-": { title: "", instructions: " " } },
  );
  expect(validatePlan(byId, workspace)[0]?.say).toBe('Rename step 1 to "Fetch all orders"');
  const unnamed = makePlan({ "--": [] }, { "--": { title: "", instructions: "?" } });
  expect(validatePlan(unnamed, workspace).map(({ code, say }) => [code, say])).toEqual([
    ["bad_title", 'Rename step 1 to "Step 1"'],
    ["bad_id", "Give step 1 another id"],
  ]);
});

test("a plan without a word of its own has no sentence that would name it", () => {
  const plan = { ...makePlan({ a: [] }), title: "", objective: " " };

  expect(validatePlan(plan, workspace).map(({ code, say }) => [code, say])).toEqual([
    ["bad_title", undefined],
    ["bad_objective", undefined],
  ]);
});

test("a reference that nothing takes the place of goes with what holds it", () => {
  const fields: [Partial<Step>, string | undefined][] = [
    [
      { kind: "tool", tool: "read_file", input: { path: "$zzzz.output" } },
      "Leave path out of the input of step 2",
    ],
    [
      { kind: "tool", tool: "count", input: { "a/b": "$zzzz.output" } },
      "Leave a/b out of the input of step 2",
    ],
    [{ kind: "agent", agent: "digest", input: "$zzzz.output" }, "Drop the input of step 2"],
    [{ if: "$zzzz.output == 1" }, "Remove the condition of step 2"],
    [
      {
        precondition: {
          tool: "read_file",
          input: { path: "$zzzz.output" },
          path: "",
          op: "exists",
          value: true,
        },
      },
      "Drop the precondition of step 2",
    ],
    [{ kind: "wait", wait: { until: "$zzzz.output" } }, undefined],
  ];
  for (const [step, sentence] of fields) {
    const said = sentencesFor(step).filter((say) => !say?.startsWith("Rename the parameter"));
    expect([step, said.at(0)]).toEqual([step, said.length > 1 ? expect.anything() : sentence]);
    expect(said).toContain(sentence);
  }
});

test("a reference inside a text stays inside its braces", () => {
  const input = { path: "${fetsh.output.content} and ${fetch.output.contnt}" };
  const plan = makePlan(
    { fetch: [], b: ["fetch"] },
    { fetch: { kind: "tool", tool: "read_file" }, b: { kind: "tool", tool: "read_file", input } },
  );

  expect(validatePlan(plan, workspace).map(({ say }) => say)).toEqual([
    'Replace "${fetsh.output.content}" with "${fetch.output.content}" in step 2',
    'Replace "${fetch.output.contnt}" with "${fetch.output.content}" in step 2',
  ]);
});

test("a text with quotation marks stands between backticks", () => {
  const input = { path: '$a["content"]' };

  expect(sentencesFor({ kind: "tool", tool: "read_file", input })).toEqual([
    'Replace `$a["content"]` with "$a.output.content" in step 2',
  ]);
});

test("a step that waits for this one is no step to refer to, to confirm or to depend on", () => {
  const check = { path: "", op: "exists", value: true, everySeconds: 1, withinSeconds: 9 } as const;
  const asCheck: Partial<Step> = { kind: "check", tool: "read_file", input: {}, check };

  expect(sentencesFor({ kind: "tool", tool: "read_file", input: { path: "$c.output" } })).toEqual([
    "Leave path out of the input of step 2",
  ]);
  expect(sentencesFor({ ...asCheck, verifies: "c" })).toEqual(["Step 2 verifies nothing"]);
  expect(sentencesFor({ ...asCheck, verifies: "b" })).toEqual(["Step 2 verifies nothing"]);
  const ids = makePlan({ "step-one": ["step-twoo"], "step-two": ["step-one"] });
  expect(validatePlan(ids, workspace).map(({ say }) => say)).toEqual([
    "Remove the dependency of step 1 on step-twoo",
  ]);
  const late = makePlan(
    { "step-one": [], "step-two": ["step-one"] },
    { "step-one": { ...asCheck, verifies: "step-twoo" } },
  );
  expect(validatePlan(late, workspace).map(({ say }) => say)).toEqual(["Step 1 verifies nothing"]);
});

test("a mistyped dependency that the step has anyway only goes away", () => {
  const plan = makePlan({ fetch: [], send: ["fetch", "fetsh"] });

  expect(validatePlan(plan, workspace).map(({ say }) => say)).toEqual([
    "Remove the dependency of step 2 on fetsh",
  ]);
});

test("what is wrong with a precondition's input is mended by taking the precondition away", () => {
  const look = (input: Step["input"]) =>
    sentencesFor({ precondition: { tool: "read_file", input, path: "", op: "exists", value: true } });

  expect(look({ path: 5 })).toEqual(["Drop the precondition of step 2"]);
  expect(new Set(look({ pth: "x" }))).toEqual(new Set(["Drop the precondition of step 2"]));
});

test("a value of another type is written as text where a text belongs, and left out elsewhere", () => {
  const inputs: [Step["input"], string][] = [
    [{ path: true }, 'Set the path of step 2 to "true"'],
    [{ path: ["a"] }, "Leave path out of the input of step 2"],
    [{ lines: "many" }, "Leave lines out of the input of step 2"],
    [{ lines: 1.5 }, "Leave lines out of the input of step 2"],
  ];
  for (const [input, sentence] of inputs)
    expect(sentencesFor({ kind: "tool", tool: "read_file", input })).toEqual([sentence]);
  expect(sentencesFor({ kind: "tool", tool: "count", input: { list: [5] } })).toEqual([
    "Leave list out of the input of step 2",
  ]);
  expect(sentencesFor({ kind: "tool", tool: "count", input: { options: { zzzzz: 1 } } })).toEqual([
    "Leave options.zzzzz out of the input of step 2",
  ]);
});

test("a check reads with the value for which its tool only reads, if there is one", () => {
  const check = { path: "", op: "exists", value: true, everySeconds: 1, withinSeconds: 9 } as const;
  const READ = { readOnlyHint: true };
  const cases = (annotationCases: NonNullable<Workspace["tools"][number]["annotationCases"]>) =>
    sentencesFor(
      { kind: "check", tool: "call", input: { mode: "x" }, check },
      {
        tools: [...workspace.tools, makeTool("call", {}, { annotationCases })],
      },
    );

  expect(cases([{ parameter: "mode", isOneOf: [null, "peek", "look"], annotations: READ }])).toEqual([
    'Set the mode of step 2 to "peek"',
  ]);
  expect(
    cases([
      { parameter: "mode", isOneOf: ["add"], annotations: {} },
      { parameter: "dry", isOneOf: [true], annotations: READ },
    ]),
  ).toEqual(["Make step 2 a reasoning step"]);
  expect(
    sentencesFor({ kind: "check", tool: "post", check }, { tools: [...workspace.tools, makeTool("post")] }),
  ).toEqual(["Make step 2 a reasoning step"]);
  expect(
    sentencesFor({
      precondition: {
        tool: "http_request",
        input: { url: "https://example.com", method: "POST" },
        path: "",
        op: "exists",
        value: true,
      },
    }),
  ).toEqual(["Drop the precondition of step 2"]);
});

test("a run input is delivered by a webhook; no sentence undoes a schedule", () => {
  const said = (hasCron: boolean, hasWebhook: boolean) =>
    sentencesFor({ usesRunInput: true }, { triggers: { hasCron, hasWebhook } });

  expect(said(false, false)).toEqual(["Set up a webhook", "Set up a webhook"]);
  expect(said(true, false)).toEqual([undefined, undefined]);
  expect(said(true, true)).toEqual([undefined, undefined]);
});

test("a circle is opened where its first step waits", () => {
  const plan = makePlan({ a: ["c"], b: ["a"], c: ["b"], d: ["e"], e: ["d"], f: ["f"] });

  expect(validatePlan(plan, workspace).map(({ code, say }) => [code, say])).toEqual([
    ["cycle", "Step 1 does not depend on step 3"],
    ["cycle", "Step 4 does not depend on step 5"],
    ["self_dependency", "Step 6 does not depend on itself"],
  ]);
});

test("too many steps are merged into the last one that fits", () => {
  const count = (steps: number) =>
    validatePlan(
      makePlan(Object.fromEntries(Array.from({ length: steps }, (_, index) => [`s${index}`, []]))),
      workspace,
    );

  expect(count(500)).toEqual([]);
  expect(count(501).map(({ say }) => say)).toEqual(["Merge steps 500 and 501"]);
  expect(count(503).map(({ say }) => say)).toEqual(["Merge steps 500 to 503"]);
});
