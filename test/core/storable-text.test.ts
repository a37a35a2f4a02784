import { expect, test } from "vitest";
import { storableText } from "#server/core/storable-text.ts";

test("only what the database refuses is replaced in a text", () => {
  expect(storableText("a\0b\0")).toBe("a\ufffdb\ufffd");
  expect(storableText("\ud800x\udc00")).toBe("\ufffdx\ufffd");
  expect(storableText("👍 \n\u0001")).toBe("👍 \n\u0001");
});
