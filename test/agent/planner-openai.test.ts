import { createOpenAI } from "@ai-sdk/openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type OpenAiSimulator,
  apiError,
  garbled,
  startOpenAiSimulator,
  text,
  toolCall,
  toolCalls,
  unfinished,
} from "#test/openai-simulator.ts";
import { chunksOf, dataOf, openPlanning, said } from "#test/planning.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";

const planning = await openPlanning();
let openai: OpenAiSimulator;

beforeAll(async () => {
  openai = await startOpenAiSimulator();
});
afterAll(async () => {
  await openai.close();
  await planning.close();
});

function useModel(api: "responses" | "chat") {
  const provider = createOpenAI({ baseURL: openai.baseUrl, apiKey: "test-key" });
  planning.setModel(api === "chat" ? provider.chat("gpt-test") : provider.responses("gpt-test"));
}

async function newAgent(): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Wire" });
  return body.agentId;
}

async function planOf(agentId: string) {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/plan`);
  return { revision: body.revision, ids: body.plan.steps.map((step: { id: string }) => step.id) };
}

test.each(["responses", "chat"] as const)(
  "over the %s API a call makes the plan and the reply follows",
  async (api) => {
    useModel(api);
    const agentId = await newAgent();
    openai.reply(toolCall("propose_plan", proposalOf("Collect", "Send")), text("Two steps."));

    const chunks = await chunksOf(await planning.post(agentId, "Collect, then send"));

    expect(await planOf(agentId)).toEqual({ revision: 1, ids: ["collect", "send"] });
    expect(said(chunks)).toBe("Two steps.");
    const [first, second] = openai.requests.slice(-2);
    expect(first?.text).toContain("<message>\\nCollect, then send\\n</message>");
    expect(first?.text).toContain('"strict":true');
    expect(second?.text).toContain("r1: First plan");
  },
);

test.each(["responses", "chat"] as const)(
  "over the %s API malformed arguments change nothing and can be corrected",
  async (api) => {
    useModel(api);
    const agentId = await newAgent();
    openai.reply(toolCall("propose_plan", proposalOf("Collect", "Send")), text("Two steps."));
    await chunksOf(await planning.post(agentId, "Collect, then send"));
    openai.reply(
      toolCall("edit_plan", '{"baseRevision":1,"edits":[{'),
      toolCall("edit_plan", removalOf("Send", 1)),
      text("Send is out."),
    );

    const chunks = await chunksOf(await planning.post(agentId, "Remove Send"));

    expect(await planOf(agentId)).toEqual({ revision: 2, ids: ["collect"] });
    expect(dataOf(chunks, "revision").map((item) => item.revision)).toEqual([2]);
    expect(said(chunks)).toBe("Send is out.");
  },
);

test.each(["responses", "chat"] as const)(
  "over the %s API the model is told in words what is wrong with its call, and nothing of a library",
  async (api) => {
    useModel(api);
    const agentId = await newAgent();
    openai.reply(toolCall("propose_plan", proposalOf("Collect", "Send")), text("Two steps."));
    await chunksOf(await planning.post(agentId, "Collect, then send"));
    openai.reply(
      toolCall("edit_plan", { ...removalOf("Send", 1), edits: "all" }),
      toolCall("remove_step", { step: 2 }),
      text("I could not do it."),
    );

    await chunksOf(await planning.post(agentId, "Remove Send"));

    const told = openai.requests.slice(-2).map((request) => request.text);
    expect(told[0]).toContain("edit_plan was not carried out. edit_plan.edits must be of type array, not ");
    expect(told[1]).toContain("Not carried out: there is no tool ");
    expect(told.join()).not.toMatch(/AI_|Zod|invalid_type/);
  },
);

test.each(["responses", "chat"] as const)(
  "over the %s API two calls with one id keep their own results",
  async (api) => {
    useModel(api);
    const agentId = await newAgent();
    const calls = ["file", "mail"].map((query) => ({ name: "find_tools", args: { query }, id: "call_1" }));
    openai.reply(toolCalls(calls), toolCalls(calls), text("I looked twice."));

    await chunksOf(await planning.post(agentId, "What tools are there?"));

    const { body } = await planning.request("GET", `/api/agents/${agentId}/messages?limit=1`);
    const uses = body.items[0].parts.filter((part: { type: string }) => part.type === "tool-find_tools");
    expect(uses.map((part: { input: { query: string } }) => part.input.query)).toEqual([
      "file",
      "mail",
      "file",
      "mail",
    ]);
    expect(new Set(uses.map((part: { toolCallId: string }) => part.toolCallId)).size).toBe(4);
  },
);

test("a cut call of a tool without arguments is not carried out", async () => {
  useModel("chat");
  const agentId = await newAgent();
  openai.reply(toolCall("propose_plan", proposalOf("Collect", "Send")), text("Two steps."));
  await chunksOf(await planning.post(agentId, "Collect, then send"));
  openai.reply(toolCall("start_over", "{"), text("I could not."));

  await chunksOf(await planning.post(agentId, "Throw it all away"));

  const told = openai.requests.at(-1);
  expect(told?.text).toContain("start_over was not carried out. Its arguments are no JSON.");
  expect(JSON.stringify(told?.body["tools"])).not.toContain('"propose_plan"');
});

test("a whole call in a stream with an error in it is not carried out", async () => {
  useModel("chat");
  const agentId = await newAgent();
  const call = {
    type: "tool-call" as const,
    id: "call_1",
    name: "propose_plan",
    arguments: JSON.stringify(proposalOf("Collect", "Send")),
  };
  openai.reply(garbled([call], (events) => events.toSpliced(-2, 0, 'data: {"cho\n\n')));

  const chunks = await chunksOf(await planning.post(agentId, "Collect, then send"));

  expect(await planOf(agentId)).toMatchObject({ revision: 0 });
  expect(dataOf(chunks, "notice").map((notice) => notice.text)).toEqual([
    "The model's answer could not be read. There is no plan yet. Send the message again.",
  ]);
});

test("an answer that breaks off is said, what came is kept, and the plan stays", async () => {
  useModel("responses");
  const agentId = await newAgent();
  for (const ending of ["cut-off", "reset"] as const) {
    openai.reply(unfinished(ending, [{ type: "text", text: "Let me see " }]));

    const chunks = await chunksOf(await planning.post(agentId, "Plan something"));

    expect(said(chunks)).toContain("Let me ");
    expect(dataOf(chunks, "notice")[0]).toMatchObject({ level: "error" });
    expect(await planOf(agentId)).toMatchObject({ revision: 0 });
  }
});

test("a refused key is said without the key", async () => {
  useModel("responses");
  const agentId = await newAgent();
  openai.reply(apiError(401, "Incorrect API key provided: test-key."));

  const chunks = await chunksOf(await planning.post(agentId, "Hello"));

  expect(dataOf(chunks, "notice")[0].text).toContain("refused the key (401)");
  expect(JSON.stringify(chunks)).not.toContain("test-key");
});

test("a busy provider is asked again", async () => {
  useModel("responses");
  const agentId = await newAgent();
  openai.reply(apiError(429, "Slow down", { headers: { "retry-after-ms": "10" } }), text("Here."));

  expect(said(await chunksOf(await planning.post(agentId, "Hello")))).toBe("Here.");
});
