import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { parseMarkdown } from "#web/chat/markdown-blocks.ts";
import { renderChildren } from "#web/chat/markdown-nodes.tsx";
import { type StepFocus, StepFocusContext } from "#web/chat/step-focus.ts";

const plan: StepFocus = { titleOf: (number) => (number <= 3 ? `Title ${number}` : null), focus: () => {} };

function html(source: string): string {
  return renderToStaticMarkup(
    <StepFocusContext value={plan}>{renderChildren(parseMarkdown(source))}</StepFocusContext>,
  );
}

test("HTML in a text stays text", () => {
  const output = html('<img src=x onerror="alert(1)"> and <b>bold</b>\n\n<script>alert(1)</script>');

  expect(output).not.toMatch(/<(?:img|script|b)\b/);
  expect(output).toContain("&lt;script&gt;");
});

test("links that could run something lose their address and keep their words", () => {
  expect(html("[click](javascript:alert(1))")).toBe("<p><span>click</span></p>");
  expect(html("[docs](https://example.com)")).toContain('href="https://example.com"');
});

test("images are named, not loaded", () => {
  expect(html("![a chart](https://tracker.example/x.png)")).toBe("<p><span>[image: a chart]</span></p>");
});

test("a step of the plan becomes a way to it; any other number stays text", () => {
  const output = html("step 2 waits, step 9 does not");

  expect(output).toMatch(/<button[^>]*title="Title 2"[^>]*>step 2<\/button>/);
  expect(output).toContain("step 9 does not");
  expect(output.match(/<button/g)).toHaveLength(1);
});

test("tables, task lists, code and nested lists come out as themselves", () => {
  expect(html("| a | b |\n|---|---|\n| 1 | 2 |")).toMatch(/<th scope="col">a<\/th>.*<td>2<\/td>/s);
  expect(html("- [x] done\n- [ ] open").match(/type="checkbox"/g)).toHaveLength(2);
  expect(html("3. three\n   - inner")).toMatch(/<ol start="3"><li>.*<ul><li>inner/s);
  expect(html("```js\nlet a = 1 < 2;\n```")).toContain("let a = 1 &lt; 2;");
});
