import { expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { edited, fresh, insert, refusal, refusals, remove, update } from "./edits-make.ts";
import { pipeline } from "./pipeline.ts";

test("the result of a step is not what it was made from: a removal that leaves a reader is refused", () => {
  expect(refusal(pipeline(), [remove("parse")])).toBe(
    'broken_reference: Step 2 "parse" cannot be removed, because step 3 "sum" reads $parse.output. Remove that step too, or first change what its input and condition read.',
  );
  const read = pipeline({ write: { if: "$sum.output > 100", input: { content: "${sum.output}!" } } });
  expect(refusal(read, [remove("sum")])).toContain('because step 4 "write" reads $sum.output.');
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

test("a removal of several steps in a row names what the step behind them reads", () => {
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

test("a removed step that waited for nothing breaks what read it, though no link is lost", () => {
  const plan = makePlan({ a: [], b: [], c: ["b"] }, { c: { if: "$a.output == 1" }, b: {} });

  expect(edited(plan, [remove("a")]).plan.steps).toHaveLength(2);
  const read = makePlan({ a: [], c: ["a"] }, { c: { if: "$a.output == 1" } });
  expect(refusal(read, [remove("a")])).toContain('Step 1 "a" cannot be removed');
});
