import { expect, test } from "vitest";
import { checkReply, failureNotice } from "#server/agent/honesty.ts";
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

const REMOVED_ONE: Happened["change"] = {
  ...CHANGE,
  diff: {
    plan: [],
    added: [],
    removed: [{ stepId: "b", title: "Check", before: 2, after: null }],
    changed: [],
    moved: [],
  },
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
  expect(notices("I removed step 2.", { change: REMOVED_ONE })).toEqual([]);
});

test("a change that the reply denies is told", () => {
  expect(notices("Nothing was changed.", { change: CHANGE })).toEqual([
    "The plan did change: revision 4, Removed Check",
  ]);
});

test("after a refusal the person learns that the plan is as it was, and why when the reply is silent", () => {
  const refusals = [{ tool: "edit_plan", message: 'No step "x".', isAfterChange: false }];

  expect(notices("That is not possible.", { refusals })).toEqual(["The plan is as it was, at revision 3."]);
  expect(notices("", { refusals })).toEqual(['The plan is as it was, at revision 3. No step "x".']);
});

test("a reply that counts more removed steps than were removed gets a notice of those that were", () => {
  expect(notices("Removed steps 2 and 3.", { change: REMOVED_ONE })).toEqual([
    'The reply says that more steps were removed than were. Revision 4 removed only step 2 "Check".',
  ]);
  expect(notices("Removed step 2.", { change: CHANGE })).toEqual([
    "The reply says that more steps were removed than were. Revision 4 removed none.",
  ]);
  expect(notices("Removed step 2.", { change: REMOVED_ONE })).toEqual([]);
  expect(notices("Removed steps 2 and 3.", { change: { ...REMOVED_ONE, isRestore: true } })).toEqual([]);
});

test("a save and a start that did not happen are told both, also beside a change that did", () => {
  expect(notices("Saved the plan and scheduled it for Mondays.", { change: CHANGE })).toEqual([
    "The reply sounds as if the plan had been saved, but this message saved nothing.",
    "The reply sounds as if a run had started or was scheduled, but this message did neither.",
  ]);
});

test("a refused save is told whatever the reply says", () => {
  const refusals = [{ tool: "save_plan", message: "Step 1 is bad.", isAfterChange: false }];

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

test("a call that is written out as text is said to be none", () => {
  const written = 'Sure:\n```json\n{"baseRevision": 3, "edits": []}\n```';

  expect(notices(written)).toEqual([
    "The reply writes a call out instead of making it, so nothing was done. The plan is as it was, at revision 3. Send it again.",
  ]);
  expect(notices("I call edit_plan now.")).toHaveLength(1);
  expect(notices(written, { change: CHANGE })).toEqual([]);
});

test("a call that could not be read is told with what stands and what to do", () => {
  expect(notices("", {}, 1)).toEqual([
    "The planner made a call that could not be read or broke. The plan is as it was, at revision 3. Send it again, or say it in other words.",
  ]);
});

test("a refused card says nothing about the plan, and is told when the reply is silent", () => {
  const refusals = [{ tool: "start_run", message: "Nothing is saved yet.", isAfterChange: false }];

  expect(notices("Save the plan first.", { refusals })).toEqual([]);
  expect(notices("", { refusals })).toEqual(["No card is shown. Nothing is saved yet."]);
});

test("what stands is told with a failure: the plan, or the change that was made before it", () => {
  const failure = { why: "It broke.", remedy: "Send the message again." };
  const snapshot = { snapshotId: "snap", version: 2, revision: 4, issues: [] };

  expect(failureNotice(failure, nothingHappened(), 0).text).toBe(
    "It broke. There is no plan yet. Send the message again.",
  );
  expect(failureNotice(failure, { ...nothingHappened(), change: CHANGE, snapshot }, 3).text).toBe(
    "It broke. The change is made: revision 4, Removed Check. It is saved as version 2.",
  );
});

test("cards alone are an answer", () => {
  expect(notices("", { proposals: ["run"] })).toEqual([]);
});
