import { expect, test } from "vitest";
import type { Workspace } from "#server/core/check/workspace.ts";
import type { Step } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";
import { makeTool } from "../checked-plan.ts";
import { workspace } from "./make-broken.ts";
import { sentencesFor } from "./sentences-for.ts";

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
  ).toEqual([undefined]);
  expect(
    sentencesFor({ kind: "check", tool: "post", check }, { tools: [...workspace.tools, makeTool("post")] }),
  ).toEqual([undefined]);
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
  ).toEqual([undefined]);
});

test("a step becomes a reasoning step only when it loses nothing by it", () => {
  expect(sentencesFor({ kind: "tool" })).toEqual(["Make step 2 a reasoning step"]);
  expect(sentencesFor({ kind: "tool", input: { a: 1 } })).toEqual([undefined]);
  expect(sentencesFor({ kind: "agent", agent: "own" })).toEqual(["Make step 2 a reasoning step"]);
  expect(sentencesFor({ kind: "agent", agent: "own", input: { a: 1 } })).toEqual([undefined]);
});
