import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import {
  findReferences,
  renameReferences,
  resolveTemplate,
  writeReference,
} from "#server/core/references.ts";
import type { Scope } from "#server/core/scope.ts";
import { anyText } from "./arbitrary-plan.ts";

const scope: Scope = {
  input: { name: "Ada", list: [1, 2] },
  steps: {
    "fetch-orders": {
      status: "completed",
      output: { total: 3, items: [{ title: "A", tags: ["x"] }], "odd key": true, none: null },
    },
    skipped: { status: "skipped", output: null },
    failed: { status: "failed", output: null },
  },
};

function resolved(template: Json): Json {
  const result = resolveTemplate(template, scope);
  return result.ok ? result.value : `refused: ${result.error.message}`;
}

test("a whole string gives the value itself, type kept", () => {
  expect(resolved("$fetch-orders.output.total")).toBe(3);
  expect(resolved("$fetch-orders.output.items[0].tags")).toEqual(["x"]);
  expect(resolved("$fetch-orders.output['odd key']")).toBe(true);
  expect(resolved('$fetch-orders.output["odd key"]')).toBe(true);
  expect(resolved("$fetch-orders.output.none")).toBeNull();
  expect(resolved("$fetch-orders.status")).toBe("completed");
  expect(resolved("$input")).toEqual(scope.input);
  expect(resolved({ deep: ["$input.list[1]"] })).toEqual({ deep: [2] });
});

test("inside text a braced reference gives its text, objects as JSON", () => {
  expect(resolved("${fetch-orders.output.total} orders for ${input.name}")).toBe("3 orders for Ada");
  expect(resolved("${fetch-orders.output.items}!")).toBe('[{"tags":["x"],"title":"A"}]!');
  expect(resolved("${fetch-orders.output.total}")).toBe("3");
});

test("text that is no reference stays as it is", () => {
  for (const text of [
    "$5.00",
    "$HOME",
    "$",
    "${",
    "${}",
    "${HOME}",
    "a $fetch-orders.output.total",
    "$inputs",
    "$fetch-orders.outputs",
    "${fetch-orders.output",
    "$fetch-orders.status.x",
    "",
  ]) {
    expect(resolved(text)).toBe(text);
  }
});

test("what was put in is not read as a reference again", () => {
  const trap: Scope = {
    input: null,
    steps: {
      a: { status: "completed", output: "$b.output ${b.output}" },
      b: { status: "completed", output: "secret" },
    },
  };

  expect(resolveTemplate(["$a.output", "x ${a.output}"], trap)).toEqual({
    ok: true,
    value: ["$b.output ${b.output}", "x $b.output ${b.output}"],
  });
});

test("a settled step without output gives null as a whole, and refuses to be read deeper", () => {
  expect(resolved("$skipped.output")).toBeNull();
  expect(resolved("$failed.status")).toBe("failed");
  expect(resolved("$skipped.output.x")).toBe(
    'refused: $skipped.output.x cannot be read: step "skipped" was skipped, so it has no output.',
  );
  expect(resolved("$failed.output.x")).toBe(
    'refused: $failed.output.x cannot be read: step "failed" failed, so it has no output.',
  );
});

test("a missing place is refused with the reference and what was there", () => {
  const messages = {
    "$gone.output": '$gone.output cannot be read: step "gone" has no result here.',
    "$fetch-orders.output.items[3].title":
      "$fetch-orders.output.items[3].title cannot be read: $fetch-orders.output.items is a list of 1, without [3].",
    "$fetch-orders.output.totals":
      '$fetch-orders.output.totals cannot be read: $fetch-orders.output is an object with "total", "items", "odd key", "none", without .totals.',
    "$fetch-orders.output.total.x":
      "$fetch-orders.output.total.x cannot be read: $fetch-orders.output.total is the number 3, without .x.",
    "$fetch-orders.output.none.x":
      "$fetch-orders.output.none.x cannot be read: $fetch-orders.output.none is null, without .x.",
    "$input.name.x": "$input.name.x cannot be read: $input.name is text, without .x.",
  };
  for (const [template, message] of Object.entries(messages))
    expect(resolved(template)).toBe(`refused: ${message}`);
});

test("only a value's own content can be reached", () => {
  for (const path of [
    "constructor",
    "__proto__",
    "toString",
    "length",
    "items.length",
    "items[0].constructor",
  ]) {
    expect(resolved(`$fetch-orders.output.${path}`)).toContain("refused: ");
  }
  expect(resolveTemplate("$constructor.output", scope).ok).toBe(false);
  expect(resolveTemplate("$__proto__.output", scope)).toEqual({ ok: true, value: "$__proto__.output" });
});

test("references are found with their place, whole or inside text", () => {
  expect(findReferences({ "a/b": ["$x.output"], c: "n ${input.q[0]} ${y.status}" })).toEqual([
    { reference: { source: "step", stepId: "x", field: "output", path: [] }, at: "/a~1b/0", isWhole: true },
    { reference: { source: "input", path: ["q", 0] }, at: "/c", isWhole: false },
    { reference: { source: "step", stepId: "y", field: "status", path: [] }, at: "/c", isWhole: false },
  ]);
});

test("renaming changes references to that step alone, character by character", () => {
  const template = {
    a: '$x.output["k"]',
    b: "${x.output.a} $x.output ${x-1.output}",
    c: ["$x-1.output", "$input.x", 5, null],
  };

  expect(renameReferences(template, "x", "new-1")).toEqual({
    a: '$new-1.output["k"]',
    b: "${new-1.output.a} $x.output ${x-1.output}",
    c: ["$x-1.output", "$input.x", 5, null],
  });
});

test("a reference reads back as it is written, and no template throws", () => {
  const path = fc.array(
    fc.oneof(
      anyText.filter((key) => key !== ""),
      fc.nat(99),
    ),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,9}$/).filter((id) => id !== "input"),
      path,
      (stepId, parts) => {
        const reference = { source: "step", stepId, field: "output", path: parts } as const;
        const found = findReferences(writeReference(reference));
        expect(found.map((item) => item.reference)).toEqual([reference]);
      },
    ),
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(anyText, fc.constantFrom("$", "${", "}", "a.output", "input", ".x", "[0]", '["', "']")),
        { maxLength: 8 },
      ),
      (parts) => {
        const text = parts.join("");
        const result = resolveTemplate(text, {
          input: "i",
          steps: { a: { status: "completed", output: { x: [1] } } },
        });
        expect(result.ok || result.error.message.endsWith(".")).toBe(true);
        expect(renameReferences(text, "zz", "yy")).toBe(text);
      },
    ),
    { numRuns: 500 },
  );
});
