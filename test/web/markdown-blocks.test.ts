import fc from "fast-check";
import { expect, test } from "vitest";
import { type BlockState, growBlocks, NO_BLOCKS } from "#web/chat/markdown-blocks.ts";
import { repairMarkdown } from "#web/chat/repair-markdown.ts";
import { safeLink } from "#web/chat/safe-link.ts";

const BLOCKS = ["A *first* paragraph.", "# Heading", "1. one\n2. two", "> quoted", "```js\nlet a;\n```"];

function grow(text: string, size: number) {
  let state: BlockState = NO_BLOCKS;
  let last = "";
  for (let end = size; end < text.length + size; end += size) {
    ({ state, last } = growBlocks(state, text.slice(0, end)));
  }
  return [...state.settled, last.trimEnd()].filter((block) => block !== "");
}

test("a text that grows in pieces ends as the blocks of the whole text", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...BLOCKS), { minLength: 1, maxLength: 8 }), (blocks) => {
      const text = blocks.map((block, index) => `${block}\n\nParagraph ${index}.`).join("\n\n");

      expect(grow(text, text.length)).toEqual(grow(text, 400));
      expect(grow(text, 400).join("\n\n")).toBe(text);
    }),
  );
});

test("a text that is replaced starts over", () => {
  const { state } = growBlocks(NO_BLOCKS, "One.\n\nTwo.");

  const next = growBlocks(state, "Other.\n\nThings.");

  expect([...next.state.settled, next.last]).toEqual(["Other.", "Things."]);
});

test("what a stream leaves open is closed for the moment", () => {
  expect(repairMarkdown("this is **bo")).toBe("this is **bo**");
  expect(repairMarkdown("run `npm")).toBe("run `npm`");
  expect(repairMarkdown("see [the docs](https://exam")).toBe("see the docs");
  expect(repairMarkdown("```js\nlet a = `x")).toBe("```js\nlet a = `x");
  expect(repairMarkdown("done.")).toBe("done.");
});

test("only links that cannot run anything are links", () => {
  expect(safeLink("https://example.com/a")).toBe("https://example.com/a");
  expect(safeLink("/runs/run_1")).toBe("/runs/run_1");
  expect(safeLink("javascript:alert(1)")).toBeNull();
  expect(safeLink("data:text/html,<script>")).toBeNull();
  expect(safeLink("//evil.example")).toBeNull();
});
