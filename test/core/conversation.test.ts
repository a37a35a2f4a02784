import { expect, test } from "vitest";
import { cameToNothing } from "#server/core/conversation.ts";

const failed = { type: "data-notice", data: { level: "error", text: "The model broke off." } };

test("a reply came to nothing when it tells of an error and brought neither a revision nor a snapshot", () => {
  expect(cameToNothing([{ type: "text" }, failed])).toBe(true);
  expect(cameToNothing([failed, { type: "data-revision", data: {} }])).toBe(false);
  expect(cameToNothing([{ type: "data-snapshot", data: {} }, failed])).toBe(false);
});

test("words, and notices that are no error, are an answer", () => {
  expect(cameToNothing([{ type: "text" }])).toBe(false);
  for (const data of [{ level: "warning" }, {}, null, undefined, "error"])
    expect(cameToNothing([{ type: "data-notice", data }])).toBe(false);
});
