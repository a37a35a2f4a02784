import { afterAll, expect, test } from "vitest";
import { appendMessage } from "#server/services/append-message.ts";
import { createAgent } from "#server/services/create-agent.ts";
import { editPlan } from "#server/services/edit-plan.ts";
import { listRevisions } from "#server/services/list-revisions.ts";
import { proposePlan } from "#server/services/propose-plan.ts";
import { readPlan } from "#server/services/read-plan.ts";
import { readPlanningState } from "#server/services/read-planning-state.ts";
import { restoreRevision } from "#server/services/restore-revision.ts";
import { openPlanning } from "#test/planning.ts";
import { proposalOf } from "#test/proposal.ts";

const planning = await openPlanning();
afterAll(planning.close);
const { ctx } = planning;

async function say(agentId: string): Promise<{ agentId: string; messageId: string }> {
  const id = ctx.newId("msg");
  await appendMessage(ctx, { agentId, id, parts: [{ type: "text", text: "Change it." }], metadata: {} });
  return { agentId, messageId: id };
}

async function agentWithPlan(...titles: string[]): Promise<string> {
  const { agentId } = await createAgent(ctx, { name: "Edits" });
  await proposePlan(ctx, { ...(await say(agentId)), proposal: proposalOf(...titles) });
  return agentId;
}

function removal(step: string) {
  return {
    edits: [{ op: "remove_step" as const, step, rewire: "bridge" as const }],
    changeDescription: `Removed ${step}`,
  };
}

function rename(step: string, value: string) {
  return {
    edits: [{ op: "update_step" as const, step, changes: [{ field: "title" as const, value }] }],
    changeDescription: `Renamed ${step}`,
  };
}

async function stepsOf(agentId: string) {
  const { plan } = await readPlan(ctx, { agentId });
  return plan.steps.map((step) => step.id);
}

test("of edits made for the same revision at once, one is applied and the others are refused", async () => {
  const agentId = await agentWithPlan("A", "B", "C", "D", "E");
  const said = [await say(agentId), await say(agentId), await say(agentId), await say(agentId)];

  const results = await Promise.all(
    said.map((message, index) =>
      editPlan(ctx, { ...message, baseRevision: 1, ...removal(["a", "b", "c", "d"][index] ?? "") }),
    ),
  );

  expect(results.filter((result) => result.ok)).toHaveLength(1);
  expect(await stepsOf(agentId)).toHaveLength(4);
  expect((await listRevisions(ctx, { agentId, limit: 10 })).items).toHaveLength(2);
});

test("a message makes at most one revision, whatever calls come with it", async () => {
  const agentId = await agentWithPlan("A", "B", "C");
  const message = await say(agentId);

  const first = await editPlan(ctx, { ...message, baseRevision: 1, ...removal("a") });
  const second = await editPlan(ctx, { ...message, baseRevision: 2, ...removal("b") });
  const third = await restoreRevision(ctx, { ...message, revision: 1, changeDescription: "Back" });

  expect(first.ok).toBe(true);
  expect([second.ok, third.ok]).toEqual([false, false]);
  expect(await stepsOf(agentId)).toEqual(["b", "c"]);
});

test("a list of edits with one that cannot be is refused whole", async () => {
  const agentId = await agentWithPlan("A", "B", "C");
  const before = await readPlan(ctx, { agentId });

  const result = await editPlan(ctx, {
    ...(await say(agentId)),
    baseRevision: 1,
    edits: [...removal("a").edits, ...removal("zebra").edits],
    changeDescription: "Two",
  });

  expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining("zebra") } });
  expect(await readPlan(ctx, { agentId })).toEqual(before);
});

test("edits that change nothing are refused", async () => {
  const agentId = await agentWithPlan("A", "B");

  const result = await editPlan(ctx, { ...(await say(agentId)), baseRevision: 1, ...rename("a", "A") });

  expect(result.ok).toBe(false);
  expect((await readPlan(ctx, { agentId })).revision).toBe(1);
});

test("a new step never gets the id of a removed one: it has another, wherever the edits name it", async () => {
  const agentId = await agentWithPlan("A", "B", "C");
  await editPlan(ctx, { ...(await say(agentId)), baseRevision: 1, ...removal("b") });
  const step = {
    id: "b",
    title: "Another B",
    kind: "reasoning" as const,
    instructions: "Do it.",
    expectedOutput: "Done.",
    dependsOn: ["a"],
    settings: [],
  };

  const result = await editPlan(ctx, {
    ...(await say(agentId)),
    baseRevision: 2,
    edits: [
      { op: "add_step", step, after: "a", requiredBy: [] },
      { op: "add_dependency", step: "c", dependsOn: ["b"] },
      { op: "update_step", step: "c", changes: [{ field: "if", value: "$b.status == 'completed'" }] },
    ],
    changeDescription: "Added Another B",
  });

  expect(result).toMatchObject({ ok: true, value: { notes: [expect.stringContaining('has the id "b-2"')] } });
  const { plan } = await readPlan(ctx, { agentId });
  expect(plan.steps.map((item) => item.id)).toEqual(["a", "b-2", "c"]);
  expect(plan.steps[2]).toMatchObject({ dependsOn: ["a", "b-2"], if: "$b-2.status == 'completed'" });
  expect(await readPlanningState(ctx, { agentId, messageId: "next" })).toMatchObject({
    retiredIds: ["b"],
    removed: [{ id: "b", title: "B", revision: 1 }],
  });
});

test("bringing a removed step back brings its id back", async () => {
  const agentId = await agentWithPlan("A", "B", "C");
  await editPlan(ctx, { ...(await say(agentId)), baseRevision: 1, ...removal("b") });

  const result = await editPlan(ctx, {
    ...(await say(agentId)),
    baseRevision: 2,
    edits: [{ op: "restore_step", step: "b", revision: 1, requiredBy: [] }],
    changeDescription: "B is back",
  });

  expect(result.ok).toBe(true);
  expect((await stepsOf(agentId)).toSorted()).toEqual(["a", "b", "c"]);
});

test("starting over gives steps ids of their own, also where the plan's own links name them", async () => {
  const agentId = await agentWithPlan("A", "B");
  const proposal = proposalOf("A", "C");
  const value = '{"path":"${a.output.x}","encoding":"$a.output"}';
  const steps = proposal.steps.map((step) =>
    step.id === "a"
      ? step
      : {
          ...step,
          kind: "tool" as const,
          settings: [
            { field: "tool" as const, value: "read_file" },
            { field: "input" as const, value },
          ],
        },
  );

  const kept = await proposePlan(ctx, { ...(await say(agentId)), proposal });
  const result = await proposePlan(ctx, {
    ...(await say(agentId)),
    proposal: { ...proposal, startOver: true, steps },
  });

  expect(kept.ok).toBe(false);
  expect(result.ok).toBe(true);
  const { plan } = await readPlan(ctx, { agentId });
  expect(plan.steps.map((step) => step.id)).toEqual(["a-2", "c"]);
  expect(plan.steps[1]).toMatchObject({
    dependsOn: ["a-2"],
    input: { path: "${a-2.output.x}", encoding: "$a-2.output" },
  });
});

test("characters that the database cannot keep are replaced, never an error", async () => {
  const agentId = await agentWithPlan("A", "B");

  const result = await editPlan(ctx, {
    ...(await say(agentId)),
    baseRevision: 1,
    ...rename("a", "A \ud800 now"),
  });

  expect(result.ok && result.value.plan.steps[0]?.title.isWellFormed()).toBe(true);
});

test("a removed step comes back from the newest revision that has it, when none is named", async () => {
  const agentId = await agentWithPlan("A", "B", "C");
  await editPlan(ctx, { ...(await say(agentId)), baseRevision: 1, ...removal("b") });

  const result = await editPlan(ctx, {
    ...(await say(agentId)),
    baseRevision: 2,
    edits: [{ op: "restore_step", step: "b", revision: null, requiredBy: [] }],
    changeDescription: "Brought back B",
  });

  expect(result.ok && result.value.plan.steps.map((step) => step.id)).toEqual(["a", "b", "c"]);
});

test("undo and redo lead where editors lead them", async () => {
  const agentId = await agentWithPlan("A", "B", "C");
  await editPlan(ctx, { ...(await say(agentId)), baseRevision: 1, ...removal("a") });
  await editPlan(ctx, { ...(await say(agentId)), baseRevision: 2, ...removal("b") });
  const targets = async () => (await readPlanningState(ctx, { agentId, messageId: "next" })).restore;

  const before = await targets();
  await restoreRevision(ctx, { ...(await say(agentId)), revision: 2, changeDescription: "Undo" });
  const undone = await targets();
  await restoreRevision(ctx, { ...(await say(agentId)), revision: 3, changeDescription: "Redo" });

  expect(before).toEqual({ undo: [2, 1], redo: [] });
  expect(undone).toEqual({ undo: [1], redo: [3] });
  // Revision 4, the undo, has the plan of revision 2.
  expect(await targets()).toEqual({ undo: [4, 1], redo: [] });
});
