import { readFileSync } from "node:fs";
import { afterAll, expect, test, vi } from "vitest";
import { openPglite } from "#db/pglite.ts";
import { openAiModel } from "#server/agent/openai.ts";
import {
  apiError,
  garbled,
  raw,
  refusal,
  reset,
  type SimulatedReply,
  stall,
  startOpenAiSimulator,
  text,
  toolCall,
  truncated,
  unfinished,
} from "#test/openai-simulator.ts";
import { chunksOf, dataOf, openPlanning, said } from "#test/planning.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";

const KEY = "sk-test-0123456789";
/** How the table writes the address of the model's server. */
const SERVER = "127.0.0.1:11434";
const HTML = { headers: { "content-type": "text/html; charset=utf-8" } };
const EVENTS = { headers: { "content-type": "text/event-stream" } };

// A provider that fails at once is asked three times.
const thrice = (reply: SimulatedReply) => [reply, reply, reply];

/** By the name that the table in README.md gives to a fault: what the provider does. */
const FAULTS: Record<string, SimulatedReply[]> = {
  "too many requests (429)": thrice(apiError(429, "Slow down.")),
  "too many requests, come back in ten minutes": thrice(
    apiError(429, "Slow down.", { headers: { "retry-after": "600" } }),
  ),
  "quota used up": [apiError(429, "You exceeded your quota.", { code: "insufficient_quota" })],
  "fault of the provider (500)": thrice(apiError(500, "The server had an error.")),
  "provider overloaded (503)": thrice(raw("upstream connect error", { status: 503 })),
  "connection breaks before the answer": thrice(reset()),
  "connection breaks in the answer": [unfinished("reset")],
  "no answer in time": [stall()],
  "answer stops coming": [unfinished("stall")],
  "answer ends in the middle": [unfinished("cut-off")],
  "answer ends in the middle of an event": [
    garbled([{ type: "text", text: "Let me see" }], (events) => [
      events[0] ?? "",
      events[1]?.slice(0, 20) ?? "",
    ]),
  ],
  "answer that is no JSON": [raw('data: {"cho\n\ndata: [DONE]\n\n', EVENTS)],
  "refused by the model": [refusal("I cannot help with that.")],
  "ended by the provider's filter": [truncated("Let me ", "content-filter")],
  "cut off at the length limit": [truncated("Let me ")],
  "wrong key (401)": [apiError(401, `Incorrect API key provided: ${KEY}.`)],
  "unknown model (404)": [apiError(404, "The model `gpt-test` does not exist.", { code: "model_not_found" })],
  "conversation too long (400)": [
    apiError(400, "This model's maximum context length is 8192 tokens.", { code: "context_length_exceeded" }),
  ],
  "request refused (400)": [apiError(400, `Unsupported parameter: 'tools' for ${KEY}.`)],
  "no model server": [raw("<html><body>It works!</body></html>", HTML)],
  "fault after the change": [
    toolCall("edit_plan", removalOf("Send", 1)),
    ...thrice(apiError(500, "The server had an error.")),
  ],
};

const NEVER_ENDING = ["no answer in time", "answer stops coming"];

const NOT_THERE = "no server there";

const simulator = await startOpenAiSimulator();
const planning = await openPlanning(openPglite, { MODEL_TIMEOUT_SECONDS: "60" });
// The same conversations, for the faults that are over when the time is.
const impatient = await openPlanning(async () => planning.ctx.database, { MODEL_TIMEOUT_SECONDS: "6" });
afterAll(async () => {
  await planning.close();
  await simulator.close();
});

function useServer(api: "responses" | "chat", baseUrl: string) {
  const model = openAiModel("gpt-test", { openai: { apiKey: KEY, baseUrl, api } });
  for (const world of [planning, impatient]) world.setModel(model);
}

async function newAgent(): Promise<string> {
  return (await planning.request("POST", "/api/agents", { name: "Faults" })).body.agentId;
}

/** `| fault | what the person sees |` as README.md has it. */
function tableOfFaults(): Record<string, string> {
  const section =
    readFileSync("README.md", "utf8").split("## When the model fails\n")[1]?.split("\n## ")[0] ?? "";
  const rows = [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, fault = "", seen = ""]) => [
    fault,
    seen,
  ]);
  return Object.fromEntries(rows.slice(2));
}

test.each(["responses", "chat"] as const)(
  "over the %s API a person sees of each fault what the table says, and the message can be sent again",
  async (api) => {
    useServer(api, simulator.baseUrl);

    const seen = await Promise.all(
      Object.entries(FAULTS).map(async ([fault, replies]) => [fault, await meet(fault, replies)]),
    );

    const { [NOT_THERE]: _other, ...table } = tableOfFaults();
    expect(Object.fromEntries(seen)).toEqual(table);

    function hasAsked(words: string): boolean {
      return simulator.requests.some((request) => request.text.includes(`Please ${words}`));
    }

    async function meet(fault: string, replies: SimulatedReply[]): Promise<string> {
      const isAfterChange = fault === "fault after the change";
      const words = `${api} meets: ${fault}.`;
      const agentId = await newAgent();
      simulator.replyTo(
        `Brief ${words}`,
        toolCall("propose_plan", proposalOf("Collect", "Send")),
        text("Two steps."),
      );
      await chunksOf(await planning.post(agentId, `Brief ${words}`));

      const repair = simulator.replyTo(`Please ${words}`, ...replies);
      const id = planning.ctx.newId("msg");
      const world = NEVER_ENDING.includes(fault) ? impatient : planning;
      const chunks = await chunksOf(await world.post(agentId, `Please ${words}`, { id }));
      const [notice, ...others] = dataOf(chunks, "notice");
      const kept = await planning.request("GET", `/api/agents/${agentId}/messages?limit=2`);
      // A request that is still on its way would take the reply meant for the next one.
      await vi.waitFor(() => expect(hasAsked(words)).toBe(true), 20_000);
      repair();
      simulator.replyTo(`Please ${words}`, text("Here it is."));
      const again = await chunksOf(await planning.post(agentId, `Please ${words}`, { id }));
      const plan = await planning.request("GET", `/api/agents/${agentId}/plan`);

      expect(others).toEqual([]);
      expect(notice.level).toBe("error");
      expect(dataOf(kept.body.items[0].parts, "notice")).toEqual([notice]);
      expect(kept.body.items[1].parts).toEqual([{ type: "text", text: `Please ${words}` }]);
      expect(JSON.stringify([chunks, kept.body])).not.toContain(KEY);
      expect(plan.body.revision).toBe(isAfterChange ? 2 : 1);
      expect(said(again), `${fault}: ${JSON.stringify(again)}`).toBe(isAfterChange ? "" : "Here it is.");
      return notice.text.replace(/127\.0\.0\.1:\d+/, SERVER);
    }
  },
  240_000,
);

test("a server that is not there is said so, and the message is answered once it is", async () => {
  const agentId = await newAgent();
  useServer("chat", "http://127.0.0.1:9/v1");
  const id = planning.ctx.newId("msg");

  const chunks = await chunksOf(await planning.post(agentId, "Is anybody there?", { id }));
  useServer("chat", simulator.baseUrl);
  simulator.replyTo("Is anybody there?", text("Here it is."));
  const again = await chunksOf(await planning.post(agentId, "Is anybody there?", { id }));

  expect(dataOf(chunks, "notice").map((notice) => notice.text.replace("127.0.0.1:9", SERVER))).toEqual([
    tableOfFaults()[NOT_THERE],
  ]);
  expect(said(again)).toBe("Here it is.");
});

test("a provider that says when to come back is asked again then, and the person sees nothing of it", async () => {
  const agentId = await newAgent();
  useServer("responses", simulator.baseUrl);
  const busy = apiError(429, "Slow down.", { headers: { "retry-after": "1" } });
  simulator.replyTo("Take your time", busy, text("Here it is."));
  const begun = performance.now();

  const chunks = await chunksOf(await planning.post(agentId, "Take your time"));

  expect(performance.now() - begun).toBeGreaterThan(950);
  expect(said(chunks)).toBe("Here it is.");
  expect(dataOf(chunks, "notice")).toEqual([]);
});

test.each([
  ["ten minutes", "600", /^Wait 10 minutes, then send the message again\.$/],
  ["two hours", "7200", /^Wait until \d{4}-\d\d-\d\d \d\d:\d\d UTC, then send the message again\.$/],
  ["a day", "86400", /^Wait a day or more, then send the message again\.$/],
  ["a hundred years", "3155760000", /^Wait a day or more, then send the message again\.$/],
])("a provider that asks to wait for %s is not asked again before", async (wait, seconds, remedy) => {
  const agentId = await newAgent();
  useServer("chat", simulator.baseUrl);
  const words = `Is there room in ${wait}?`;
  simulator.replyTo(words, apiError(429, "Slow down.", { headers: { "retry-after": seconds } }));

  const [notice] = dataOf(await chunksOf(await planning.post(agentId, words)), "notice");

  expect(simulator.requests.filter((request) => request.text.includes(words))).toHaveLength(1);
  expect(notice.text.split(". ").at(-1)).toMatch(remedy);
});

test("the moment until which to wait is the one that the provider named", async () => {
  const agentId = await newAgent();
  useServer("chat", simulator.baseUrl);
  const until = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3 * 3_600_000);
  const busy = apiError(429, "Slow down.", { headers: { "retry-after": until.toUTCString() } });
  simulator.replyTo("When is there room?", busy);

  const [notice] = dataOf(await chunksOf(await planning.post(agentId, "When is there room?")), "notice");

  const moment = until.toISOString();
  expect(notice.text).toContain(`Wait until ${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC,`);
});
