import { expect, test } from "vitest";
import type { RunInputForm } from "#server/core/run-input-fields.ts";
import { emptyInput, type InputDraft, otherWay, readInput } from "#web/run/run-input-draft.ts";

const form: RunInputForm = {
  fields: [
    { name: "order", type: "number", steps: ["look"] },
    { name: "name", type: "text", steps: ["look"] },
    { name: "lines", type: "json", steps: ["write"] },
  ],
  wholeReaders: [],
};

const typed = (texts: Record<string, string>): InputDraft => ({ mode: "fields", texts, json: "" });
const written = (json: string): InputDraft => ({ mode: "json", texts: {}, json });

test("a form without fields asks for JSON at once, one with fields for them", () => {
  expect(emptyInput(form).mode).toBe("fields");
  expect(emptyInput({ fields: [], wholeReaders: ["look"] }).mode).toBe("json");
});

test("fields become one object, and nothing typed is no input", () => {
  expect(readInput(form, typed({ order: "42", name: "12", lines: "[1]" }))).toEqual({
    ok: true,
    value: { order: 42, name: "12", lines: [1] },
  });
  expect(readInput(form, typed({ order: " " }))).toEqual({ ok: true, value: null });
  expect(readInput(form, written(""))).toEqual({ ok: true, value: null });
});

test("what is wrong stands at its field", () => {
  const refused = readInput(form, typed({ order: "many", lines: "[1" }));

  expect(refused.ok ? [] : Object.keys(refused.error)).toEqual(["order", "lines"]);
  expect(readInput(form, written("{order: 1}"))).toMatchObject({
    ok: false,
    error: { json: expect.stringMatching(/not valid JSON/) },
  });
});

test("the same input can be written the other way and back", () => {
  const asJson = otherWay(form, typed({ order: "42", name: "true", lines: "[1]" }));
  const back = asJson.ok ? otherWay(form, asJson.value) : asJson;

  expect(asJson).toMatchObject({ value: { mode: "json" } });
  expect(back).toMatchObject({
    value: { mode: "fields", texts: { order: "42", name: "true", lines: "[1]" } },
  });
});

test("what the other way would lose keeps it as it is", () => {
  expect(otherWay(form, written('{"order":1,"note":"x"}'))).toEqual({
    ok: false,
    error: '"note" has no field here, and would be lost.',
  });
  expect(otherWay(form, written("[1]")).ok).toBe(false);
  expect(otherWay(form, written("{")).ok).toBe(false);
  expect(otherWay(form, typed({ order: "many" })).ok).toBe(false);
});
