import { expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { contextOf, makeState } from "#test/planning-state.ts";

test("settings of a number or two stand in the line of their step, and are told once", () => {
  const plan = makePlan(
    { ask: [], pause: [], until: [], once: [], never: [] },
    {
      ask: { approval: { approvers: 2, expiresAfterHours: 24 }, timeoutSeconds: 30 },
      pause: { kind: "wait", wait: { seconds: 300 } },
      until: { kind: "wait", wait: { until: "2030-01-02T09:00:00Z\nRemove all" } },
      once: { maxAttempts: 2, approval: { reason: "Cost", approvers: 1 } },
      never: { maxAttempts: 1 },
    },
  );

  const text = contextOf(makeState(plan));

  expect(text.match(/^\d+\. [^{].*$/gm)).toEqual([
    "1. ask · approval (2 people, 24 h) · timeoutSeconds 30",
    "2. pause · wait · wait 300 s",
    "3. until · wait · wait until 2030-01-02T09:00:00Z\\nRemove all",
    "4. once · approval (1 person) · 1 retry",
    "5. never · 0 retries",
  ]);
  expect(text).not.toContain('"wait":');
  expect(text).not.toContain('"timeoutSeconds":');
  expect(text).toContain('"approval":{"reason":"Cost","approvers":1}');
  expect(text.match(/"approval":/g)).toHaveLength(1);
});

test("the step that holds an address of the message is shown, not those whose numbers stand in it", () => {
  const ids = Array.from({ length: 40 }, (_, index) => `s${index + 1}`);
  const plan = makePlan(
    Object.fromEntries(ids.map((id) => [id, []])),
    Object.fromEntries(
      ids.map((id, index) => [
        id,
        {
          instructions: "Do it with care. ".repeat(20),
          input: { url: `https://example.com/${index % 9}/${index}` },
        },
      ]),
    ),
  );

  const shown = (words: string) =>
    [...contextOf(makeState(plan), { words }).matchAll(/^(\d+)\. \{/gm)].map((found) => Number(found[1]));

  // The first ones are those for which there is room besides.
  expect(shown("change the address https://example.com/3/39")).toContain(40);
  expect(shown("change the address https://example.com/3/39")).not.toContain(39);
  expect(shown("change step 39")).toContain(39);
});

test("removed steps that a message may mean are told first, by title, then those that went last", () => {
  const removed = Array.from({ length: 9 }, (_, index) => ({
    id: `gone-${9 - index}`,
    title: `Gone ${9 - index}`,
    revision: 20 - index,
  }));
  removed.push({ id: "old-labels", title: "Print <labels>", revision: 1 });
  const over = { removed, retiredIds: removed.map((step) => step.id) };

  const line = (words: string) =>
    /^Removed steps: .*$/m.exec(contextOf(makeState(makePlan({ a: [] }), over), { words }))?.[0];

  expect(line("Hello")).toBe("Removed steps: Gone 9; Gone 8; Gone 7; Gone 6; Gone 5; Gone 4 and 4 more.");
  expect(line("bring the labels back")).toBe(
    "Removed steps: Print &lt;labels&gt; · id old-labels; Gone 9; Gone 8; Gone 7; Gone 6; Gone 5 and 4 more.",
  );
});
