import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import {
  findReferences,
  mapStrings,
  pointerOf,
  renameReferences,
  scanReference,
  writeReference,
} from "#server/core/references.ts";
import { cases } from "#test/property.ts";
import { anyText } from "./arbitrary-plan.ts";

const anyTemplateText = fc
  .array(
    fc.oneof(
      anyText,
      fc.constantFrom("$", "${", "}", "a.output", "input", ".x", "[0]", '["', '"]', "${a.output}"),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

test("a reference ends where its path ends, and what is no name of a step or its field is none", () => {
  const scanned: [text: string, end: number | null, written?: string][] = [
    ["a.output", 8, "$a.output"],
    ["A-1_b.output.x", 14, "$A-1_b.output.x"],
    ["a.output.größe.数", 16, "$a.output.größe.数"],
    ["a.output[12].x", 14, "$a.output[12].x"],
    ['a.output["odd key"]', 19, '$a.output["odd key"]'],
    ["a.output['odd']", 15, "$a.output.odd"],
    [String.raw`a.output["q\"\\]"]`, 18, String.raw`$a.output["q\"\\]"]`],
    ["a.output.", 8, "$a.output"],
    ["a.output.x.", 10, "$a.output.x"],
    ["a.output[", 8, "$a.output"],
    ["a.output[x]", 8, "$a.output"],
    ["a.output[-1]", 8, "$a.output"],
    ["a.output[1234567890]", 8, "$a.output"],
    ['a.output["open', 8, "$a.output"],
    [`a.output["${"k".repeat(1_000)}"]`, 1_012, `$a.output.${"k".repeat(1_000)}`],
    [`a.output["${"k".repeat(1_001)}"]`, 8, "$a.output"],
    ["a.output x", 8, "$a.output"],
    ["a.status", 8, "$a.status"],
    ["a.status.x", 8, "$a.status"],
    ["a.error", 7, "$a.error"],
    ["a.error.message", 7, "$a.error"],
    ["a.errors", null],
    ["input", 5, "$input"],
    ["input.a[0]", 10, "$input.a[0]"],
    ["input[", 5, "$input"],
    ["input.output", 12, "$input.output"],
    ["inputs", null],
    ["input-1", null],
    ["inputé", null],
    ["a.outputs", null],
    ["a.output-x", null],
    ["a.outputé", null],
    ["a.statuses", null],
    ["a.result", null],
    ["a", null],
    ["é.output", null],
    ["-a.output", null],
    [" a.output", null],
    ["", null],
  ];
  for (const [text, end, written] of scanned) {
    const found = scanReference(`..${text}`, 2);
    expect([text, found && found.end - 2]).toEqual([text, end]);
    if (found) expect(writeReference(found.reference)).toBe(written);
  }
});

test("references are found with their place, whole or inside text, in the order in which they are written", () => {
  const template = {
    "a/b~": ["$x.output"],
    n: 1,
    c: "n ${input.q[0]} ${y.status}",
    none: null,
    d: { e: "$input" },
  };

  expect(findReferences(template)).toEqual([
    { reference: { source: "step", stepId: "x", field: "output", path: [] }, at: "/a~1b~0/0", isWhole: true },
    { reference: { source: "input", path: ["q", 0] }, at: "/c", isWhole: false },
    { reference: { source: "step", stepId: "y", field: "status", path: [] }, at: "/c", isWhole: false },
    { reference: { source: "input", path: [] }, at: "/d/e", isWhole: true },
  ]);
  expect(findReferences("$x.output")).toMatchObject([{ at: "" }]);
});

test("text that is no reference, and keys, hold none", () => {
  for (const text of [
    "",
    "$",
    "${",
    "${}",
    "$HOME",
    "a $x.output",
    "$inputs",
    "${x.output",
    "${ x.output }",
    "$$x.output",
    "xinput",
    "-x.output",
  ])
    expect(findReferences([text])).toEqual([]);
  expect(findReferences({ "$x.output": 1 })).toEqual([]);
});

test("a brace inside the key of a reference belongs to the key", () => {
  const text = '${x.output["${y.output}"]} ${y.output}';

  expect(findReferences(text).map((found) => writeReference(found.reference))).toEqual([
    '$x.output["${y.output}"]',
    "$y.output",
  ]);
  expect(renameReferences(text, "y", "z")).toBe('${x.output["${y.output}"]} ${z.output}');
});

test("what only begins like a reference does not hide the next one", () => {
  expect(findReferences("${${x.output}} ${x.output ${y.output}")).toMatchObject([
    { reference: { stepId: "x" } },
    { reference: { stepId: "y" } },
  ]);
});

test("renaming changes references to that step alone, character by character", () => {
  const template = {
    a: '$x.output["k"]',
    b: "${x.output.a} $x.output ${x-1.output}",
    c: ["$x-1.output", "$input.x", 5, null, true],
    x: "${x.output.x['x']}${input.x}",
  };

  expect(renameReferences(template, "x", "new-1")).toEqual({
    a: '$new-1.output["k"]',
    b: "${new-1.output.a} $x.output ${x-1.output}",
    c: ["$x-1.output", "$input.x", 5, null, true],
    x: "${new-1.output.x['x']}${input.x}",
  });
  expect(renameReferences("$x.output", "x", "$&")).toBe("$$&.output");
});

test("changing the texts of a template leaves the template itself, its keys and all other values alone", () => {
  const template = JSON.parse('{"b":["x",{"__proto__":"y"}],"a":[1,null,true,[],{}],"10":"z"}') as Json;
  const before = JSON.stringify(template);
  const places: string[] = [];

  const changed = mapStrings(template, (text, place) => {
    places.push(pointerOf(place));
    return [`${text}!`];
  });

  expect(JSON.stringify(changed)).toBe(
    '{"10":["z!"],"b":[["x!"],{"__proto__":["y!"]}],"a":[1,null,true,[],{}]}',
  );
  expect(places).toEqual(["/10", "/b/0", "/b/1/__proto__"]);
  expect(JSON.stringify(template)).toBe(before);
});

test("a reference reads back as it is written", () => {
  const path = fc.array(
    fc.oneof(
      anyText.filter((key) => key !== ""),
      fc.nat(99),
    ),
    { maxLength: 4 },
  );
  const anyReference = fc.oneof(
    fc.record({ source: fc.constant("input" as const), path }),
    fc.record({
      source: fc.constant("step" as const),
      stepId: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,9}$/).filter((id) => id !== "input"),
      field: fc.constant("output" as const),
      path,
    }),
  );

  fc.assert(
    fc.property(anyReference, (reference) => {
      const written = writeReference(reference);
      expect(findReferences(written)).toEqual([{ reference, at: "", isWhole: true }]);
      expect(findReferences(`a \${${written.slice(1)}}.`)).toEqual([{ reference, at: "", isWhole: false }]);
    }),
    cases(200),
  );
});

test("renaming a step that no reference names changes no text, and there and back gives the same text", () => {
  fc.assert(
    fc.property(anyTemplateText, (text) => {
      expect(renameReferences(text, "zz", "yy")).toBe(text);
      expect(renameReferences(renameReferences(text, "a", "zz-1"), "zz-1", "a")).toBe(text);
    }),
    cases(500),
  );
});
