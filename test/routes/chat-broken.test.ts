import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { problemOf } from "#server/http/problem.ts";
import { chatRoutes } from "#server/routes/chat.ts";
import { chunksOf, dataOf, openPlanning, said } from "#test/planning.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";
import { scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

const MUCH_LATER = { now: () => new Date(Date.now() + 60_000) };

async function newAgent(): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Broken" });
  return body.agentId;
}

/** The routes as a process has them that starts over the same database: it knows of no turn. */
function restarted(over: Partial<Context> = {}) {
  const ctx = { ...planning.ctx, ...over };
  const app = chatRoutes(ctx);
  app.onError((error, c) => problemOf(ctx, error, c));
  return {
    messagesOf: async (agentId: string) => {
      const response = await app.request(`/api/agents/${agentId}/messages`);
      return (await response.json()).items.reverse();
    },
    send: async (agentId: string, id: string, text: string) => {
      const message = { id, role: "user", parts: [{ type: "text", text }] };
      return app.request(`/api/agents/${agentId}/chat`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ message }),
      });
    },
  };
}

/** Begins an answer that stalls after these words, and waits until they are kept. */
async function breakOff(
  agentId: string,
  options: { id: string; supersedes?: string },
  ...answers: Parameters<typeof scriptedModel>
) {
  planning.setModel(scriptedModel(...answers));
  const response = await planning.post(agentId, "Plan it", options);
  await response.body?.cancel();
  for (;;) {
    const rows = await planning.ctx.db.select().from(messages).where(eq(messages.agentId, agentId));
    if (JSON.stringify(rows).includes("As far as ")) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test("words kept before the process ended are shown after it, with the sentence that the answer broke off", async () => {
  const agentId = await newAgent();
  await breakOff(agentId, { id: "m" }, { say: "As far as this", stalls: true });

  const [asked, reply, ...others] = await restarted(MUCH_LATER).messagesOf(agentId);

  expect(asked.id).toBe("m");
  expect(reply.parts[0]).toMatchObject({ type: "text", text: "As far as this" });
  expect(reply.parts[1].data).toEqual({
    level: "error",
    text: "The answer broke off here, because the server stopped. Nothing was changed.",
  });
  expect(reply.metadata.unfinished).toBeUndefined();
  expect(others).toEqual([]);
});

test("a message that only waited when the process ended got no answer, and is told so", async () => {
  const agentId = await newAgent();
  await breakOff(agentId, { id: "m" }, { say: "As far as this", stalls: true });
  const waiting = await planning.post(agentId, "And this?", { id: "n" });
  await waiting.body?.cancel();

  const reply = (await restarted(MUCH_LATER).messagesOf(agentId)).at(-1);

  expect(reply.parts.map((part: { data: unknown }) => part.data)).toEqual([
    { level: "error", text: "No answer came, because the server stopped. Nothing was changed." },
  ]);
  expect(reply.metadata.usage).toBeUndefined();
});

test("what a turn took before the process ended is counted, and the call that broke is unknown", async () => {
  const agentId = await newAgent();
  const brief = { calls: [{ name: "propose_plan", input: proposalOf("Collect", "Send") }] };
  await breakOff(agentId, { id: "m" }, brief, { say: "As far as this", stalls: true });

  const reply = (await restarted(MUCH_LATER).messagesOf(agentId)).at(-1);
  const { body } = await planning.request("GET", `/api/agents/${agentId}`);

  expect(reply.metadata).toMatchObject({
    inputTokens: 100,
    outputTokens: 10,
    usage: { modelCalls: 2, unknownCalls: 1, inputTokens: 100, outputTokens: 10 },
  });
  expect(body.usage).toMatchObject({ replies: 1, modelCalls: 2, unknownCalls: 1, inputTokens: 100 });
});

test("sending again after a crash adds to what the broken turn took, and counts nothing twice", async () => {
  const agentId = await newAgent();
  await breakOff(agentId, { id: "m" }, { say: "As far as this", stalls: true });
  const server = restarted(MUCH_LATER);
  planning.setModel(scriptedModel({ say: "Here I am." }));

  await chunksOf(await server.send(agentId, "m", "Plan it"));

  expect((await server.messagesOf(agentId)).at(-1).metadata.usage).toMatchObject({
    modelCalls: 2,
    unknownCalls: 1,
    inputTokens: 100,
  });
});

test("a revision made before the process ended has its card after it, and sending again changes nothing more", async () => {
  const agentId = await newAgent();
  await breakOff(
    agentId,
    { id: "m" },
    { calls: [{ name: "propose_plan", input: proposalOf("Collect", "Send") }] },
    { say: "As far as this", stalls: true },
  );
  // What a crash between the change and the keeping of the reply leaves.
  await planning.ctx.db.update(messages).set({ parts: [] }).where(eq(messages.role, "assistant"));
  const server = restarted(MUCH_LATER);

  const [, reply] = await server.messagesOf(agentId);
  const again = await chunksOf(await server.send(agentId, "m", "Plan it"));

  expect(reply.parts.map((part: { type: string }) => part.type)).toEqual(["data-revision", "data-notice"]);
  expect(reply.parts[0].data).toMatchObject({ revision: 1, stepCount: 2, changeDescription: "First plan" });
  expect(reply.parts[1].data.text).toContain("Revision 1 stands.");
  expect(dataOf(again, "revision")).toEqual([reply.parts[0].data]);
  expect(dataOf(again, "notice")[0].text).toContain("Revision 1 stands.");
  const { body } = await planning.request("GET", `/api/agents/${agentId}/revisions`);
  expect(body.items).toHaveLength(1);
});

test("a message whose answer broke off with the process is answered when it is sent again", async () => {
  const agentId = await newAgent();
  await breakOff(agentId, { id: "m" }, { say: "As far as this", stalls: true });
  const server = restarted(MUCH_LATER);
  const model = scriptedModel({ say: "Here I am." }, { say: "Yes." });
  planning.setModel(model);

  const answered = said(await chunksOf(await server.send(agentId, "m", "Plan it")));
  await chunksOf(await server.send(agentId, "n", "And now?"));

  expect(answered).toBe("Here I am.");
  expect(await server.messagesOf(agentId)).toHaveLength(4);
  expect(JSON.stringify(model.doStreamCalls[1]?.prompt)).not.toContain("As far as this");
});

test("no call without its result reaches the model after a turn broke off between the two", async () => {
  const agentId = await newAgent();
  planning.setModel(
    scriptedModel(
      { calls: [{ name: "propose_plan", input: proposalOf("Collect", "Check", "Send") }] },
      { say: "Planned." },
    ),
  );
  await chunksOf(await planning.post(agentId, "Plan that", { id: "earlier" }));
  await breakOff(
    agentId,
    { id: "m" },
    { calls: [{ name: "edit_plan", input: removalOf("Send", 1) }] },
    { say: "As far as this", stalls: true },
  );
  const server = restarted(MUCH_LATER);
  const model = scriptedModel(
    { calls: [{ name: "edit_plan", input: removalOf("Check", 2) }] },
    { say: "Removed." },
  );
  planning.setModel(model);

  await chunksOf(await server.send(agentId, "n", "Remove Check"));

  const prompt = model.doStreamCalls[0]?.prompt ?? [];
  const calls = prompt
    .flatMap((item) => (item.role === "assistant" ? item.content : []))
    .flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
  const results = prompt
    .flatMap((item) => (item.role === "tool" ? item.content : []))
    .flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []));
  expect(calls.length).toBeGreaterThan(0);
  expect(results).toEqual(calls);
  const { body } = await planning.request("GET", `/api/agents/${agentId}/plan`);
  expect(body.revision).toBe(3);
});

test("another wording whose answer broke off leaves the earlier change, says so, and can be sent again", async () => {
  const agentId = await newAgent();
  planning.setModel(
    scriptedModel(
      { calls: [{ name: "propose_plan", input: proposalOf("Collect", "Send") }] },
      { say: "Planned." },
    ),
  );
  await chunksOf(await planning.post(agentId, "Plan that", { id: "earlier" }));
  await breakOff(agentId, { id: "m", supersedes: "earlier" }, { say: "As far as this", stalls: true });
  const server = restarted(MUCH_LATER);
  const reply = (await server.messagesOf(agentId)).at(-1);
  planning.setModel(
    scriptedModel({ calls: [{ name: "propose_plan", input: proposalOf("Cook") }] }, { say: "Planned anew." }),
  );

  const answered = await chunksOf(await server.send(agentId, "m", "Plan it"));

  expect(reply.parts.at(-1).data.text).toContain("The plan still has revision 1 of your earlier wording.");
  expect(dataOf(answered, "revision")[0]).toMatchObject({
    revision: 2,
    previousRevision: null,
    stepCount: 1,
  });
});

test("a fault of our own is kept as a reply that says so, and the message works when it is sent again", async () => {
  const agentId = await newAgent();
  const { tools } = planning.ctx;
  planning.ctx.tools = {
    ...tools,
    list: () => {
      throw new Error("A fault of our own.");
    },
  };
  await chunksOf(await planning.post(agentId, "Plan it", { id: "m" }));
  planning.ctx.tools = tools;
  const [, reply] = await restarted().messagesOf(agentId);
  planning.setModel(scriptedModel({ say: "Here I am." }));

  const answered = said(await chunksOf(await planning.post(agentId, "Plan it", { id: "m" })));

  expect(reply.parts[0].data).toMatchObject({ level: "error" });
  expect(reply.parts[0].data.text).toContain("Something went wrong on our side.");
  expect(reply.parts[0].data.text).not.toContain("A fault of our own.");
  expect(answered).toBe("Here I am.");
});

test("a reply that another process may still write is left alone on a shared database", async () => {
  const agentId = await newAgent();
  await breakOff(agentId, { id: "m" }, { say: "As far as this", stalls: true });
  const server = restarted({ database: { ...planning.ctx.database, driver: "postgres" } });

  const [, reply] = await server.messagesOf(agentId);
  const again = await server.send(agentId, "m", "Plan it");

  expect(reply.metadata.unfinished).toBe(true);
  expect(again.status).toBe(409);
});
