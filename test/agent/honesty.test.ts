import { expect, test } from "vitest";
import { checkReply } from "#server/agent/honesty.ts";
import { type Happened, nothingHappened } from "#server/agent/turn.ts";
import { makePlan } from "#test/make.ts";

const CHANGE: Happened["change"] = {
  revision: 4,
  previousRevision: 3,
  plan: makePlan({ a: [] }),
  diff: { plan: [], added: [], removed: [], changed: [], moved: [] },
  issues: [],
  changeDescription: "Removed Check",
  notes: [],
};

function notices(text: string, happened: Partial<Happened> = {}, failedCalls = 0): string[] {
  const all = { ...nothingHappened(), ...happened };
  return checkReply({ text, happened: all, failedCalls, revision: 3 }).map((notice) => notice.text);
}

test.each([
  "Done! Step 3 waits for you.",
  "I've removed step 5.",
  'Step 2 "Send" has been renamed.',
  "Step 4 now waits for step 1.",
  "Ich habe Schritt 3 entfernt.",
  "He eliminado el paso 3.",
  "J'ai supprimé l'étape 3.",
  "ステップ3を削除しました。",
  "已删除第3步。",
])("a claim without a change gets a notice: %s", (text) => {
  expect(notices(text)).toEqual([
    "The reply sounds as if the plan had changed, but this message changed nothing. The plan is as it was, at revision 3.",
  ]);
});

test.each([
  "Step 3 waits for step 2 because it uses its figures.",
  "Should I have removed step 5?",
  "I have not changed anything.",
  'The title of step 2 is "I removed it".',
  "If you remove step 2, step 3 waits for step 1.",
  "Which step do you mean: step 2 or step 3?",
  "Schritt 3 wartet auf Schritt 2.",
])("an answer that claims nothing gets none: %s", (text) => {
  expect(notices(text)).toEqual([]);
});

test("a claim is right when the plan changed", () => {
  expect(notices("I removed step 5.", { change: CHANGE })).toEqual([]);
});

test("a change that the reply denies is told", () => {
  expect(notices("Nothing was changed.", { change: CHANGE })).toEqual([
    "The plan did change: revision 4, Removed Check",
  ]);
});

test("after a refusal the person learns that the plan is as it was, and why when the reply is silent", () => {
  const refusals = [{ tool: "edit_plan", message: 'No step "x".' }];

  expect(notices("That is not possible.", { refusals })).toEqual(["The plan is as it was, at revision 3."]);
  expect(notices("", { refusals })).toEqual(['The plan is as it was, at revision 3. No step "x".']);
});

test("a refused save is told whatever the reply says", () => {
  const refusals = [{ tool: "save_plan", message: "Step 1 is bad." }];

  expect(notices("All saved.", { refusals })).toEqual(["The plan was not saved."]);
});

test("nothing starts before a card is confirmed, whatever the reply says", () => {
  expect(notices("I've started the run.", { proposals: ["run"] })).toEqual([
    "Nothing has started and nothing is scheduled yet: that happens when you confirm the card.",
  ]);
  expect(notices("The run has been started.")).toEqual([
    "The reply sounds as if a run had started or was scheduled, but this message did neither.",
  ]);
  expect(notices("Confirm the card to start the run.", { proposals: ["run"] })).toEqual([]);
});

test("cards alone are an answer", () => {
  expect(notices("", { proposals: ["run"] })).toEqual([]);
});
