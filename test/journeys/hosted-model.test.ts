import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { runViewSchema } from "#server/core/views.ts";
import { jsonText, startOpenAiSimulator, text, toolCall } from "#test/openai-simulator.ts";
import { proposalOf } from "#test/proposal.ts";
import { startStepwright } from "#test/stepwright-command.ts";

// The product as it is started, with a model behind the OpenAI protocol: nothing of it is replaced.
const folder = mkdtempSync(join(tmpdir(), "stepwright-hosted-"));
const model = await startOpenAiSimulator();
const server = await startStepwright(
  ["start"],
  {
    DATA_DIR: folder,
    PORT: "0",
    MODEL: "openai:gpt-test",
    OPENAI_API_KEY: "sk-test-0123456789",
    OPENAI_BASE_URL: model.baseUrl,
  },
  /Stepwright is ready at (http:\/\/127\.0\.0\.1:\d+)\n/,
);
const url = server.match[1] ?? "";
afterAll(async () => {
  await server.stop();
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

async function post(path: string, body: unknown): Promise<string> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  expect(answer.status).toBeLessThan(300);
  return await answer.text();
}

test("a hosted model plans in the conversation: a call, its result, then words", async () => {
  await post("/api/agents", { name: "Summary" });
  model.reply(toolCall("propose_plan", proposalOf("Summarise the week")), text("One step is planned."));

  const stream = await post("/api/agents/summary/chat", {
    message: { id: "m1", role: "user", parts: [{ type: "text", text: "Summarise the week for me" }] },
  });

  expect(stream).toContain('"type":"data-revision"');
  expect(stream).toContain("planned.");
  expect(model.requests.map((request) => request.url)).toEqual(["/v1/responses", "/v1/responses"]);
  expect(model.requests[1]?.text).toContain("r1: First plan");
});

test("a reasoning step is judged, and the second attempt is told why the first was refused", async () => {
  await post("/api/agents/summary/snapshots", {});
  model.reply(
    text("A good week."),
    jsonText({ reason: "No number is in it.", meets: false, whatToChange: "Say how many orders came in." }),
    text("A good week: 31 orders came in."),
    jsonText({ reason: "It is all there.", meets: true, whatToChange: "" }),
  );

  const { runId } = z
    .object({ runId: z.string() })
    .parse(JSON.parse(await post("/api/agents/summary/runs", {})));
  const run = await runThatIsOver(runId);

  expect(run.status).toBe("completed");
  expect(run.steps[0]?.output).toBe("A good week: 31 orders came in.");
  expect(run.steps[0]?.attempts.map((attempt) => attempt.status)).toEqual(["failed", "completed"]);
  const [firstTry, firstVerdict, secondTry] = model.requests.slice(2);
  expect(firstTry?.text).not.toContain("Say how many orders came in.");
  expect(firstVerdict?.text).toContain("A good week.");
  expect(secondTry?.text).toContain("Say how many orders came in.");
});

test("the key is nowhere in what the server tells", async () => {
  const told = await Promise.all(
    ["/api/settings", "/api/runs", "/api/agents/summary/messages"].map(async (path) =>
      (await fetch(`${url}${path}`)).text(),
    ),
  );

  expect(`${told.join("")}${server.said()}`).not.toContain("sk-test-0123456789");
});

async function runThatIsOver(runId: string) {
  for (;;) {
    const answer = await fetch(`${url}/api/runs/${runId}`);
    const run = runViewSchema.parse(await answer.json());
    if (run.status !== "queued" && run.status !== "running") return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
