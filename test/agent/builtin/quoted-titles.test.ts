import { expect, test } from "vitest";
import { said, titlesOf } from "./order-book.ts";
import { makePlan } from "#test/make.ts";

const letters = makePlan(
  { scan: [], sort: ["scan"], read: ["scan"], mail: ["sort", "read"] },
  {
    scan: { title: "Scan the letters before the deadline" },
    sort: { title: "Sort the letters after the audit" },
    read: { title: "Read the letters for the board" },
    mail: { title: "Mail the answers" },
  },
);

test.each([
  ['add a final step "Thank Bob" that runs after everything else', "Thank Bob", ["mail"]],
  ['Finish with a new step "Thank Bob" once all other steps are done.', "Thank Bob", ["mail"]],
  ['add "Thank Bob" that waits for step 2', "Thank Bob", ["sort"]],
  ['put a step called "Thank Bob" behind step 2', "Thank Bob", ["sort"]],
  ['Once step 2 is done, we also have to do this: "Thank Bob". Add it as a step.', "Thank Bob", ["sort"]],
  ['before anything else, add a step "Thank Bob"; everything waits for it', "Thank Bob", []],
])(
  "a quoted text is the new title and what stands around it is its place: %s",
  async (words, title, waits) => {
    const { plan } = await said(words, letters);

    const added = plan?.steps.find((step) => step.title === title);
    expect(plan?.steps).toHaveLength(5);
    expect(added?.dependsOn).toEqual(waits);
  },
);

test.each([
  'call step 4 "Post it" from now on',
  'change the title of step 4 to "Post it", please',
  '"Mail the answers" is really "Post it", fix the title',
  'give step 4 the name "Post it"',
  'the name of step 4 should be "Post it"',
  '"Post it" is a better name for step 4',
])("a step gets exactly the quoted name: %s", async (words) => {
  expect(titlesOf((await said(words, letters)).plan).at(-1)).toBe("Post it");
});

test("words inside a quoted title part no sentence", async () => {
  const { plan } = await said(
    '"Read the letters for the board" should wait for "Sort the letters after the audit"',
    letters,
  );

  expect(plan?.steps[2]?.dependsOn).toContain("sort");
});

test.each([
  ['make step 2 and step 3 a single step called "Look at them"', "Look at them"],
  ['put step 2 and step 3 together as "Look at them"', "Look at them"],
])("two steps become one with the quoted name: %s", async (words, title) => {
  const { plan } = await said(words, letters);

  expect(titlesOf(plan)).toEqual(["Scan the letters before the deadline", title, "Mail the answers"]);
});

test.each([
  'make two steps out of step 4: first "Write them", then "Post them"',
  'step 4 does two things, split it: "Write them", then "Post them"',
  'step 4 is really two steps: "Write them" and then "Post them"',
])("a step becomes the two that are quoted: %s", async (words) => {
  const { plan } = await said(words, letters);

  expect(titlesOf(plan).slice(3)).toEqual(["Write them", "Post them"]);
});

test.each([
  "only in the list: put step 4 right after step 1, without touching who waits for whom",
  "move step 4 behind step 1 in the list, the dependencies stay as they are",
  "just change the numbering: list step 4 right after step 1, don't touch the dependencies",
])("a step changes its place in the list and nothing else: %s", async (words) => {
  const { plan } = await said(words, letters);

  expect(plan?.steps.map((step) => step.id)).toEqual(["scan", "mail", "sort", "read"]);
  expect(plan?.steps.map((step) => step.dependsOn)).toEqual([[], ["sort", "read"], ["scan"], ["scan"]]);
});

test.each([
  "remove step 2, and what came after it need not wait for anything in its place, please",
  "delete step 2 without reconnecting: the steps after it should not wait for the steps before it",
  "drop step 2; don't connect its neighbours to each other",
])("a step goes and its followers wait for nothing in its place: %s", async (words) => {
  const { called, plan } = await said(words, letters);

  expect(JSON.stringify(called[0]?.input)).toContain('"rewire":"detach"');
  expect(plan?.steps.at(-1)?.dependsOn).toEqual(["read"]);
});
