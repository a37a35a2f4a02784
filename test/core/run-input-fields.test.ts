import { expect, test } from "vitest";
import { runInputForm, runInputOf } from "#server/core/run-input-fields.ts";
import { makePlan } from "#test/make.ts";

const POST = {
  name: "post",
  inputSchema: {
    type: "object",
    properties: {
      url: { type: "string" },
      limit: { type: "integer" },
      dry: { type: "boolean" },
      tags: { type: "array", items: { type: "string" } },
    },
  },
};

test("a plan that uses no run input has no form", () => {
  expect(runInputForm(makePlan({ a: [] }))).toBeNull();
});

test("the form has the names that steps read, typed by the tool that gets them", () => {
  const plan = makePlan(
    { a: [], b: [], c: [] },
    {
      a: {
        kind: "tool",
        tool: "post",
        usesRunInput: true,
        input: {
          url: "https://a.example/$" + "{input.name}",
          limit: "$input.count",
          dry: "$input.dry",
          tags: "$input.tags",
        },
      },
      b: {
        kind: "tool",
        tool: "other",
        usesRunInput: true,
        input: { x: "$input.name", y: "$input.order.id" },
      },
      c: { kind: "tool", tool: "other", input: { x: "$input.unread" } },
    },
  );

  expect(runInputForm(plan, [POST])).toEqual({
    fields: [
      { name: "name", type: "text", steps: ["a", "b"] },
      { name: "count", type: "number", steps: ["a"] },
      { name: "dry", type: "boolean", steps: ["a"] },
      { name: "tags", type: "json", steps: ["a"] },
      { name: "order", type: "json", steps: ["b"] },
    ],
    wholeReaders: [],
  });
});

test("conditions tell a type too, and steps that are given all of it are named", () => {
  const plan = makePlan(
    { a: [], b: [], c: [], d: [] },
    {
      a: {
        kind: "tool",
        tool: "post",
        usesRunInput: true,
        if: "$input.total > 30 && !($input.ok == true)",
        input: { url: "$input.url" },
      },
      b: { usesRunInput: true },
      c: { kind: "tool", tool: "post", usesRunInput: true, input: { url: "x" } },
      d: { kind: "tool", tool: "post", usesRunInput: true, input: { body: "$input", other: "$input[0]" } },
    },
  );

  expect(runInputForm(plan)).toEqual({
    fields: [
      { name: "url", type: "text", steps: ["a"] },
      { name: "total", type: "number", steps: ["a"] },
      { name: "ok", type: "boolean", steps: ["a"] },
    ],
    wholeReaders: ["b", "c", "d"],
  });
});

test("where steps read a name as different things, JSON says which it is", () => {
  const plan = makePlan(
    { a: [] },
    { a: { kind: "tool", tool: "post", usesRunInput: true, input: { limit: "$input.x", dry: "$input.x" } } },
  );

  expect(runInputForm(plan, [POST])?.fields).toEqual([{ name: "x", type: "json", steps: ["a"] }]);
});

test("what is filled in becomes a run input; empty fields are left out, and what cannot be read is named", () => {
  const form = {
    fields: [
      { name: "name", type: "text" as const, steps: [] },
      { name: "count", type: "number" as const, steps: [] },
      { name: "dry", type: "boolean" as const, steps: [] },
      { name: "order", type: "json" as const, steps: [] },
    ],
  };

  expect(runInputOf(form, { name: "01234", count: "12.5", dry: "True", order: '{"id":7}' })).toEqual({
    ok: true,
    value: { name: "01234", count: 12.5, dry: true, order: { id: 7 } },
  });
  expect(runInputOf(form, { name: " ", count: "" })).toEqual({ ok: true, value: {} });
  expect(runInputOf(form, { count: "many", dry: "perhaps", order: "{" })).toMatchObject({
    ok: false,
    error: [
      { name: "count", message: '"count" is a number, such as 12.5.' },
      { name: "dry", message: '"dry" is true or false.' },
      { name: "order", message: expect.stringMatching(/^"order" is not JSON: /) },
    ],
  });
});
