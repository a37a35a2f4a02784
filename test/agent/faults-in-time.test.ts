import { afterAll, expect, test } from "vitest";
import { openPglite } from "#db/pglite.ts";
import { openAiModel } from "#server/agent/openai.ts";
import {
  apiError,
  reset,
  type SimulatedReply,
  stall,
  startOpenAiSimulator,
  text,
  toolCall,
} from "#test/openai-simulator.ts";
import { chunksOf, dataOf, openPlanning, said } from "#test/planning.ts";
import { proposalOf } from "#test/proposal.ts";

// So short that the waits between the tries take all of it.
const LIMIT = "2";

const simulator = await startOpenAiSimulator();
const planning = await openPlanning(openPglite, { MODEL_TIMEOUT_SECONDS: LIMIT });
afterAll(async () => {
  await planning.close();
  await simulator.close();
});

function useServer(baseUrl: string) {
  planning.setModel(openAiModel("gpt-test", { openai: { apiKey: "sk-test", baseUrl, api: "chat" } }));
}

async function noticesFor(words: string): Promise<string[]> {
  const { agentId } = (await planning.request("POST", "/api/agents", { name: "In time" })).body;
  const chunks = await chunksOf(await planning.post(agentId, words));
  return dataOf(chunks, "notice").map((notice) => notice.text);
}

const always = (reply: SimulatedReply) => [reply, reply, reply];

test.each<[string, SimulatedReply[], string]>([
  ["a fault of its own", always(apiError(500, "Down.")), "has a fault of its own (500)"],
  ["too many requests", always(apiError(429, "Slow down.")), "has too many requests at the moment (429)"],
  [
    "too many requests for ten seconds",
    always(apiError(429, "Slow down.", { headers: { "retry-after": "10" } })),
    "has too many requests at the moment (429)",
  ],
  ["no connection", always(reset()), "could not be reached"],
  ["nothing", [stall()], `did not finish its answer within ${LIMIT} seconds`],
])(
  "when the time is over while tries are repeated, the person is told of %s",
  async (what, replies, told) => {
    useServer(simulator.baseUrl);
    simulator.replyTo(`Plan with ${what}`, ...replies);

    expect(await noticesFor(`Plan with ${what}`)).toEqual([expect.stringContaining(told)]);
  },
);

test("a server that is not there is named also when the time is over before the last try", async () => {
  useServer("http://127.0.0.1:9/v1");

  expect(await noticesFor("Is anybody there?")).toEqual([
    expect.stringContaining("The model's server at 127.0.0.1:9 could not be reached."),
  ]);
});

test("a fault that passed is not told of a later answer that takes too long", async () => {
  useServer(simulator.baseUrl);
  const now = { headers: { "retry-after-ms": "10" } };
  const call = toolCall("propose_plan", proposalOf("Collect", "Send"));
  simulator.replyTo("Plan slowly", apiError(500, "Down.", now), call, stall());

  expect(await noticesFor("Plan slowly")).toEqual([
    expect.stringContaining(`did not finish its answer within ${LIMIT} seconds`),
  ]);
});

test.each([
  ["code", { code: "insufficient_quota" }, 1],
  ["another code", { code: "rate_limit_exceeded" }, 2],
])(
  "a provider is asked again unless it tells by its %s that the quota is used up",
  async (what, error, times) => {
    useServer(simulator.baseUrl);
    const words = `Is there anything left by ${what}?`;
    simulator.replyTo(
      words,
      apiError(429, "Add a payment method at platform.openai.com/account/billing.", {
        ...error,
        headers: { "retry-after-ms": "10" },
      }),
      text("Here it is."),
    );
    const { agentId } = (await planning.request("POST", "/api/agents", { name: "Quota" })).body;

    const chunks = await chunksOf(await planning.post(agentId, words));

    expect(simulator.requests.filter((request) => request.text.includes(words))).toHaveLength(times);
    expect(said(chunks)).toBe(times === 1 ? "" : "Here it is.");
  },
);
