import { afterAll, expect, test } from "vitest";
import { chunksOf, dataOf, openPlanning, said } from "#test/planning.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";
import { scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

async function newAgent(): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Talk" });
  return body.agentId;
}

async function messagesOf(agentId: string) {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/messages`);
  return body.items.reverse();
}

test("a reply streams, is kept with what it cost, and the list of messages has both", async () => {
  const agentId = await newAgent();
  planning.setModel(scriptedModel({ say: "Tell me more." }));

  const response = await planning.post(agentId, "Hello", { id: "m-1" });
  const chunks = await chunksOf(response);

  expect(response.headers.get("content-type")).toContain("text/event-stream");
  expect(said(chunks)).toBe("Tell me more.");
  expect(chunks.at(-1)).toMatchObject({ type: "finish" });
  const [asked, reply] = await messagesOf(agentId);
  expect(asked).toMatchObject({ id: "m-1", role: "user", parts: [{ type: "text", text: "Hello" }] });
  expect(reply).toMatchObject({
    id: chunks[0]?.["messageId"],
    role: "assistant",
    parts: [{ type: "text", text: "Tell me more." }],
    metadata: { model: "scripted", inputTokens: 100, outputTokens: 10 },
  });
});

test("two messages are answered one after the other, and the second sees what the first brought", async () => {
  const agentId = await newAgent();
  const model = scriptedModel(
    { calls: [{ name: "propose_plan", input: proposalOf("Collect", "Send") }] },
    { say: "Planned." },
    { calls: [{ name: "edit_plan", input: removalOf("Send", 1) }] },
    { say: "Removed." },
  );
  planning.setModel(model);

  const [first, second] = await Promise.all([
    planning.post(agentId, "Plan it", { id: "first" }),
    planning.post(agentId, "Remove Send", { id: "second" }),
  ]);
  const [one, two] = await Promise.all([chunksOf(first), chunksOf(second)]);

  expect(dataOf(one, "revision").map((item) => item.revision)).toEqual([1]);
  expect(dataOf(two, "revision").map((item) => item.revision)).toEqual([2]);
  expect(JSON.stringify(model.doStreamCalls[2]?.prompt)).toContain("Planned.");
  const roles = (await messagesOf(agentId)).map((message: { role: string }) => message.role);
  expect(roles).toEqual(["user", "assistant", "user", "assistant"]);
});

test("numbers mean the revision that the person saw", async () => {
  const agentId = await newAgent();
  planning.setModel(
    scriptedModel(
      { calls: [{ name: "propose_plan", input: proposalOf("Collect", "Write", "Send") }] },
      { say: "Planned." },
      { calls: [{ name: "edit_plan", input: removalOf("Collect", 1) }] },
      { say: "Removed." },
    ),
  );
  await chunksOf(await planning.post(agentId, "Plan it"));
  await chunksOf(await planning.post(agentId, "Remove Collect", { baseRevision: 1 }));
  const model = scriptedModel({ say: "Which?" });
  planning.setModel(model);

  await chunksOf(await planning.post(agentId, "Rename step 2", { baseRevision: 1 }));

  expect(JSON.stringify(model.doStreamCalls[0]?.prompt.at(-1))).toMatch(
    /seeing revision 1, so their numbers are its numbers: 1 .*Collect.* is gone; 2–3 are now 1–2/,
  );
});

test("a stopped reply keeps what was said, and the next message is answered", async () => {
  const agentId = await newAgent();
  planning.setModel(scriptedModel({ say: "I begin to ", stalls: true }, { say: "Here again." }));

  const response = await planning.post(agentId, "Tell me");
  const stream = await planning.app.request(`/api/agents/${agentId}/chat/stream`);
  await firstText(stream);
  const stopped = await planning.request("POST", `/api/agents/${agentId}/chat/stop`);
  const chunks = await chunksOf(response);

  expect(stopped.status).toBe(204);
  expect(said(chunks)).toBe("I begin to ");
  expect((await messagesOf(agentId))[1]).toMatchObject({
    parts: [{ type: "text", text: "I begin to " }],
    metadata: { stopped: true },
  });
  expect(said(await chunksOf(await planning.post(agentId, "Go on")))).toBe("Here again.");
});

test("a reply that is stopped after its change keeps the change and its card", async () => {
  const agentId = await newAgent();
  planning.setModel(
    scriptedModel(
      { calls: [{ name: "propose_plan", input: proposalOf("Collect", "Send") }] },
      { say: "There is ", stalls: true },
    ),
  );

  const response = await planning.post(agentId, "Plan it");
  await firstText(await planning.app.request(`/api/agents/${agentId}/chat/stream`));
  await planning.request("POST", `/api/agents/${agentId}/chat/stop`);
  await chunksOf(response);

  const [, reply] = await messagesOf(agentId);
  expect(reply.parts.map((part: { type: string }) => part.type)).toEqual([
    "tool-propose_plan",
    "data-revision",
    "text",
  ]);
  expect(reply.metadata.stopped).toBe(true);
  expect((await planning.request("GET", `/api/agents/${agentId}/plan`)).body.revision).toBe(1);
});

test("a reply under way can be taken up from its start, and goes on when nobody listens", async () => {
  const agentId = await newAgent();
  planning.setModel(scriptedModel({ say: "Half of it ", stalls: true }));
  const nothing = await planning.app.request(`/api/agents/${agentId}/chat/stream`);

  const response = await planning.post(agentId, "Tell me");
  await response.body?.cancel();
  const first = await planning.app.request(`/api/agents/${agentId}/chat/stream`);
  const second = await planning.app.request(`/api/agents/${agentId}/chat/stream`);
  await firstText(first);
  await planning.request("POST", `/api/agents/${agentId}/chat/stop`);
  const replayed = await chunksOf(second);

  expect(nothing.status).toBe(204);
  expect(replayed[0]).toMatchObject({ type: "start" });
  expect(said(replayed)).toBe("Half of it ");
  expect((await planning.app.request(`/api/agents/${agentId}/chat/stream`)).status).toBe(204);
});

test("the same message sent again gives the same reply and changes nothing more", async () => {
  const agentId = await newAgent();
  const model = scriptedModel(
    { calls: [{ name: "propose_plan", input: proposalOf("Collect") }] },
    { say: "Planned." },
  );
  planning.setModel(model);
  const first = await chunksOf(await planning.post(agentId, "Plan it", { id: "same" }));

  const again = await chunksOf(await planning.post(agentId, "Plan it", { id: "same" }));
  const other = await planning.post(agentId, "Something else", { id: "same" });

  expect(said(again)).toBe("Planned.");
  expect(again[0]?.["messageId"]).toBe(first[0]?.["messageId"]);
  expect(dataOf(again, "revision")).toEqual(dataOf(first, "revision"));
  expect(model.doStreamCalls).toHaveLength(2);
  expect(other.status).toBe(409);
  expect(await messagesOf(agentId)).toHaveLength(2);
});

test("a message whose answer failed is answered when it is sent again", async () => {
  const agentId = await newAgent();
  planning.setModel(scriptedModel({ fails: new Error("Broken.") }, { say: "Here I am." }));
  const failed = await chunksOf(await planning.post(agentId, "Hello", { id: "again" }));

  const answered = await chunksOf(await planning.post(agentId, "Hello", { id: "again" }));

  expect(dataOf(failed, "notice")[0].level).toBe("error");
  expect(said(answered)).toBe("Here I am.");
  const messages = await messagesOf(agentId);
  expect(messages).toHaveLength(2);
  expect(messages[1].parts).toEqual([{ type: "text", text: "Here I am.", state: "done" }]);
});

test("every failed try at a message stays in the record when it is sent again, with its time", async () => {
  const agentId = await newAgent();
  planning.setModel(
    scriptedModel({ fails: new Error("Broken.") }, { fails: new Error("Broken again.") }, { say: "Here." }),
  );
  const failures: unknown[] = [];
  for (let time = 0; time < 2; time += 1) {
    const chunks = await chunksOf(await planning.post(agentId, "Hello", { id: "again" }));
    failures.push(dataOf(chunks, "notice")[0]);
  }

  await chunksOf(await planning.post(agentId, "Hello", { id: "again" }));

  const { earlierTries } = (await messagesOf(agentId))[1].metadata;
  expect(
    earlierTries.map((item: { parts: { data: unknown }[] }) => item.parts.map(({ data }) => data)),
  ).toEqual(failures.map((failure) => [failure]));
  expect(earlierTries[0].at < earlierTries[1].at).toBe(true);
});

test("no control or direction character of a model is streamed or kept, line breaks and tabs are", async () => {
  const agentId = await newAgent();
  planning.setModel(scriptedModel({ say: "\u001b[31mOne\u0007\n\ttwo \u202eeerht\r" }));

  const chunks = await chunksOf(await planning.post(agentId, "Hello"));

  expect(said(chunks)).toBe("[31mOne\n\ttwo eerht");
  expect((await messagesOf(agentId))[1].parts[0].text).toBe("[31mOne\n\ttwo eerht");
});

test("a plan as JSON may be longer than what the planner reads, other words may not", async () => {
  const agentId = await newAgent();
  const steps = Array.from({ length: 400 }, (_, index) => ({
    id: `s${index}`,
    title: `Step ${index}`,
    instructions: "Say every detail that a person would need to do this. ".repeat(6),
    dependsOn: index === 0 ? [] : [`s${index - 1}`],
  }));
  const words = "Please do this as well. ".repeat(5_000);

  const refused = said(await chunksOf(await planning.post(agentId, words)));
  const text = JSON.stringify({ title: "Long", steps });
  expect(text.length).toBeGreaterThan(100_000);
  await chunksOf(await planning.post(agentId, text));
  const plan = await planning.request("GET", `/api/agents/${agentId}/plan`);

  expect(refused).toContain("the planner reads up to 100000");
  expect(plan.body.plan.steps).toHaveLength(400);
});

test.each([
  ["another role", { role: "assistant" }],
  ["a part that is no text", { parts: [{ type: "file", url: "data:," }] }],
  [
    "a tool part",
    { parts: [{ type: "tool-edit_plan", state: "output-available", input: {}, output: "r9" }] },
  ],
  ["no parts", { parts: [] }],
  ["blank text", { parts: [{ type: "text", text: " \n " }] }],
  ["too much text", { parts: [{ type: "text", text: "x".repeat(600_001) }] }],
  ["too much text in all", { parts: Array(3).fill({ type: "text", text: "x".repeat(240_000) }) }],
  ["a NUL character", { parts: [{ type: "text", text: "a\u0000b" }] }],
  ["half of a character pair", { parts: [{ type: "text", text: "a\ud800b" }] }],
  ["no id", { id: "" }],
  ["a revision that does not exist", { metadata: { baseRevision: 7 } }],
  ["a revision that is no number", { metadata: { baseRevision: "one" } }],
])("a message with %s is refused and not kept", async (_what, over) => {
  const agentId = await newAgent();
  const message = { id: "bad", role: "user", parts: [{ type: "text", text: "Hello" }], ...over };

  const answer = await planning.request("POST", `/api/agents/${agentId}/chat`, { message });

  expect(answer.status).toBe(422);
  expect(answer.body.issues[0].message.length).toBeGreaterThan(10);
  expect(await messagesOf(agentId)).toEqual([]);
});

test("a conversation of an agent that does not exist is not found", async () => {
  expect((await planning.post("nobody", "Hello")).status).toBe(404);
  expect((await planning.request("GET", "/api/agents/nobody/messages")).status).toBe(404);
  expect((await planning.request("POST", "/api/agents/nobody/chat/stop")).status).toBe(404);
  expect((await planning.request("GET", "/api/agents/nobody/chat/stream")).status).toBe(404);
});

test("messages come in pages, newest first", async () => {
  const agentId = await newAgent();
  planning.setModel(scriptedModel({ say: "one" }, { say: "two" }));
  await chunksOf(await planning.post(agentId, "first"));
  await chunksOf(await planning.post(agentId, "second"));

  const page = await planning.request("GET", `/api/agents/${agentId}/messages?limit=3`);
  const rest = await planning.request(
    "GET",
    `/api/agents/${agentId}/messages?limit=3&cursor=${page.body.nextCursor}`,
  );

  const texts = [...page.body.items, ...rest.body.items].map((item) => item.parts[0].text);
  expect(texts).toEqual(["two", "second", "one", "first"]);
  expect(rest.body.nextCursor).toBeNull();
});

/** Reads on until some of the reply's words are there. */
async function firstText(response: Response): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (reader && !text.includes("text-delta")) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader?.cancel();
}
