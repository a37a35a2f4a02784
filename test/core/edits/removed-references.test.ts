import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { edited, fresh, insert, refusal, refusals, remove, update } from "./edits-make.ts";
import { pipeline } from "./pipeline.ts";

test("what read the whole output of a removed step reads the one value that this step read", () => {
  const { plan, notes } = edited(pipeline(), [remove("parse")]);

  expect(plan.steps[1]?.input).toEqual({ expression: "$sum(x)", data: "$read.output.content" });
  expect(notes).toEqual(['Step 3 "sum" now reads the output of step 1 "read".']);
});

test("references in a text and in a condition follow too, over several removed steps", () => {
  const plan = pipeline({
    write: { if: "$sum.output > '$sum.output'", input: { content: "${sum.output}!" } },
  });
  const { plan: after, notes } = edited(plan, [remove("sum"), remove("parse")]);

  expect(after.steps[1]).toMatchObject({
    dependsOn: ["read"],
    if: "$read.output.content > '$sum.output'",
    input: { content: "${read.output.content}!" },
  });
  expect(notes).toEqual(['Step 4 "write" now reads the output of step 1 "read".']);
});

test("removing a step of which a part, the status or nothing single is read is refused with its readers", () => {
  const part = pipeline({ sum: { input: "$parse.output.rows" }, write: { if: "$parse.status == 'failed'" } });

  expect(refusal(part, [remove("parse")])).toBe(
    'broken_reference: Step 2 "parse" cannot be removed, because step 3 "sum" and step 4 "write" read $parse.output.rows and $parse.status. Remove those steps too, or first change what their input and condition read.',
  );
  expect(refusal(pipeline(), [remove("read")])).toBe(
    'broken_reference: Step 1 "read" cannot be removed, because step 2 "parse" reads $read.output.content. Remove that step too, or first change what its input and condition read.',
  );
  expect(refusal(pipeline(), [remove("parse", "detach")])).toContain('Step 2 "parse" cannot be removed');
});

test("a removal together with the readers, or with a new input for them, is applied", () => {
  expect(
    edited(pipeline(), [remove("read"), remove("parse"), remove("sum"), remove("write"), insert(fresh("n"))])
      .plan.steps,
  ).toHaveLength(1);
  const rest = edited(pipeline(), [
    remove("read"),
    update("parse", { field: "input", value: '{"text":"a,b"}' }),
  ]);
  expect(rest.plan.steps[0]).toMatchObject({ id: "parse", dependsOn: [], input: { text: "a,b" } });
});

test("a removal of several steps that cannot be followed to the end names what the reader read", () => {
  expect(refusal(pipeline(), [remove("read"), remove("parse"), remove("sum")])).toContain(
    'Step 3 "sum" cannot be removed, because step 4 "write" reads $sum.output.',
  );
});

test("every reader of several removed steps is named, each removal by itself", () => {
  const plan = pipeline({ sum: { input: ["$read.output.a", "$parse.output.b"] } });

  expect(refusals(plan, [remove("read"), remove("parse")])).toEqual([
    'broken_reference: Step 1 "read" cannot be removed, because step 3 "sum" reads $read.output.a. Remove that step too, or first change what its input and condition read.',
    'broken_reference: Step 2 "parse" cannot be removed, because step 3 "sum" reads $parse.output.b. Remove that step too, or first change what its input and condition read.',
  ]);
});

test("what a removed step was made from is followed only where it is one whole output", () => {
  const notFollowed: Json[] = [
    "$input.text",
    "$read.status",
    "From ${read.output}",
    ["$read.output.a", "$read.output.b"],
    ["$read.output", "$other.output"],
    "no reference",
  ];
  for (const input of notFollowed) {
    const plan = makePlan(
      { read: [], other: [], parse: ["read", "other"], sum: ["parse"] },
      { parse: { kind: "tool", tool: "t", input }, sum: { kind: "tool", tool: "t", input: "$parse.output" } },
    );
    expect(refusal(plan, [remove("parse")])).toContain('Step 3 "parse" cannot be removed');
  }
  const twice = pipeline({ parse: { input: ["$read.output", "$read.output"] } });
  expect(edited(twice, [remove("parse")]).plan.steps[1]?.input).toMatchObject({ data: "$read.output" });
});

test("a step that reads the status as well as the output of a removed step is not followed", () => {
  const plan = pipeline({ sum: { input: "$parse.output", if: "$parse.status == 'failed'" } });

  expect(refusal(plan, [remove("parse")])).toContain("reads $parse.output and $parse.status.");
});

test("removed steps that were made from each other lead nowhere", () => {
  const plan = makePlan(
    { a: [], b: ["a"], c: ["b"] },
    {
      a: { kind: "tool", tool: "t", input: "$b.output" },
      b: { kind: "tool", tool: "t", input: "$a.output" },
      c: { kind: "tool", tool: "t", input: "$b.output" },
    },
  );

  expect(refusal(plan, [remove("a"), remove("b")])).toContain(
    'Step 2 "b" cannot be removed, because step 3 "c" reads $b.output.',
  );
});

test("a reader of two removed steps reads what each of them was made from", () => {
  const tool = (input: Json): Partial<Step> => ({ kind: "tool", tool: "t", input });
  const plan = makePlan(
    { a: [], b: [], c: ["a"], d: ["b"], e: ["c", "d"] },
    { c: tool("$a.output"), d: tool("$b.output.x"), e: tool(["$c.output", "$d.output", "$c.output"]) },
  );

  expect(edited(plan, [remove("c"), remove("d")])).toMatchObject({
    plan: { steps: [{}, {}, { dependsOn: ["a", "b"], input: ["$a.output", "$b.output.x", "$a.output"] }] },
    notes: [
      'Step 5 "e" now reads the output of step 1 "a".',
      'Step 5 "e" now reads the output of step 2 "b".',
    ],
  });
});

test("a removal leaves a condition without words of its own alone", () => {
  const plan = pipeline({ sum: { if: "'open", input: "$parse.output" } });

  expect(edited(plan, [remove("parse")]).plan.steps[1]).toMatchObject({
    if: "'open",
    input: "$read.output.content",
  });
});

test("a reader of which only one of two removed steps leads somewhere stays as it was, and both are named", () => {
  const tool = (input: Json): Partial<Step> => ({ kind: "tool", tool: "t", input });
  const plan = makePlan(
    { a: [], c: ["a"], d: ["a"], e: ["c", "d"] },
    { c: tool("$a.output"), d: tool("words"), e: tool(["$c.output", "$d.output"]) },
  );

  expect(refusals(plan, [remove("c"), remove("d")])).toEqual([
    expect.stringContaining('Step 2 "c" cannot be removed, because step 4 "e" reads $c.output.'),
    expect.stringContaining('Step 3 "d" cannot be removed, because step 4 "e" reads $d.output.'),
  ]);
});

test("a removed step that waited for nothing breaks what read it, though no link is lost", () => {
  const plan = makePlan({ a: [], b: [], c: ["b"] }, { c: { if: "$a.output == 1" }, b: {} });

  expect(edited(plan, [remove("a")]).plan.steps).toHaveLength(2);
  const read = makePlan({ a: [], c: ["a"] }, { c: { if: "$a.output == 1" } });
  expect(refusal(read, [remove("a")])).toContain('Step 1 "a" cannot be removed');
});
