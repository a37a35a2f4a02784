import { APICallError } from "ai";
import { afterAll, expect, test } from "vitest";
import { chunksOf, dataOf, openPlanning, said } from "#test/planning.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";
import { type ScriptedAnswer, scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

/** An agent whose plan is a chain of these steps, at revision 1. */
async function agentWithPlan(...titles: string[]): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Reports" });
  await talk(
    body.agentId,
    "Here is the brief.",
    { calls: [{ name: "propose_plan", input: proposalOf(...titles) }] },
    {
      say: "There is your plan.",
    },
  );
  return body.agentId;
}

async function talk(agentId: string, text: string, ...answers: ScriptedAnswer[]) {
  const model = scriptedModel(...answers);
  planning.setModel(model);
  const chunks = await chunksOf(await planning.post(agentId, text));
  return { chunks, model, notices: dataOf(chunks, "notice") };
}

async function planOf(agentId: string) {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/plan`);
  return { revision: body.revision, titles: body.plan.steps.map((step: { title: string }) => step.title) };
}

test("a call changes the plan, streams it, and the reply comes after its result", async () => {
  const agentId = await agentWithPlan("Collect", "Write", "Send");

  const { chunks, notices, model } = await talk(
    agentId,
    "Remove step 2",
    { calls: [{ name: "edit_plan", input: removalOf("Write", 1) }] },
    { say: "Write is gone; step 2 is Send now." },
  );

  expect(await planOf(agentId)).toEqual({ revision: 2, titles: ["Collect", "Send"] });
  expect(dataOf(chunks, "plan").map((plan) => plan.revision)).toEqual([2]);
  expect(dataOf(chunks, "revision")[0].diff.removed.map((step: { title: string }) => step.title)).toEqual([
    "Write",
  ]);
  expect(said(chunks)).toBe("Write is gone; step 2 is Send now.");
  expect(notices).toEqual([]);
  const told = JSON.stringify(model.doStreamCalls[1]?.prompt.at(-1));
  expect(told).toContain("r2: Removed Write");
  expect(told).toContain("Removed step 2");
});

test("a refused edit changes nothing, is told to the model, and may be corrected", async () => {
  const agentId = await agentWithPlan("Collect", "Write", "Send");
  const circle = {
    baseRevision: 1,
    edits: [{ op: "add_dependency", step: "collect", dependsOn: ["send"] }],
    changeDescription: "Collect waits for Send",
  };

  const { chunks, model, notices } = await talk(
    agentId,
    "Change it",
    { calls: [{ name: "edit_plan", input: circle }] },
    { calls: [{ name: "edit_plan", input: removalOf("Send", 1) }] },
    { say: "Took Send out." },
  );

  const refusal = JSON.stringify(model.doStreamCalls[1]?.prompt.at(-1));
  expect(refusal).toContain("Refused");
  expect(refusal).toContain("Collect");
  expect(dataOf(chunks, "revision").map((item) => item.revision)).toEqual([2]);
  expect(await planOf(agentId)).toEqual({ revision: 2, titles: ["Collect", "Write"] });
  expect(notices).toEqual([]);
});

test("edits for an old revision are refused with what changed since", async () => {
  const agentId = await agentWithPlan("Collect", "Write", "Send");
  await talk(
    agentId,
    "Remove Write",
    { calls: [{ name: "edit_plan", input: removalOf("Write", 1) }] },
    { say: "Ok." },
  );

  const { model } = await talk(
    agentId,
    "Remove Send",
    { calls: [{ name: "edit_plan", input: removalOf("Send", 1) }] },
    { say: "I could not do that." },
  );

  const refusal = JSON.stringify(model.doStreamCalls[1]?.prompt.at(-1));
  expect(refusal).toContain("The plan is at revision 2, not 1.");
  expect(refusal).toContain("r2 Removed Write");
  expect(await planOf(agentId)).toEqual({ revision: 2, titles: ["Collect", "Send"] });
});

test("LLM-A04: of two changes in one answer none is made, and the model is told to make one call of them", async () => {
  const agentId = await agentWithPlan("Collect", "Write", "Send");
  const both = {
    baseRevision: 1,
    edits: [...removalOf("Write", 1).edits, ...removalOf("Send", 1).edits],
    changeDescription: "Removed Write and Send",
  };

  const { chunks, model, notices } = await talk(
    agentId,
    "Remove two steps",
    {
      calls: [
        { name: "edit_plan", input: removalOf("Write", 1) },
        { name: "edit_plan", input: removalOf("Send", 1) },
      ],
    },
    { calls: [{ name: "edit_plan", input: both }] },
    { say: "Both are out." },
  );

  expect(JSON.stringify(model.doStreamCalls[1]?.prompt.at(-1))).toContain("none of them was carried out");
  expect(dataOf(chunks, "revision").map((item) => item.revision)).toEqual([2]);
  expect(await planOf(agentId)).toEqual({ revision: 2, titles: ["Collect"] });
  expect(notices).toEqual([]);
});

test("a second change after the first one is refused", async () => {
  const agentId = await agentWithPlan("Collect", "Write", "Send");

  const { chunks, model } = await talk(
    agentId,
    "Remove two steps",
    { calls: [{ name: "edit_plan", input: removalOf("Write", 1) }] },
    { calls: [{ name: "edit_plan", input: removalOf("Send", 2) }] },
    { say: "One is out." },
  );

  expect(dataOf(chunks, "revision")).toHaveLength(1);
  expect(await planOf(agentId)).toEqual({ revision: 2, titles: ["Collect", "Send"] });
  expect(JSON.stringify(model.doStreamCalls[2]?.prompt.at(-1))).toContain("made revision 2 already");
});

test("what is to be saved together with a change that is refused is not saved without it", async () => {
  const agentId = await agentWithPlan("Collect", "Write");

  const { chunks, notices } = await talk(
    agentId,
    "Remove the other one and save",
    {
      calls: [
        { name: "edit_plan", input: removalOf("No such", 1) },
        { name: "save_plan", input: { revision: 1 } },
      ],
    },
    { say: "There is no such step." },
  );

  expect(dataOf(chunks, "snapshot")).toEqual([]);
  expect(notices.map((notice) => notice.text)).toEqual([
    "The plan is as it was, at revision 1.",
    "The plan was not saved.",
  ]);
});

test.each([
  ["malformed JSON", { name: "edit_plan", input: '{"baseRevision":1,"edits":[{"op":"remove_st' }],
  ["a wrong shape", { name: "edit_plan", input: { baseRevision: 1, edits: "all of them" } }],
  ["an unknown tool", { name: "delete_plan", input: {} }],
  ["an unknown field", { name: "edit_plan", input: { ...removalOf("Write", 1), approved: true } }],
])("a call with %s changes nothing and may be corrected", async (_what, call) => {
  const agentId = await agentWithPlan("Collect", "Write");

  const { chunks, notices } = await talk(
    agentId,
    "Remove Write",
    { calls: [call] },
    { say: "That did not work." },
  );

  expect(await planOf(agentId)).toEqual({ revision: 1, titles: ["Collect", "Write"] });
  expect(dataOf(chunks, "revision")).toEqual([]);
  expect(notices.map((notice) => notice.level)).toEqual(["warning"]);
  expect(notices[0].text).toContain("at revision 1");
});

test("three refused tries end the turn with the reason, and the person's text is kept", async () => {
  const agentId = await agentWithPlan("Collect", "Write");
  const missing = { name: "edit_plan", input: removalOf("No such", 1) };

  const { notices, model } = await talk(
    agentId,
    "Remove the other one",
    { calls: [missing] },
    { calls: [missing] },
    { calls: [missing] },
    { say: "Never asked for." },
  );

  expect(model.doStreamCalls).toHaveLength(3);
  expect(notices[0].text).toContain("at revision 1");
  expect(notices[0].text).toContain("no-such");
  const { body } = await planning.request("GET", `/api/agents/${agentId}/messages?limit=2`);
  expect(body.items[1].parts[0].text).toBe("Remove the other one");
});

test("a reply that claims a change which nothing confirms gets a notice", async () => {
  const agentId = await agentWithPlan("Collect", "Write");

  const { notices } = await talk(agentId, "Remove step 2", { say: "Done. I removed step 2." });

  expect(notices.map((notice) => notice.level)).toEqual(["warning"]);
  expect(notices[0].text).toContain("changed nothing");
});

test("LLM-A06: an empty answer gets a notice", async () => {
  const agentId = await agentWithPlan("Collect");

  const { notices } = await talk(agentId, "Hello?", {});

  expect(notices[0].text).toContain("gave no answer");
});

test("a failed model call keeps the person's text and says in safe words what failed", async () => {
  const agentId = await agentWithPlan("Collect");
  const fails = new APICallError({
    message: "Incorrect API key provided: sk-secret-123456789.",
    url: "http://127.0.0.1/v1/responses",
    requestBodyValues: {},
    statusCode: 400,
    responseBody: '{"error":{"message":"raw body"}}',
    isRetryable: false,
  });

  const { chunks } = await talk(agentId, "Remove step 1", { fails });

  const { body } = await planning.request("GET", `/api/agents/${agentId}/messages?limit=2`);
  const [reply, asked] = body.items;
  expect(asked.parts).toEqual([{ type: "text", text: "Remove step 1" }]);
  expect(reply.parts[0]).toMatchObject({ type: "data-notice", data: { level: "error" } });
  expect(reply.parts[0].data.text).toContain("refused the request (400)");
  expect(JSON.stringify([chunks, body])).not.toMatch(/sk-secret|raw body/);
});

test("LLM-A05: an answer cut at the length limit says so", async () => {
  const agentId = await agentWithPlan("Collect");

  const { notices } = await talk(agentId, "Tell me all", { say: "It begins", finishReason: "length" });

  expect(notices[0]).toMatchObject({ level: "error" });
  expect(notices[0].text).toContain("cut off");
});

test("saving by talking makes a snapshot, and an unsaved claim is corrected", async () => {
  const agentId = await agentWithPlan("Collect");

  const saved = await talk(
    agentId,
    "Save it",
    { calls: [{ name: "save_plan", input: { revision: 1 } }] },
    { say: "Saved." },
  );
  const claimed = await talk(agentId, "Save it again", { say: "I have saved it." });

  expect(dataOf(saved.chunks, "snapshot")[0]).toMatchObject({ version: 1, revision: 1 });
  expect(saved.notices).toEqual([]);
  expect(claimed.notices[0].text).toContain("saved nothing");
});

test("runs, schedules and webhooks are only proposed", async () => {
  const agentId = await agentWithPlan("Collect");
  const calls = [
    { name: "start_run", input: { input: null } },
    {
      name: "set_schedule",
      input: { cron: "0 9 * * 1-5", timezone: "Europe/Berlin", words: "weekdays at 9" },
    },
    { name: "set_webhook", input: { scheme: "github", words: "a push" } },
  ];

  const unsaved = await talk(agentId, "Run it", { calls: calls.slice(0, 1) }, { say: "Save it first." });
  await talk(agentId, "Save", { calls: [{ name: "save_plan", input: { revision: 1 } }] }, { say: "Saved." });
  const { chunks, model } = await talk(agentId, "Run it", { calls }, { say: "Confirm the cards." });

  expect(dataOf(unsaved.chunks, "proposal")).toEqual([]);
  expect(dataOf(chunks, "proposal")).toMatchObject([
    { type: "run", input: null },
    { type: "schedule", cron: "0 9 * * 1-5", timezone: "Europe/Berlin" },
    { type: "webhook", scheme: "github", words: "a push" },
  ]);
  const told = JSON.stringify(model.doStreamCalls[1]?.prompt.at(-1));
  for (const type of ["run", "schedule", "webhook"])
    expect(told).toContain(`A card for the ${type} is shown`);
  expect(told.match(/confirms the card/g)).toHaveLength(3);
  expect((await planning.request("GET", `/api/agents/${agentId}`)).body.lastRun).toBeNull();
});
