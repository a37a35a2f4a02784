import { afterAll, expect, test } from "vitest";
import { chunksOf, dataOf, openPlanning, said } from "#test/planning.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";
import { type ScriptedAnswer, scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

/** An agent whose first message, "brief", planned Collect, Write and Send. */
async function newAgent(): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Wording" });
  await talk(body.agentId, "Plan it", { id: "brief" }, propose("Collect", "Write", "Send"), {
    say: "Planned.",
  });
  return body.agentId;
}

function propose(...titles: string[]): ScriptedAnswer {
  return { calls: [{ name: "propose_plan", input: proposalOf(...titles) }] };
}

function remove(title: string, baseRevision: number): ScriptedAnswer {
  return { calls: [{ name: "edit_plan", input: removalOf(title, baseRevision) }] };
}

async function talk(
  agentId: string,
  text: string,
  options: { id: string; supersedes?: string },
  ...answers: ScriptedAnswer[]
) {
  const model = scriptedModel(...answers);
  planning.setModel(model);
  const chunks = await chunksOf(await planning.post(agentId, text, options));
  return { chunks, prompt: JSON.stringify(model.doStreamCalls[0]?.prompt) };
}

async function planOf(agentId: string) {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/plan`);
  return { revision: body.revision, titles: body.plan.steps.map((step: { title: string }) => step.title) };
}

async function messagesOf(agentId: string) {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/messages?limit=50`);
  return body.items.reverse();
}

async function revisionsOf(agentId: string) {
  return (await planning.request("GET", `/api/agents/${agentId}/revisions`)).body.items;
}

function noticesOf(chunks: Awaited<ReturnType<typeof talk>>["chunks"]): string {
  return dataOf(chunks, "notice")
    .map((notice) => notice.text)
    .join("\n");
}

test("another wording changes the plan as the first one found it, by a revision of its own", async () => {
  const agentId = await newAgent();
  await talk(agentId, "Remove Send", { id: "first" }, remove("Send", 1), { say: "Removed Send." });

  const { chunks, prompt } = await talk(
    agentId,
    "Remove Write",
    { id: "second", supersedes: "first" },
    remove("Write", 1),
    { say: "Removed Write." },
  );

  expect(await planOf(agentId)).toEqual({ revision: 3, titles: ["Collect", "Send"] });
  expect(dataOf(chunks, "revision")[0]).toMatchObject({ revision: 3, previousRevision: 1 });
  expect(dataOf(chunks, "revision")[0].diff.removed.map((step: { title: string }) => step.title)).toEqual([
    "Write",
  ]);
  expect(prompt).not.toContain("Remove Send");
  expect(prompt).not.toContain("Removed Send");
  expect(prompt).toContain("Planned.");
  expect((await revisionsOf(agentId)).map((item: { messageId: string }) => item.messageId)).toEqual([
    "second",
    "first",
    "brief",
  ]);
});

test("the record keeps both wordings and both replies, and says which one stands", async () => {
  const agentId = await newAgent();
  await talk(agentId, "Remove Send", { id: "first" }, remove("Send", 1), { say: "Removed Send." });
  const before = await messagesOf(agentId);

  await talk(agentId, "What is step 2?", { id: "second", supersedes: "first" }, { say: "Write." });

  const messages = await messagesOf(agentId);
  expect(messages).toHaveLength(6);
  expect(messages[2]).toEqual({
    ...before[2],
    metadata: { ...before[2].metadata, supersededBy: "second" },
  });
  expect(messages[3]).toEqual({
    ...before[3],
    metadata: { ...before[3].metadata, supersededBy: "second" },
  });
  expect(messages[4].metadata).toMatchObject({ supersedes: "first" });
  expect(messages.map((item: { metadata: { supersededBy?: string } }) => item.metadata.supersededBy)).toEqual(
    [undefined, undefined, "second", "second", undefined, undefined],
  );
});

test("a wording that changes nothing takes the earlier change back, and says so", async () => {
  const agentId = await newAgent();
  await talk(agentId, "Remove Send", { id: "first" }, remove("Send", 1), { say: "Removed Send." });

  const { chunks } = await talk(
    agentId,
    "What is step 2?",
    { id: "second", supersedes: "first" },
    { say: "Step 2 is Write." },
  );

  expect(await planOf(agentId)).toEqual({ revision: 3, titles: ["Collect", "Write", "Send"] });
  expect(dataOf(chunks, "revision")[0]).toMatchObject({
    revision: 3,
    previousRevision: 2,
    changeDescription: "Took back revision 2: Removed Send",
  });
  expect(noticesOf(chunks)).toContain("The plan is revision 1 again.");
  expect((await revisionsOf(agentId))[0]).toMatchObject({ messageId: "second", restoredFrom: 1 });
});

test("a first plan whose brief is said in other words makes room for another first plan", async () => {
  const agentId = await newAgent();

  const { prompt } = await talk(
    agentId,
    "Plan something else",
    { id: "other", supersedes: "brief" },
    propose("Cook", "Eat"),
    { say: "Planned." },
  );

  expect(prompt).toContain("Plan: none yet.");
  expect(await planOf(agentId)).toEqual({ revision: 2, titles: ["Cook", "Eat"] });
});

test("a brief whose other wording plans nothing leaves no plan, and undo brings the plan back", async () => {
  const agentId = await newAgent();

  const { chunks } = await talk(
    agentId,
    "What can you do?",
    { id: "other", supersedes: "brief" },
    { say: "Plan." },
  );
  const { prompt } = await talk(agentId, "undo", { id: "undo" }, { say: "Undone." });

  expect(await planOf(agentId)).toEqual({ revision: 2, titles: [] });
  expect(noticesOf(chunks)).toContain("There is no plan again.");
  expect(prompt).toContain("Undo leads to r1.");
});

test("wordings of wordings all start from the plan before the first of them", async () => {
  const agentId = await newAgent();
  await talk(agentId, "Remove Send", { id: "a" }, remove("Send", 1), { say: "Done." });
  await talk(agentId, "Is it long?", { id: "b", supersedes: "a" }, { say: "No." });
  await talk(agentId, "Remove Write", { id: "c", supersedes: "b" }, remove("Write", 1), { say: "Done." });

  const { prompt } = await talk(
    agentId,
    "Remove Collect",
    { id: "d", supersedes: "c" },
    remove("Collect", 1),
    {
      say: "Done.",
    },
  );

  expect(await planOf(agentId)).toEqual({ revision: 5, titles: ["Write", "Send"] });
  expect(prompt).not.toMatch(/Remove Send|Is it long|Remove Write/);
});

test("undo after another wording leads to the plan before both", async () => {
  const agentId = await newAgent();
  await talk(agentId, "Remove Send", { id: "first" }, remove("Send", 1), { say: "Done." });
  await talk(agentId, "Remove Write", { id: "second", supersedes: "first" }, remove("Write", 1), {
    say: "Done.",
  });

  const { prompt } = await talk(agentId, "undo", { id: "undo" }, { say: "Where to?" });

  expect(prompt).toContain("Undo leads to r1.");
});

test("another wording of a message that changed nothing starts from the plan as it is", async () => {
  const agentId = await newAgent();
  await talk(agentId, "Is it long?", { id: "first" }, { say: "No." });

  await talk(agentId, "Remove Send", { id: "second", supersedes: "first" }, remove("Send", 1), {
    say: "Done.",
  });

  expect(await planOf(agentId)).toEqual({ revision: 2, titles: ["Collect", "Write"] });
});

test("the same words asked again may make the same change again", async () => {
  const agentId = await newAgent();
  await talk(agentId, "Remove Send", { id: "first" }, remove("Send", 1), { say: "Done." });

  const { chunks } = await talk(
    agentId,
    "Remove Send",
    { id: "again", supersedes: "first" },
    remove("Send", 1),
    { say: "Removed." },
  );

  expect(await planOf(agentId)).toEqual({ revision: 3, titles: ["Collect", "Write"] });
  expect(dataOf(chunks, "revision")[0].previousRevision).toBe(1);
  expect(said(chunks)).toBe("Removed.");
});

test("a wording that asks to save takes the change back first, and an earlier saved version stays", async () => {
  const agentId = await newAgent();
  await talk(
    agentId,
    "Remove Send and save",
    { id: "first" },
    remove("Send", 1),
    { calls: [{ name: "save_plan", input: { revision: 2 } }] },
    { say: "Saved." },
  );

  const { chunks } = await talk(
    agentId,
    "Save it",
    { id: "second", supersedes: "first" },
    { calls: [{ name: "save_plan", input: { revision: 1 } }] },
    { say: "Saved." },
  );

  expect(await planOf(agentId)).toEqual({ revision: 3, titles: ["Collect", "Write", "Send"] });
  expect(dataOf(chunks, "snapshot")[0]).toMatchObject({ version: 2, revision: 3 });
  expect(noticesOf(chunks)).toContain("Version 1, saved after your earlier wording, stays saved as it is.");
  const { body } = await planning.request("GET", `/api/agents/${agentId}/snapshots`);
  expect(body.items.map((item: { version: number }) => item.version)).toEqual([2, 1]);
});

test("a wording that gets no answer leaves the earlier change, and works when it is sent again", async () => {
  const agentId = await newAgent();
  await talk(agentId, "Remove Send", { id: "first" }, remove("Send", 1), { say: "Done." });

  const failed = await talk(
    agentId,
    "Remove Write",
    { id: "second", supersedes: "first" },
    { fails: new Error("Broken.") },
  );
  const between = await planOf(agentId);
  await talk(agentId, "Remove Write", { id: "second", supersedes: "first" }, remove("Write", 1), {
    say: "Done.",
  });

  expect(between).toEqual({ revision: 2, titles: ["Collect", "Write"] });
  expect(noticesOf(failed.chunks)).toContain("The plan still has revision 2 of your earlier wording.");
  expect(await planOf(agentId)).toEqual({ revision: 3, titles: ["Collect", "Send"] });
});

test.each([
  ["an older message", "brief"],
  ["a message that does not exist", "nothing"],
  ["a reply", "reply"],
])("%s cannot be said in other words", async (_what, named) => {
  const agentId = await newAgent();
  await talk(agentId, "Remove Send", { id: "first" }, remove("Send", 1), { say: "Done." });
  const before = await messagesOf(agentId);
  const supersedes = named === "reply" ? before.at(-1).id : named;

  const answer = await planning.post(agentId, "Remove Write", { id: "second", supersedes });

  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain('is not the newest message, which is \\"first\\"');
  expect(await messagesOf(agentId)).toEqual(before);
  expect((await planOf(agentId)).revision).toBe(2);
});

test("of two other wordings of one message the second is refused", async () => {
  const agentId = await newAgent();
  planning.setModel(scriptedModel({ say: "One." }, { say: "Two." }));

  const answers = await Promise.all([
    planning.post(agentId, "Plan this", { id: "x", supersedes: "brief" }),
    planning.post(agentId, "Plan that", { id: "y", supersedes: "brief" }),
  ]);
  await Promise.all(answers.map((answer) => answer.text()));

  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
});
