import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { isLongText, longTextFacts } from "#web/chat/long-text.ts";
import { PersonMessage } from "#web/chat/person-message.tsx";
import { type StepFocus, StepFocusContext } from "#web/chat/step-focus.ts";
import { makePlan } from "#test/make.ts";

const names = Array.from({ length: 300 }, (_, index) => `fetch-${index}`);
const paste = JSON.stringify(makePlan(Object.fromEntries(names.map((name) => [name, []]))));
const plan: StepFocus = { titleOf: (number) => `Title ${number}`, focus: () => {} };

function html(text: string): string {
  return renderToStaticMarkup(
    <StepFocusContext value={plan}>
      <PersonMessage
        message={{ id: "m", role: "user", parts: [{ type: "text", text }] }}
        onRephrase={null}
        onTakeBack={() => {}}
      />
    </StepFocusContext>,
  );
}

test("a pasted plan is folded to its name, its size and its first lines", () => {
  const output = html(paste);

  expect(output).toMatch(/aria-expanded="false".*Pasted plan.*\d+ KB.*show/);
  expect(output.length).toBeLessThan(2_000);
});

test("a message of a usual length is shown whole, with ways to its steps", () => {
  expect(html("Rename **step 2**.")).toMatch(/<strong><button[^>]*>step 2<\/button><\/strong>/);
  expect(isLongText("word ".repeat(500))).toBe(false);
});

test("the first lines of a long text are cut where they are long, and its size counts bytes", () => {
  const { firstLines, size } = longTextFacts(`\n\none\n${"ö".repeat(5_000)}\nthree\nfour`);

  expect(firstLines.split("\n")).toHaveLength(2);
  expect(firstLines).toMatch(/^one\nö{159}…$/);
  expect(size).toBe("9.8 KB");
  expect(longTextFacts("a\nb\nc\nd").firstLines).toBe("a\nb\nc");
  expect(longTextFacts("1. Read the file").name).toBe("Long message");
});
