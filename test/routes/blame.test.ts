import { afterAll, expect, test } from "vitest";
import { blameViewSchema } from "#server/core/views.ts";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { chunksOf, openPlanning } from "#test/planning.ts";
import { proposalOf } from "#test/proposal.ts";
import { scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

type Call = { name: string; input: unknown };

async function say(agentId: string, words: string, call: Call): Promise<void> {
  planning.setModel(scriptedModel({ calls: [call] }, { say: "All right." }));
  await chunksOf(await planning.post(agentId, words, { id: words.replaceAll(/\W+/g, "-") }));
}

/** Collect → Write → Send, then one message per list of edits. */
async function agentWith(...messages: [string, ...unknown[]][]): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Blame" });
  const { agentId } = body;
  await say(agentId, "First", { name: "propose_plan", input: proposalOf("Collect", "Write", "Send") });
  for (const [index, [words, ...edits]] of messages.entries()) {
    const input = { baseRevision: index + 1, edits, changeDescription: words };
    await say(agentId, words, { name: "edit_plan", input });
  }
  const { revision } = (await planning.request("GET", `/api/agents/${agentId}/plan`)).body;
  expect(revision).toBe(messages.length + 1);
  return agentId;
}

async function blameOf(agentId: string, query = "") {
  const { status, body } = await planning.request("GET", `/api/agents/${agentId}/plan/blame${query}`);
  expect(status).toBe(200);
  return blameViewSchema.parse(body);
}

const update = (step: string, ...changes: unknown[]) => ({ op: "update_step", step, changes });
const rename = (step: string, value: string) => update(step, { field: "title", value });
const part = (id: string) => ({
  id,
  title: id,
  instructions: `${id}.`,
  expectedOutput: "",
  settings: [],
});

test("each field names its message, with the words and the time of that", async () => {
  const agentId = await agentWith(
    ["Call the last one Mail it", rename("send", "Mail it")],
    [
      "The goal is a weekly mail",
      { op: "set_plan", changes: [{ field: "objective", value: "A weekly mail." }] },
    ],
  );

  const blame = await blameOf(agentId);

  expect(blame.steps["send"]?.["title"]).toEqual({ revision: 2, messageId: "Call-the-last-one-Mail-it" });
  expect(blame.steps["send"]?.["instructions"]).toEqual({ revision: 1, messageId: "First" });
  expect(blame.plan["objective"]).toEqual({ revision: 3, messageId: "The-goal-is-a-weekly-mail" });
  expect(blame.plan["title"]?.revision).toBe(1);
  expect(Object.keys(blame.messages)).toHaveLength(3);
  expect(blame.messages["Call-the-last-one-Mail-it"]?.words).toBe("Call the last one Mail it");
  expect(Date.parse(blame.messages["First"]?.at ?? "")).toBeGreaterThan(0);
});

test("a plan as it was is traced as it was", async () => {
  const agentId = await agentWith(
    ["Call it Mail", rename("send", "Mail")],
    ["Call it Post", rename("send", "Post")],
  );

  expect((await blameOf(agentId, "?revision=2")).steps["send"]?.["title"]?.revision).toBe(2);
  expect((await blameOf(agentId)).steps["send"]?.["title"]?.revision).toBe(3);
  expect(await blameOf(agentId, "?revision=0")).toMatchObject({ revision: 0, plan: {}, steps: {} });
  expect((await planning.request("GET", `/api/agents/${agentId}/plan/blame?revision=9`)).status).toBe(404);
});

test("the parts of a split step and what waits for them belong to the split; the rest stays", async () => {
  const parts = [part("draft"), part("polish")];
  const agentId = await agentWith([
    "Split it",
    { op: "split_step", step: "write", parts, arrangement: "chain" },
  ]);

  const { steps, parts: links } = await blameOf(agentId);

  expect(steps["polish"]?.["title"]?.revision).toBe(2);
  expect(links["send"]?.["dependsOn.polish"]?.revision).toBe(2);
  expect(steps["send"]?.["title"]?.revision).toBe(1);
  expect(steps["collect"]?.["title"]?.revision).toBe(1);
});

test("a dependency that a removal bridged belongs to the removal, one that stood keeps its message", async () => {
  const agentId = await agentWith(
    ["Send waits for both", { op: "add_dependency", step: "send", dependsOn: ["collect"] }],
    ["Drop the writing", { op: "remove_step", step: "write", rewire: "bridge" }],
  );

  const { parts } = await blameOf(agentId);

  expect(parts["send"]).toEqual({ "dependsOn.collect": { revision: 2, messageId: "Send-waits-for-both" } });
});

test("what steps became by a merge belongs to the merge, also what waits for them", async () => {
  const edit = { op: "merge_steps", steps: ["collect", "write"], title: "Collect and write" };
  const rest = { instructions: "Both.", expectedOutput: "A text.", changes: [] };
  const agentId = await agentWith(["Make it one", { ...edit, ...rest }]);

  const { steps, parts } = await blameOf(agentId);

  expect(Object.keys(steps)).toEqual(["collect", "send"]);
  expect(steps["collect"]?.["title"]?.revision).toBe(2);
  expect(steps["collect"]?.["kind"]?.revision).toBe(1);
  expect(parts["send"]).toEqual({ "dependsOn.collect": { revision: 2, messageId: "Make-it-one" } });
});

test("swapping and moving steps sets no field but the dependencies that it changes", async () => {
  const agentId = await agentWith(["Swap them", { op: "swap_steps", step: "collect", with: "write" }]);

  const { steps } = await blameOf(agentId);

  for (const id of ["collect", "write", "send"]) expect(steps[id]?.["title"]?.revision).toBe(1);
});

test("what was removed and brought back, and what undo brought back, also name who set it first", async () => {
  const agentId = await agentWith(
    ["Drop it", { op: "remove_step", step: "write", rewire: "bridge" }],
    ["Bring it back", { op: "restore_step", step: "write", revision: null, requiredBy: [] }],
    ["Call it Text", rename("write", "Text")],
    ["Undo", { op: "restore_revision", revision: 3 }],
  );

  const { steps } = await blameOf(agentId);

  expect(steps["write"]?.["title"]).toEqual({
    revision: 5,
    messageId: "Undo",
    original: { revision: 1, messageId: "First" },
  });
  expect(steps["write"]?.["instructions"]).toEqual({
    revision: 3,
    messageId: "Bring-it-back",
    original: { revision: 1, messageId: "First" },
  });
});

test("a message in other words sets what it says, and what the first wording set is nobody's", async () => {
  const agentId = await agentWith(["Call it Mail", rename("send", "Mail")]);
  const edits = [update("send", { field: "instructions", value: "Mail it." })];
  const input = { baseRevision: 1, edits, changeDescription: "Mail it" };
  planning.setModel(scriptedModel({ calls: [{ name: "edit_plan", input }] }, { say: "All right." }));

  await chunksOf(await planning.post(agentId, "Mail it", { id: "other", supersedes: "Call-it-Mail" }));
  const { steps } = await blameOf(agentId);

  expect(steps["send"]?.["instructions"]).toEqual({ revision: 3, messageId: "other" });
  expect(steps["send"]?.["title"]).toEqual({ revision: 1, messageId: "First" });
});

test("an imported plan sets what it changes, and a long message is told by its start", async () => {
  planning.setModel(createBuiltinPlanner());
  const { body } = await planning.request("POST", "/api/agents", { name: "Pasted" });
  const plan = (title: string) =>
    JSON.stringify({
      title: "Report",
      objective: "x".repeat(400),
      steps: [
        { id: "a", title },
        { id: "b", title: "B" },
      ],
    });
  await chunksOf(await planning.post(body.agentId, plan("A"), { id: "one" }));
  await chunksOf(await planning.post(body.agentId, plan("Another"), { id: "two" }));

  const { steps, plan: head, messages } = await blameOf(body.agentId);

  expect(steps["a"]?.["title"]).toEqual({ revision: 2, messageId: "two" });
  expect(steps["b"]?.["title"]).toEqual({ revision: 1, messageId: "one" });
  expect(head["objective"]?.messageId).toBe("one");
  expect(messages["one"]?.words.length).toBeLessThanOrEqual(280);
  expect(messages["one"]?.words).toMatch(/^\{"title".*…$/u);
});

test("a history of more revisions than are read at once is followed to its end", async () => {
  const renames = Array.from({ length: 30 }, (_, index): [string, unknown] => [
    `Name ${index}`,
    rename(index % 2 === 0 ? "send" : "write", `Name ${index}`),
  ]);
  const agentId = await agentWith(...renames);

  const { steps } = await blameOf(agentId);

  expect(steps["send"]?.["title"]).toEqual({ revision: 30, messageId: "Name-28" });
  expect(steps["write"]?.["title"]).toEqual({ revision: 31, messageId: "Name-29" });
  expect(steps["collect"]?.["title"]?.revision).toBe(1);
});
