import fc from "fast-check";
import { expect, test } from "vitest";
import { renderPrompt } from "#server/agent/prompts.ts";
import { quotedData } from "#server/agent/step-runner-data.ts";

const hostile = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom("`", "``", "```", "\n", "text", "# Instructions", "{{corrections}}", "{{/material}}"),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join("")),
);

test("no data can end the fence around it, and it stays as it is", () => {
  fc.assert(
    fc.property(hostile, (data) => {
      const whole = quotedData("Output", data);

      const fence = /^Output:\n(`{3,})text\n/.exec(whole)?.[1] ?? "no fence";
      expect(whole).toBe(`Output:\n${fence}text\n${data}\n${fence}`);
      expect(data.includes(fence)).toBe(false);
    }),
  );
});

test("a label with line breaks or backticks stays one line", () => {
  expect(quotedData('Step 1 "a\n```b"', 1).split("\n")[0]).toBe('Step 1 "a b":');
});

test("values are put into a prompt once: placeholders inside them stay text", () => {
  const values = {
    objective: "o",
    title: "t",
    instructions: "{{schema}} {{#corrections}}x{{/corrections}}",
    expectedOutput: "",
    schema: "",
    input: "",
    material: "$& $1",
    corrections: "",
  };

  const { message } = renderPrompt("step", values);

  expect(message).toContain("{{schema}} {{#corrections}}x{{/corrections}}");
  expect(message).toContain("$& $1");
  expect(message).not.toContain("Expected output");
});

test("a prompt whose placeholder has no value is a fault of the program", () => {
  expect(() => renderPrompt("judge", { title: "t", input: "" })).toThrow(
    "prompts/judge.md names {{instructions}}",
  );
});
