import { expect, test } from "vitest";
import { insertInJson, insertText } from "#web/tools/insert-secret.ts";

const SECRET = "{{secret.SHOP}}";

test("a reference takes the place of what is selected, and nothing else is lost", () => {
  expect(insertText("Bearer  now", SECRET, { start: 7, end: 7 })).toBe("Bearer {{secret.SHOP}} now");
  expect(insertText("Bearer abc", SECRET, { start: 7, end: 10 })).toBe("Bearer {{secret.SHOP}}");
});

test("in JSON it stands within a text as it is, and elsewhere as a text", () => {
  const within = '{"a": "Bearer "}';
  const beside = '{"a": }';
  const quoted = '{"a \\" b": }';

  expect(insertInJson(within, "{}", SECRET, { start: 14, end: 14 })).toBe('{"a": "Bearer {{secret.SHOP}}"}');
  expect(insertInJson(beside, "{}", SECRET, { start: 6, end: 6 })).toBe('{"a": "{{secret.SHOP}}"}');
  expect(insertInJson(quoted, "{}", SECRET, { start: 11, end: 11 })).toBe('{"a \\" b": "{{secret.SHOP}}"}');
});

test("an empty field of JSON begins with what fits there", () => {
  const none = { start: 0, end: 0 };
  const first = (example: string) => JSON.parse(insertInJson("", example, SECRET, none)) as unknown;

  expect(first('{"authorization":"Bearer {{secret.NAME}}"}')).toEqual({ authorization: `Bearer ${SECRET}` });
  expect(first('{"id":1}')).toEqual({ name: SECRET });
  expect(first('["a"]')).toEqual([SECRET]);
  expect(first("true")).toBe(SECRET);
});
