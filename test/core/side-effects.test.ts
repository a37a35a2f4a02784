import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { sideEffects } from "#server/core/side-effects.ts";
import type { ToolAnnotations, ToolDefinition } from "#server/core/tool.ts";
import { createToolCatalogue } from "#server/tools/catalogue.ts";

const catalogue = createToolCatalogue({
  dataDir: "/nowhere",
  filesFolder: "/nowhere/files",
  filesRead: [],
  filesWrite: [],
  egressAllow: [],
});
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

test("a tool from elsewhere is described by its hints, and counts as the worst without any", () => {
  expect(sideEffects(tool({}), null)).toBe("Sends data to another system; this may not be undone.");
  expect(sideEffects(tool({ destructiveHint: false, openWorldHint: false }), null)).toBe(
    "Adds data here and deletes none.",
  );
  expect(sideEffects(undefined, null)).toBe("The step calls no tool.");
  expect(sideEffects(null, null)).toContain("not known");
});
