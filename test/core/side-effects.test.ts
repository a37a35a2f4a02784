import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { sideEffects } from "#server/core/side-effects.ts";
import type { ToolAnnotations, ToolDefinition } from "#server/core/tool.ts";
import { builtInCatalogue } from "#test/tools/built-in-catalogue.ts";

const catalogue = builtInCatalogue();
const url = "https://example.com";

const CALLS: [string, Json, string][] = [
  ["read_file", { path: "a.csv" }, "Only reads."],
  ["write_file", { path: "a", content: "b" }, "Writes the file; a file of that name is replaced."],
  [
    "write_file",
    { path: "a", content: "b", append: false },
    "Writes the file; a file of that name is replaced.",
  ],
  ["write_file", { path: "a", content: "b", append: true }, "Adds to the end of the file."],
  ["http_request", { url }, "Only reads."],
  ["http_request", { url, method: "GET" }, "Only reads."],
  ["http_request", { url, method: "POST" }, "Sends data to another system; this may not be undone."],
  ["http_request", { url, method: "DELETE" }, "Sends data to another system; this may not be undone."],
];

test.each(CALLS)("%s with %j says what it does", (name, input, words) => {
  expect(sideEffects(catalogue.find(name), input)).toBe(words);
});

function tool(annotations: ToolAnnotations): ToolDefinition {
  return { name: "other", description: "", inputSchema: {}, annotations, policy: "allowed" };
}

const HINTS: [ToolAnnotations, string][] = [
  [{}, "Sends data to another system; this may not be undone."],
  [{ readOnlyHint: true }, "Only reads."],
  [{ destructiveHint: false }, "Adds data to another system and deletes none."],
  [{ openWorldHint: false }, "Changes data here and may delete or overwrite it."],
  [{ destructiveHint: false, openWorldHint: false }, "Adds data here and deletes none."],
];

test.each(HINTS)(
  "a tool from elsewhere with the hints %j counts as the worst that they allow",
  (hints, words) => {
    expect(sideEffects(tool(hints), null)).toBe(words);
  },
);

test("a file is only added to when the input says so itself", () => {
  const file = { ...tool({}), name: "write_file" };
  const replaced = "Writes the file; a file of that name is replaced.";

  expect(sideEffects(file, null)).toBe(replaced);
  expect(sideEffects(file, "append")).toBe(replaced);
  expect(sideEffects(file, [{ append: true }])).toBe(replaced);
  expect(sideEffects(file, { append: "$ask.output" })).toBe(replaced);
});

test("a step without a tool calls none, and an unknown tool counts as the worst", () => {
  expect(sideEffects(undefined, null)).toBe("The step calls no tool.");
  expect(sideEffects(null, null)).toBe(
    "The tool is not known now, so it counts as one that changes and deletes data.",
  );
});
