import fc from "fast-check";
import { expect, test } from "vitest";
import { draftOf, inputOf } from "#web/approvals/input-draft.ts";
import { readableFields } from "#web/approvals/readable-input.ts";
import { jsonSchema } from "#server/core/json.ts";

const input = fc.jsonValue().map((value) => jsonSchema.parse(JSON.parse(JSON.stringify(value))));

test("an input that nobody changed comes back as it was", () => {
  fc.assert(
    fc.property(input, (value) => {
      expect(inputOf(draftOf(value), value)).toEqual({ ok: true, value });
    }),
  );
});

test("a text field is edited as text, beside data that stays as it was", () => {
  const original = { path: "a.txt", retries: 2, content: 'He said "no"\nand left' };
  const draft = draftOf(original);

  expect(draft.texts).toEqual({ path: "a.txt", content: 'He said "no"\nand left' });
  const edited = inputOf({ ...draft, texts: { ...draft.texts, content: "Line 1\n\\n" } }, original);

  expect(edited).toEqual({ ok: true, value: { path: "a.txt", retries: 2, content: "Line 1\n\\n" } });
  expect(JSON.stringify(edited.ok && Object.keys(edited.value ?? {}))).toBe('["path","retries","content"]');
});

test("line ends of the original survive a text area, which knows line feeds only", () => {
  const original = { content: "a\r\nb" };

  expect(inputOf({ texts: { content: "a\nb\nc" }, rest: "" }, original)).toEqual({
    ok: true,
    value: { content: "a\r\nb\r\nc" },
  });
});

test("what is no JSON, no object or stands twice is refused in words", () => {
  const original = { content: "x", retries: 2 };
  const refusal = (rest: string) => inputOf({ texts: { content: "x" }, rest }, original);

  expect(refusal("{")).toMatchObject({ ok: false, error: expect.stringContaining("not valid JSON") });
  expect(refusal("[1]")).toMatchObject({ ok: false, error: expect.stringContaining("one JSON object") });
  expect(refusal('{"content":1}')).toEqual({
    ok: false,
    error: 'The field "content" stands twice. Leave it out of the JSON.',
  });
});

test("an input is read field by field: words as words, JSON laid out, short values on a line", () => {
  expect(
    readableFields({ path: "a.txt", content: "One\nTwo", body: '{"a":[1]}', count: 3, to: ["x"] }),
  ).toEqual([
    { name: "path", text: "a.txt", form: "line" },
    { name: "content", text: "One\nTwo", form: "text" },
    { name: "body", text: '{\n  "a": [\n    1\n  ]\n}', form: "json" },
    { name: "count", text: "3", form: "line" },
    { name: "to", text: '[\n  "x"\n]', form: "json" },
  ]);
  expect(readableFields("{ not JSON")).toEqual([{ name: null, text: "{ not JSON", form: "line" }]);
});
