import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { apiError, jsonText, startOpenAiSimulator, text, toolCall } from "#test/openai-simulator.ts";
import { proposalOf } from "#test/proposal.ts";
import { startStepwright } from "#test/stepwright-command.ts";
import { startOtlpReceiver } from "./otlp-receiver.ts";

const PROMPT = "Count the aubergines of Lyon";
const ANSWER = "Seventeen aubergines.";
const MEETS = { reason: "It is all there.", meets: true, whatToChange: "" };
const SECRETS = {
  ACCESS_TOKEN: "access-token-plover",
  OPENAI_API_KEY: "sk-sandpiper-0123456789",
  OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=collector-dunlin,x-other=1",
};

const folder = mkdtempSync(join(tmpdir(), "stepwright-traces-"));
const simulator = await startOpenAiSimulator();
const receiver = await startOtlpReceiver(400);
const server = await startStepwright(
  ["start"],
  {
    ...SECRETS,
    DATA_DIR: folder,
    PORT: "0",
    MODEL: "openai:sim-model",
    OPENAI_BASE_URL: simulator.baseUrl,
    LOG_LEVEL: "debug",
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: "100",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test",
  },
  /ready at (\S+)\n/,
);
afterAll(async () => {
  await server.stop("SIGKILL");
  await receiver.close();
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(new URL(path, server.match[1]), {
    method,
    headers: { Authorization: `Bearer ${SECRETS.ACCESS_TOKEN}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  return { status: response.status, text: answer };
}

function say(agentId: string, words: string, id: string) {
  const message = { id, role: "user", parts: [{ type: "text", text: words }] };
  return call("POST", `/api/agents/${agentId}/chat`, { message });
}

async function until(holds: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); await setTimeout(50)) {
    if (Date.now() > end) throw new Error(`It did not come so far: ${server.said()}`);
  }
}

test("a turn, a run and its models show in traces, without their words and without a key", async () => {
  const { agentId } = JSON.parse((await call("POST", "/api/agents", { name: "Lyon" })).text);
  // The provider's words quote what it was sent, and the collector refuses what it gets.
  simulator.reply(apiError(400, `Refused: ${PROMPT}`));
  await say(agentId, PROMPT, "msg-first");
  await until(() => server.said().includes("Traces do not get through"));
  await setTimeout(500);
  receiver.answerWith(200);

  simulator.reply(toolCall("propose_plan", proposalOf("Count", "Report")), text("Two steps."));
  const turn = await say(agentId, `${PROMPT}, then report`, "msg-second");
  const saved = await call("POST", `/api/agents/${agentId}/snapshots`, {});
  simulator.reply(text(ANSWER), jsonText(MEETS), text("Reported."), jsonText(MEETS));
  const { runId } = JSON.parse((await call("POST", `/api/agents/${agentId}/runs`, {})).text);
  let status = "";
  await until(async () => {
    ({ status } = JSON.parse((await call("GET", `/api/runs/${runId}`)).text));
    return status === "completed" || status === "failed";
  });
  const code = await server.stop("SIGTERM");

  expect(turn.status).toBe(200);
  expect(saved.status).toBe(201);
  expect(status).toBe("completed");
  expect(code).toBe(0);
  expect(server.said().match(/Traces do not get through to 127\.0\.0\.1:\d+/g)).toHaveLength(1);

  const spans = receiver.spans();
  const attempts = spans.filter(({ name }) => name === "step attempt");
  expect(attempts.map(({ values }) => values)).toEqual(
    ["count", "report"].map((id) => ({
      "stepwright.run.id": runId,
      "stepwright.step.id": id,
      "stepwright.step.kind": "reasoning",
      "stepwright.attempt": 1,
      "stepwright.outcome": "completed",
    })),
  );
  expect(spans.filter(({ name }) => name.startsWith("receive"))).toEqual([]);
  const childrenOf = (spanId: string) =>
    spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);
  for (const { spanId, parentSpanId } of attempts) {
    expect(parentSpanId ?? "").toBe("");
    expect(childrenOf(spanId).sort()).toEqual(["invoke_agent judge", "invoke_agent step"]);
  }
  const turns = spans.filter(({ name }) => name === "invoke_agent planner");
  expect(turns.length).toBe(2);
  expect(turns.at(-1)?.values).toMatchObject({
    "gen_ai.agent.name": "planner",
    "ai.settings.context.agentId": agentId,
  });
  expect(spans.map(({ name }) => name)).toContain("execute_tool propose_plan");
  const chat = spans.findLast(({ name }) => name.startsWith("chat "));
  expect(chat?.values).toMatchObject({ "gen_ai.usage.input_tokens": 12, "gen_ai.usage.output_tokens": 7 });
  expect(receiver.resources().at(-1)).toMatchObject({
    "service.name": "stepwright",
    "deployment.environment": "test",
  });
  expect(receiver.requests[0]).toMatchObject({
    path: "/v1/traces",
    headers: { "x-api-key": "collector-dunlin" },
  });

  const sent = receiver.requests.map(({ body }) => body).join("\n");
  for (const words of [PROMPT, "aubergines", "Reported.", ...secretsOf(SECRETS)]) {
    expect(sent).not.toContain(words);
  }
  for (const secret of secretsOf(SECRETS)) expect(server.said()).not.toContain(secret);
  expect(server.said()).toContain('"level":20');
  // What a provider said of its refusal is why a turn failed, and in the log for that.
  const quoting = server
    .said()
    .split("\n")
    .filter((line) => line.includes("aubergines"));
  expect(quoting).toEqual([expect.stringContaining("planner answer incomplete")]);
}, 240_000);

function secretsOf({ ACCESS_TOKEN, OPENAI_API_KEY }: typeof SECRETS): string[] {
  return [ACCESS_TOKEN, OPENAI_API_KEY, "collector-dunlin"];
}
