import { expect, test } from "vitest";
import { z } from "zod";
import { fieldIssues } from "#server/routes/field-issues.ts";

const schema = z.strictObject({
  name: z.string().min(1).max(5),
  limit: z.int().min(1).max(200).optional(),
  decision: z.enum(["approve", "reject"]).optional(),
  steps: z.array(z.strictObject({ title: z.string() })).optional(),
  transport: z
    .union([
      z.strictObject({ command: z.string() }),
      z.strictObject({ url: z.string(), headers: z.object({ a: z.string() }) }),
    ])
    .optional(),
  channel: z
    .discriminatedUnion("type", [
      z.strictObject({ type: z.literal("email"), to: z.string() }),
      z.strictObject({ type: z.enum(["webhook", "chat"]), url: z.string() }),
    ])
    .optional(),
  token: z.string().min(16).optional(),
});

test.each([
  [{}, ['"name" is missing; it takes text.']],
  [{ name: 7 }, ['"name" is 7, but it takes text.']],
  [{ name: "" }, ['"name" is "", but it takes text of at least 1 character.']],
  [{ name: "a", limit: 500 }, ['"limit" is 500, but it takes a number of at most 200.']],
  [{ name: "a", decision: "maybe" }, ['"decision" is "maybe", but it takes one of "approve", "reject".']],
  [{ name: "a", plan: {} }, ['"plan" is not a field here. Leave it out.']],
  [{ name: "a", steps: [{}] }, ['"steps[0].title" is missing; it takes text.']],
  [{ name: "a", transport: { url: "x", headers: {} } }, ['"transport.headers.a" is missing; it takes text.']],
  [
    { name: "a", channel: { type: "fax" } },
    ['"channel.type" is "fax", but it takes one of "email", "webhook", "chat".'],
  ],
  [{ name: "a", channel: {} }, ['"channel.type" is missing; it takes one of "email", "webhook", "chat".']],
  [{ name: "a", channel: { type: "email" } }, ['"channel.to" is missing; it takes text.']],
])("%j is refused field by field", (value, messages) => {
  expect(explain(value).map((issue) => issue.message)).toEqual(messages);
});

test("every bad field has its own sentence and path", () => {
  expect(explain({ name: 1, limit: "x", other: true }).map((issue) => issue.path)).toEqual([
    "name",
    "limit",
    "other",
  ]);
});

test("a secret value is not repeated", () => {
  expect(explain({ name: "a", token: "hunter2" })[0]?.message).not.toContain("hunter2");
});

test("a very long value is cut", () => {
  expect(explain({ name: "x".repeat(10_000) })[0]?.message.length).toBeLessThan(250);
});

function explain(value: unknown) {
  const parsed = schema.safeParse(value);
  if (parsed.success) throw new Error("The value was accepted");
  return fieldIssues(parsed.error, value);
}
