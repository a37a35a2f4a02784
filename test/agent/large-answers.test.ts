import { afterAll, expect, test } from "vitest";
import { chunksOf, dataOf, openPlanning, said } from "#test/planning.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";
import { scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(() => planning.close());

async function newAgent(): Promise<string> {
  return (await planning.request("POST", "/api/agents", { name: "Large answers" })).body.agentId;
}

test("two hundred calls in one answer are told by their number, not one by one", async () => {
  const agentId = await newAgent();
  const edits = Array.from({ length: 200 }, () => ({ name: "edit_plan", input: removalOf("Send", 1) }));
  const answer = { calls: [...edits, { name: "restore_revision", input: restore }] };
  planning.setModel(
    scriptedModel(
      { calls: [{ name: "propose_plan", input: proposalOf("Collect", "Send") }] },
      { say: "Two." },
    ),
  );
  await chunksOf(await planning.post(agentId, "Collect, then send."));
  planning.setModel(scriptedModel(answer, answer, answer));

  const [notice, ...others] = dataOf(await chunksOf(await planning.post(agentId, "Remove it.")), "notice");

  expect(others).toEqual([]);
  expect(notice.text).toContain(
    "The answer makes 201 calls that change the plan: edit_plan (200 times), restore_revision.",
  );
  expect(notice.text.length).toBeLessThan(500);
});

const restore = { revision: 1, changeDescription: "Back to revision 1" };

test("of an endless reply the beginning is shown and kept, which the person is told", async () => {
  const agentId = await newAgent();
  planning.setModel(scriptedModel({ say: `${"And🙂on".repeat(30_000)} ${"and-on".repeat(300_000)}` }));

  const chunks = await chunksOf(await planning.post(agentId, "How long is it?"));
  const { body } = await planning.request("GET", `/api/agents/${agentId}/messages?limit=1`);

  const [kept] = body.items[0].parts;
  expect(kept.text === said(chunks)).toBe(true);
  expect(kept.text.length).toBeGreaterThan(99_980);
  expect(kept.text.length).toBeLessThanOrEqual(100_000);
  expect(kept.text.isWellFormed()).toBe(true);
  expect(dataOf(chunks, "notice").map((notice) => notice.text)).toEqual([
    "The reply was longer than 100000 characters. What came after them is not kept.",
  ]);
});

test("a reply that just fits is kept whole, without a word about it", async () => {
  const agentId = await newAgent();
  const words = "On-and-on.".repeat(9_000);
  planning.setModel(scriptedModel({ say: words }));

  const chunks = await chunksOf(await planning.post(agentId, "How long is it?"));

  expect(said(chunks) === words).toBe(true);
  expect(dataOf(chunks, "notice")).toEqual([]);
});
