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

async function agentWithPlan(...titles: string[]): Promise<string> {
  const agentId = await newAgent();
  openai.reply(toolCall("propose_plan", proposalOf(...titles)), text("A plan."));
  await chunksOf(await planning.post(agentId, titles.join(", ")));
  return agentId;
}

async function planOf(agentId: string) {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/plan`);
  return { revision: body.revision, ids: body.plan.steps.map((step: { id: string }) => step.id) };
}

async function dependenciesOf(agentId: string): Promise<Record<string, string[]>> {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/plan`);
  const steps: { id: string; dependsOn: string[] }[] = body.plan.steps;
  return Object.fromEntries(steps.map(({ id, dependsOn }) => [id, dependsOn]));
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
  "LLM-A01: over the %s API malformed arguments change nothing, go back as an object with their error, and can be corrected",
  async (api) => {
    useModel(api);
    const agentId = await agentWithPlan("Collect", "Send");
    openai.reply(
      toolCall("edit_plan", '{"baseRevision":1,"edits":[{'),
      toolCall("edit_plan", removalOf("Send", 1)),
      text("Send is out."),
    );

    const chunks = await chunksOf(await planning.post(agentId, "Remove Send"));

    expect(await planOf(agentId)).toEqual({ revision: 2, ids: ["collect"] });
    expect(dataOf(chunks, "revision").map((item) => item.revision)).toEqual([2]);
    expect(said(chunks)).toBe("Send is out.");
    const told = openai.requests.at(-2)?.text ?? "";
    expect(told).toContain("edit_plan was not carried out");
    const sent = [...told.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) =>
      JSON.parse(JSON.parse(text)),
    );
    expect(sent.every((args) => typeof args === "object" && !Array.isArray(args))).toBe(true);
  },
);

test.each([
  ["a text", "step 3", null],
  ["numbers in one text", "1,2", null],
  ["words for a step in a list", ["step 3"], /^(1|2)$/],
])(
  "LLM-A02: dependencies given as %s are read as documented or refused, never guessed",
  async (_what, dependsOn, revisions) => {
    useModel("responses");
    const agentId = await agentWithPlan("Collect", "Write", "Check", "Send");
    const before = await dependenciesOf(agentId);
    const edits = [{ op: "set_dependencies", step: "send", dependsOn }];
    openai.reply(
      toolCall("edit_plan", { baseRevision: 1, edits, changeDescription: "Send waits" }),
      text("I could not do it."),
    );

    await chunksOf(await planning.post(agentId, "Send waits for step 3"));

    const { revision } = await planOf(agentId);
    const after = await dependenciesOf(agentId);
    if (revision === 1) {
      expect(after).toEqual(before);
      expect(openai.requests.at(-1)?.text).toMatch(/not carried out|Refused/);
    } else {
      expect(String(revision)).toMatch(revisions ?? "nothing was to change");
      expect(after["send"]).toEqual(["check"]);
    }
  },
);

const ADDED = ["A", "B"].map((title) => ({
  op: "add_step",
  step: { ...proposalOf(title).steps[0], settings: [] },
  after: null,
  requiredBy: [],
}));

test.each([
  ["parallel", ADDED.map(({ op }) => ({ name: op }))],
  ["multi_tool_use.parallel", ADDED.map(({ op }) => ({ name: op }))],
  [
    "parallel",
    ADDED.map((edit) => ({
      recipient_name: "functions.edit_plan",
      parameters: { baseRevision: 1, edits: [edit], changeDescription: "One more" },
    })),
  ],
])(
  "LLM-A03: of a bundle of calls named %s nothing is done by half, and the next answer works",
  async (name, uses) => {
    useModel("responses");
    const agentId = await agentWithPlan("Collect", "Send");
    openai.reply(
      toolCall(name, { tool_uses: uses }),
      toolCall("edit_plan", removalOf("Send", 1)),
      text("Send is out."),
    );

    await chunksOf(await planning.post(agentId, "Remove Send"));

    const told = openai.requests.at(-2)?.text ?? "";
    const isUnpacked = "recipient_name" in (uses[0] ?? {});
    expect(told).toContain(
      isUnpacked ? "none of them was carried out" : "Not carried out: there is no tool ",
    );
    if (!isUnpacked) expect(told).toMatch(/there is no tool [^}]*edit_plan[^}]*read_plan/);
    expect(await planOf(agentId)).toEqual({ revision: 2, ids: ["collect"] });
  },
);

test("LLM-A04: of six edits of one step in six calls none is made, and the report says what the plan is", async () => {
  useModel("responses");
  const agentId = await agentWithPlan("Collect", "Write", "Send");
  const changes = Object.entries({
    title: "Post",
    instructions: "Post it.",
    expectedOutput: "Posted.",
    retries: 1,
    timeoutSeconds: 9,
    onError: "stop",
  });
  const calls = changes.map(([field, value]) => {
    const edits = [{ op: "update_step", step: "send", changes: [{ field, value }] }];
    return { name: "edit_plan", args: { baseRevision: 1, edits, changeDescription: field } };
  });
  openai.reply(toolCalls(calls), text("I changed all six."));

  const chunks = await chunksOf(await planning.post(agentId, "Change step 3 in six ways"));

  expect(await planOf(agentId)).toEqual({ revision: 1, ids: ["collect", "write", "send"] });
  expect(openai.requests.at(-1)?.text).toContain("none of them was carried out");
  const notices = dataOf(chunks, "notice").map((notice) => notice.text);
  expect(notices.join(" ")).toContain("as it was, at revision 1");
});

test("LLM-A05: a cut call of a tool without arguments is not carried out", async () => {
  useModel("chat");
  const agentId = await agentWithPlan("Collect", "Send");
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
