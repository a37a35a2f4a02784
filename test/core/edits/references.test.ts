import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import {
  bringBack,
  drop,
  edited,
  fresh,
  insert,
  move,
  refusal,
  remove,
  set,
  swap,
  update,
} from "./edits-make.ts";

/** read → parse → sum → write, each reading the one before it. */
function pipeline(over: Record<string, Partial<Step>> = {}) {
  const tool = (input: Json): Partial<Step> => ({ kind: "tool", tool: "t", input });
  return makePlan(
    { read: [], parse: ["read"], sum: ["parse"], write: ["sum"] },
    {
      read: tool({ path: "a.csv" }),
      parse: tool({ text: "$read.output.content" }),
      sum: tool({ expression: "$sum(x)", data: "$parse.output" }),
      write: tool({ path: "b.md", content: "Total: ${sum.output}" }),
      ...over,
    },
  );
}

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

test("taking away the order that a reference needs is refused with the reader, the reference and what would work", () => {
  const says =
    'broken_reference: Step 3 "sum" reads $parse.output, so it has to come after step 2 "parse". Keep it waiting for that step, directly or through others, or first change what its input and condition read.';

  expect(refusal(pipeline(), [drop("sum", ["parse"])])).toBe(says);
  expect(refusal(pipeline(), [set("sum", ["read"])])).toBe(says);
  expect(refusal(pipeline(), [swap("parse", "sum")])).toContain("broken_reference: ");
  expect(refusal(pipeline(), [move("parse", null, { dependsOn: ["write"], requiredBy: [] })])).toContain(
    "broken_reference: ",
  );
});

test("a new reference to a step that is not before is refused, an old one is left alone", () => {
  const input = (value: string) => update("read", { field: "input" as const, value: JSON.stringify(value) });
  const old = pipeline({ read: { input: "$gone.output" } });

  expect(refusal(pipeline(), [input("$write.output")])).toContain(
    'Step 1 "read" reads $write.output, so it has to',
  );
  expect(refusal(pipeline(), [input("$read.output")])).toContain("its own result");
  expect(refusal(pipeline(), [input("$gone.output")])).toContain('the plan has no step "gone"');
  expect(edited(old, [update("write", { field: "title", value: "W" })]).plan.steps[3]?.title).toBe("W");
});

test("a step that comes back without what it reads is refused", () => {
  const before = pipeline();
  const after = edited(before, [
    remove("sum"),
    remove("write"),
    remove("parse"),
    remove("read"),
    insert(fresh("n")),
  ]).plan;
  const history = { revisions: { 1: before, 2: after } };

  expect(refusal(after, [bringBack("sum")], history)).toContain(
    'reads $parse.output, and the plan has no step "parse"',
  );
  expect(
    edited(after, [bringBack("read"), bringBack("parse"), bringBack("sum")], history).plan.steps,
  ).toHaveLength(4);
});

test("a removal of several steps that cannot be followed to the end names what the reader read", () => {
  expect(refusal(pipeline(), [remove("read"), remove("parse"), remove("sum")])).toContain(
    'Step 3 "sum" cannot be removed, because step 4 "write" reads $sum.output.',
  );
});
