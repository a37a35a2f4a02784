import { createOpenAI } from "@ai-sdk/openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type OpenAiSimulator,
  apiError,
  startOpenAiSimulator,
  text,
  toolCall,
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
