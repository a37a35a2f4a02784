import { expect, test } from "vitest";
import { inputPieces } from "#server/agent/input-pieces.ts";

/** What is passed on of arguments that arrive in pieces of this length. */
function passedOn(input: string, length = 5): string[] {
  const pieces = inputPieces();
  const sent: string[] = [];
  for (let at = 0; at < input.length; at += length)
    sent.push(pieces.add("call", input.slice(at, at + length)));
  return [...sent, pieces.rest("call")].filter((piece) => piece !== "");
}

test("arguments are passed on whole, in pieces that grow with what is there", () => {
  const input = JSON.stringify({ words: "tell me ".repeat(10_000) });

  const sent = passedOn(input);

  expect(sent.join("")).toBe(input);
  expect(sent.length).toBeLessThan(100);
  expect(passedOn('{"query":"file"}')).toEqual(['{"query":"file"}']);
});

test("two calls that arrive mixed keep their own", () => {
  const pieces = inputPieces();
  pieces.add("a", '{"a":');
  pieces.add("b", '{"b":');
  pieces.add("a", "1}");
  pieces.add("b", "2}");

  expect([pieces.rest("a"), pieces.rest("b"), pieces.rest("c")]).toEqual(['{"a":1}', '{"b":2}', ""]);
});

test("arguments nested too deep go on no further, brackets in texts count for nothing", () => {
  const deep = `{"edits":${"[".repeat(5_000)}1${"]".repeat(5_000)}}`;
  const flat = JSON.stringify({ words: `${'\\"['.repeat(2_000)}` });

  expect(passedOn(deep).join("").length).toBeLessThan(120);
  expect(passedOn(flat).join("")).toBe(flat);
});
