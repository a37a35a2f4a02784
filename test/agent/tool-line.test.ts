import { expect, test } from "vitest";
import { toolLine } from "#server/agent/tool-line.ts";
import type { ToolDefinition } from "#server/core/tool.ts";

function toolOf(name: string): ToolDefinition {
  return {
    name,
    description: "Does something.",
    inputSchema: { type: "object", properties: { path: {}, encoding: {} }, required: ["path"] },
    annotations: {},
    policy: "allowed",
  };
}

test("tools are told with their parameters, those that may be left out marked", () => {
  expect(toolLine([toolOf("read_file"), { ...toolOf("now"), inputSchema: {} }])).toBe(
    "Tools: read_file(path, encoding?); now().",
  );
  expect(toolLine([])).toBe("Tools: none connected.");
});

test("what is no text is told with its type, and what a tool gives stands behind an arrow", () => {
  const outputSchema = {
    type: "object",
    properties: { path: { type: "string" }, bytes: { type: "integer" } },
  };
  const properties = { path: { type: "string" }, append: { type: "boolean" } };
  const tool = { ...toolOf("write_file"), inputSchema: { properties, required: ["path"] }, outputSchema };

  expect(toolLine([{ ...tool, outputSchema: { ...outputSchema, required: ["path", "bytes"] } }])).toBe(
    "Tools: write_file(path, append?: boolean) → path, bytes: integer.",
  );
});

test("a catalogue of hundreds is told by names, then by a count, and how to find the rest", () => {
  const line = toolLine(Array.from({ length: 500 }, (_, index) => toolOf(`tool_${index}`)));

  expect(line).toContain("tool_0(path, encoding?); ");
  expect(line).toMatch(/; tool_\d+; and \d+ more\. \(find_tools tells what is not shown\.\)$/);
  expect(line.length).toBeLessThan(2_600);
});
