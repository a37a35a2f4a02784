import { expect, test } from "vitest";
import { makePlan } from "../../make.ts";
import { open, said } from "./order-book.ts";

const harvest = makePlan(
  { pick: [], press: ["pick"], bottle: ["press"], label: ["press"], sell: ["bottle", "label"] },
  {
    pick: { title: "Pick the apples" },
    press: { title: "Press the juice" },
    bottle: { title: "Bottle the juice" },
    label: { title: "Order the labels" },
    sell: { title: "Sell the bottles", approval: {} },
  },
);

async function askingAfter(words: string): Promise<string[]> {
  const { plan } = await said(words, harvest);
  return (plan?.steps ?? []).flatMap((step) => (step.approval ? [step.id] : []));
}

test.each([
  "labels only with my blessing",
  "hold the labels until I nod",
  "don't order any labels before you've heard from me",
  "run the labels by me before you order them",
  "let me take a look at the labels before they get ordered",
  "I'd like to be consulted before the labels are ordered",
  "nobody orders labels unless I okay it",
  "the label order needs a thumbs up from us",
  "give me the final say on step 4",
  "step 4 must not run without hearing from me",
  "when it comes to the labels, ask me",
  "gate step 4 behind my approval",
])("a wish to be asked first is an approval of the step that it names: %s", async (words) => {
  expect(await askingAfter(words)).toEqual(["label", "sell"]);
});

test.each([
  "selling the bottles is fine without me",
  "no need to ask me about selling the bottles",
  "I don't have to be asked before step 5",
  "step 5 no longer has to be signed off by me",
  "lift the approval on selling",
  "the approval for step 5 can go",
  "quit bugging me about step 5",
])("whoever no longer wants to be asked takes the approval away: %s", async (words) => {
  expect(await askingAfter(words)).toEqual([]);
});

test("several steps of one wish all ask", async () => {
  expect(await askingAfter("pressing and bottling both need a go from me")).toEqual([
    "press",
    "bottle",
    "sell",
  ]);
});

test.each([
  "don't order the labels without my ok if the printer is closed",
  "order the labels only after the printer said yes",
  "ask the farmer before ordering the labels",
  "let me know when the labels are ordered",
  "no grapes without my ok",
])("what says more, or wants somebody else asked, changes nothing: %s", async (words) => {
  expect((await said(words, harvest)).changed).toBe(false);
});

test("what the person is to say is never made a condition on a step's output", async () => {
  const { plan } = await said("the labels are not ordered unless I said yes to it", harvest);

  expect(plan?.steps.every((step) => step.if === undefined)).toBe(true);
});

test("the last order applies to another step when the person says that it does", async () => {
  for (const words of [
    "this should apply to 3 as well",
    "that goes for the next one too",
    "same for step 3",
  ]) {
    const session = open(harvest);
    await session.say("step 2 needs my approval");
    await session.say(words);

    expect(session.plan()?.steps[2]?.approval, words).toEqual({});
  }
});
