import fc from "fast-check";
import { expect, test } from "vitest";
import { STEP_ID_PATTERN } from "#server/core/plan.ts";
import { freeId, slugOf } from "#server/core/slug.ts";
import { cases } from "#test/property.ts";
import { anyText } from "./arbitrary-plan.ts";

const SLUGS: [text: string, slug: string][] = [
  ["Fetch the orders!", "fetch-the-orders"],
  ["  -- Über Größe, Ærø & Żółć --  ", "uber-grosse-r-zo-c"],
  ["ﬁle №5", "file-no5"],
  ["注文を取得する", ""],
  ["***", ""],
  ["Input", "input-step"],
  [`${"a".repeat(47)} b`, "a".repeat(47)],
  ["a".repeat(60), "a".repeat(48)],
];

test.each(SLUGS)("the title %j makes the id %j", (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test("what a slug is made of any text is empty or a good id, and its own slug", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const slug = slugOf(text);
      expect(slug === "" || STEP_ID_PATTERN.test(slug)).toBe(true);
      expect(slugOf(slug)).toBe(slug);
    }),
    cases(200),
  );
});

test("an id that is taken gets the first free number behind it", () => {
  expect(freeId("send", new Set())).toBe("send");
  expect(freeId("send", new Set(["send"]))).toBe("send-2");
  expect(freeId("send", new Set(["send", "send-2", "send-4"]))).toBe("send-3");
});
