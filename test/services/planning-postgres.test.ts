import { afterAll, expect, test } from "vitest";
import { openPostgres } from "#db/postgres.ts";
import { appendMessage } from "#server/services/append-message.ts";
import { editPlan } from "#server/services/edit-plan.ts";
import { saveSnapshot } from "#server/services/save-snapshot.ts";
import { chunksOf, openPlanning, said } from "#test/planning.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";
import { scriptedModel } from "#test/scripted-model.ts";

const server = await startPostgres();
const url = await server.createDatabase();
const planning = await openPlanning(() => openPostgres(url));
// A second process, as far as the database can tell.
const other = await openPlanning(() => openPostgres(url));
afterAll(async () => {
  await planning.close();
  await other.close();
  await server.stop();
});

async function agentWithPlan(...titles: string[]): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "On PostgreSQL" });
  planning.setModel(
    scriptedModel({ calls: [{ name: "propose_plan", input: proposalOf(...titles) }] }, { say: "Planned." }),
  );
  await chunksOf(await planning.post(body.agentId, "Plan it"));
  return body.agentId;
}

test("the whole conversation works on PostgreSQL: plan, edit, undo, save, look back", async () => {
  const agentId = await agentWithPlan("Collect", "Write", "Send");
  planning.setModel(
    scriptedModel(
      { calls: [{ name: "edit_plan", input: removalOf("Write", 1) }] },
      { say: "Out." },
      { calls: [{ name: "restore_revision", input: { revision: 1, changeDescription: "Undo" } }] },
      { say: "Back." },
      { calls: [{ name: "save_plan", input: { revision: 3 } }] },
      { say: "Saved." },
    ),
  );

  const replies = [];
  for (const text of ["Remove Write", "Undo", "Save"])
    replies.push(said(await chunksOf(await planning.post(agentId, text))));

  expect(replies).toEqual(["Out.", "Back.", "Saved."]);
  const get = async (path: string) => (await other.request("GET", `/api/agents/${agentId}${path}`)).body;
  expect(await get("")).toMatchObject({ draft: { revision: 3, stepCount: 3 }, savedRevision: 3 });
  expect(
    (await get("/revisions")).items.map((item: { restoredFrom: number | null }) => item.restoredFrom),
  ).toEqual([1, null, null]);
  expect((await get("/plan/blame")).steps.send.title.revision).toBe(1);
  expect((await get("/messages")).items).toHaveLength(8);
});

test("edits of two processes for the same revision: one is applied, the others are refused", async () => {
  const agentId = await agentWithPlan("A", "B", "C", "D", "E");

  const results = await Promise.all(
    ["a", "b", "c", "d"].map(async (step, index) => {
      const { ctx } = index % 2 === 0 ? planning : other;
      const messageId = ctx.newId("msg");
      await appendMessage(ctx, {
        agentId,
        id: messageId,
        parts: [{ type: "text", text: step }],
        metadata: {},
      });
      const edits = [{ op: "remove_step" as const, step, rewire: "bridge" as const }];
      return editPlan(ctx, { agentId, messageId, baseRevision: 1, edits, changeDescription: step });
    }),
  );

  expect(results.filter((result) => result.ok)).toHaveLength(1);
  const refusals = results.flatMap((result) => (result.ok ? [] : [result.error.message]));
  expect(refusals.every((message) => message.includes("at revision 2, not 1"))).toBe(true);
});

test("agents of one name and snapshots of one plan, made at once by two processes, do not collide", async () => {
  const agentId = await agentWithPlan("A", "B");
  const both = [planning, other, planning, other];

  const agents = await Promise.all(both.map((one) => one.request("POST", "/api/agents", { name: "Twin" })));
  const saves = await Promise.all(both.map((one) => saveSnapshot(one.ctx, { agentId })));

  expect(new Set(agents.map((answer) => answer.body.slug)).size).toBe(4);
  expect(saves.filter((result) => result.ok && result.value.created)).toHaveLength(1);
  expect(new Set(saves.map((result) => result.ok && result.value.snapshot.snapshotId)).size).toBe(1);
});

test("a message said in other words, and one whose process died, are as they are on the embedded database", async () => {
  const agentId = await agentWithPlan("Collect", "Write", "Send");
  planning.setModel(
    scriptedModel(
      { calls: [{ name: "edit_plan", input: removalOf("Send", 1) }] },
      { say: "Out." },
      { say: "Write." },
      { say: "As far as this", stalls: true },
    ),
  );
  await chunksOf(await planning.post(agentId, "Remove Send", { id: "first" }));
  await chunksOf(await planning.post(agentId, "What is step 2?", { id: "second", supersedes: "first" }));
  const unfinished = await planning.post(agentId, "And now?", { id: "third" });

  const listed = await other.request("GET", `/api/agents/${agentId}/messages`);
  await planning.request("POST", `/api/agents/${agentId}/chat/stop`);
  await chunksOf(unfinished);

  expect(listed.body.items[0].metadata.unfinished).toBe(true);
  expect(
    listed.body.items.map((item: { metadata: { supersededBy?: string } }) => item.metadata.supersededBy),
  ).toEqual([undefined, undefined, undefined, undefined, "second", "second", undefined, undefined]);
  const { body } = await other.request("GET", `/api/agents/${agentId}/plan`);
  expect([body.revision, body.plan.steps.length]).toEqual([3, 3]);
});
