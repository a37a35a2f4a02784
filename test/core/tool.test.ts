import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import {
  annotationsOf,
  isDestructive,
  isReadOnly,
  isRepeatable,
  type ToolAnnotations,
  type ToolDefinition,
} from "#server/core/tool.ts";

const READS = { readOnlyHint: true };
const WRITES = { idempotentHint: true, destructiveHint: false };
const ADDS = { destructiveHint: false };

const tool: ToolDefinition = {
  name: "send",
  description: "",
  inputSchema: {},
  annotations: {},
  annotationCases: [
    { parameter: "method", isOneOf: ["GET", null], annotations: READS },
    { parameter: "append", isOneOf: [true], annotations: ADDS },
  ],
  policy: "allowed",
};

test("the hints of the first case hold that the input fits, those of the worst call for any other input", () => {
  const inputs: [Json | undefined, ToolAnnotations][] = [
    [{ method: "GET" }, READS],
    [{}, READS],
    [{ method: null }, READS],
    [{ method: "POST" }, {}],
    [{ method: "$choose.output" }, {}],
    [{ method: "POST", append: true }, ADDS],
    [{ method: "POST", append: "true" }, {}],
    [undefined, {}],
    [null, {}],
    ["GET", {}],
    [["GET"], {}],
  ];
  for (const [input, annotations] of inputs)
    expect([input, annotationsOf(tool, input)]).toEqual([input, annotations]);
});

test("a tool without cases has one set of hints", () => {
  const { annotationCases: _cases, ...plain } = tool;

  expect(annotationsOf({ ...plain, annotations: WRITES }, {})).toBe(WRITES);
});

test("a missing hint counts as the dangerous answer", () => {
  const hints: [ToolAnnotations, readOnly: boolean, repeatable: boolean, destructive: boolean][] = [
    [{}, false, false, true],
    [READS, true, true, false],
    [{ ...READS, destructiveHint: true }, true, true, false],
    [WRITES, false, true, false],
    [ADDS, false, false, false],
    [{ readOnlyHint: false, idempotentHint: false, destructiveHint: true }, false, false, true],
  ];
  for (const [annotations, ...expected] of hints)
    expect([isReadOnly(annotations), isRepeatable(annotations), isDestructive(annotations)]).toEqual(
      expected,
    );
});
