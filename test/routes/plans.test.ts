import { afterAll, expect, test } from "vitest";
import { chunksOf, dataOf, openPlanning } from "#test/planning.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";
import { type ScriptedAnswer, scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

async function talk(agentId: string, text: string, call: NonNullable<ScriptedAnswer["calls"]>[number]) {
  planning.setModel(scriptedModel({ calls: [call] }, { say: "All right." }));
  return chunksOf(await planning.post(agentId, text, { id: text }));
}

/** Collect → Write → Send at revision 1, then Write removed at revision 2. */
async function agentWithHistory(): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "History" });
  await talk(body.agentId, "plan", { name: "propose_plan", input: proposalOf("Collect", "Write", "Send") });
  await talk(body.agentId, "remove", { name: "edit_plan", input: removalOf("Write", 1) });
  return body.agentId;
}

function get(path: string) {
  return planning.request("GET", path);
}

test("the plan is read as it is and as it was, as JSON, Markdown and Mermaid", async () => {
  const agentId = await agentWithHistory();
  const as = (type: string) =>
    planning.app.request(`/api/agents/${agentId}/plan`, { headers: { Accept: type } });

  const now = await get(`/api/agents/${agentId}/plan`);
  const before = await get(`/api/agents/${agentId}/plan?revision=1`);
  const markdown = await as("text/markdown");
  const mermaid = await as("text/vnd.mermaid");

  expect(now.body.revision).toBe(2);
  expect(now.body.plan.steps.map((step: { id: string }) => step.id)).toEqual(["collect", "send"]);
  expect(before.body.plan.steps).toHaveLength(3);
  expect(markdown.headers.get("content-type")).toContain("text/markdown");
  expect(await markdown.text()).toContain("Collect");
  expect(mermaid.headers.get("content-type")).toContain("text/vnd.mermaid");
  expect(await mermaid.text()).toMatch(/flowchart|graph/);
});

test("an agent without a plan has an empty one at revision 0", async () => {
  const { body } = await planning.request("POST", "/api/agents", { name: "Empty" });

  const plan = await get(`/api/agents/${body.agentId}/plan`);

  expect(plan.body).toMatchObject({ revision: 0, plan: { steps: [] } });
  expect((await get(`/api/agents/${body.agentId}/revisions`)).body.items).toEqual([]);
});

test("each revision has the message that made it, its edits and what changed", async () => {
  const agentId = await agentWithHistory();

  const revisions = await get(`/api/agents/${agentId}/revisions`);
  const diff = await get(`/api/agents/${agentId}/revisions/2/diff`);
  const whole = await get(`/api/agents/${agentId}/revisions/2/diff?from=0`);

  expect(revisions.body.items).toMatchObject([
    { revision: 2, messageId: "remove", changeDescription: "Removed Write", edits: [{ op: "remove_step" }] },
    { revision: 1, messageId: "plan", changeDescription: "First plan" },
  ]);
  expect(diff.body).toMatchObject({
    from: 1,
    to: 2,
    diff: { removed: [{ stepId: "write", before: 2, after: null }] },
  });
  expect(whole.body.diff.added.map((step: { stepId: string }) => step.stepId)).toEqual(["collect", "send"]);
});

test("blame names the revision and message that last set each field", async () => {
  const agentId = await agentWithHistory();

  const { body } = await get(`/api/agents/${agentId}/plan/blame`);

  expect(body.revision).toBe(2);
  expect(Object.keys(body.steps)).toEqual(["collect", "send"]);
  expect(body.steps.send.title).toEqual({ revision: 1, messageId: "plan" });
  expect(body.steps.send.dependsOn).toEqual({ revision: 2, messageId: "remove" });
});

test("undo copies the old plan forward, redo comes back, and nothing is lost", async () => {
  const agentId = await agentWithHistory();
  const restore = (revision: number) => ({
    name: "restore_revision",
    input: { revision, changeDescription: `Back to ${revision}` },
  });

  const undone = await talk(agentId, "undo", restore(1));
  const undoPrompt = await get(`/api/agents/${agentId}/plan`);
  await talk(agentId, "redo", restore(2));

  expect(dataOf(undone, "revision")[0]).toMatchObject({ revision: 3, previousRevision: 2 });
  expect(undoPrompt.body.plan).toEqual((await get(`/api/agents/${agentId}/plan?revision=1`)).body.plan);
  expect((await get(`/api/agents/${agentId}/plan`)).body.plan).toEqual(
    (await get(`/api/agents/${agentId}/plan?revision=2`)).body.plan,
  );
  const { body } = await get(`/api/agents/${agentId}/revisions`);
  expect(body.items.map((item: { restoredFrom: number | null }) => item.restoredFrom)).toEqual([
    2,
    1,
    null,
    null,
  ]);
});

test("there is no way to write a plan but a message", async () => {
  const agentId = await agentWithHistory();
  const { body } = await get(`/api/agents/${agentId}/plan`);

  for (const method of ["PUT", "POST", "PATCH", "DELETE"]) {
    expect((await planning.request(method, `/api/agents/${agentId}/plan`, body.plan)).status).toBe(404);
  }
});

test.each([
  ["/plan?revision=9", 404],
  ["/plan?revision=-1", 422],
  ["/plan?revision=two", 422],
  ["/plan?revision=99999999999", 422],
  ["/revisions/9/diff", 404],
  ["/revisions/2/diff?from=9", 404],
  ["/revisions/none/diff", 422],
  ["/revisions?cursor=bad", 422],
  ["/revisions?limit=0", 422],
])("%s is refused with %i", async (path, status) => {
  const agentId = await agentWithHistory();

  const answer = await get(`/api/agents/${agentId}${path}`);

  expect(answer.status).toBe(status);
  expect(answer.body.detail.length).toBeGreaterThan(10);
});
