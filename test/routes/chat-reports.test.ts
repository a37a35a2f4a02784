import { afterAll, expect, test } from "vitest";
import { raiseNotices } from "#server/services/raise-notices.ts";
import { insertFailedRun } from "#test/failed-run.ts";
import { chunksOf, openPlanning } from "#test/planning.ts";
import { proposalOf, removalOf } from "#test/proposal.ts";
import { type ScriptedAnswer, scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);
const { ctx } = planning;

/** An agent with a saved plan of Collect, Write and Send. */
async function newAgent(): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Reports" });
  await talk(body.agentId, "Plan it", { id: "brief" }, propose("Collect", "Write", "Send"), {
    say: "Planned.",
  });
  const saved = await planning.request("POST", `/api/agents/${body.agentId}/snapshots`, {});
  expect(saved.status).toBe(201);
  return body.agentId;
}

function propose(...titles: string[]): ScriptedAnswer {
  return { calls: [{ name: "propose_plan", input: proposalOf(...titles) }] };
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

async function fail(agentId: string, message: string, trigger: "manual" | "schedule" = "schedule") {
  const runId = await insertFailedRun(ctx, { agentId, message, trigger });
  await raiseNotices(ctx);
  return runId;
}

type Message = {
  id: string;
  role: string;
  parts: { type: string; data?: unknown; text?: string }[];
  metadata: object;
};

/** Each message as its id or, of others than a person's, what it holds. Oldest first. */
async function conversation(agentId: string): Promise<string[]> {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/messages?limit=50`);
  return body.items
    .reverse()
    .map(({ id, role, parts }: Message) =>
      role === "user" ? id : parts.map((part) => part.text ?? part.type).join(" "),
    );
}

async function reportsOf(agentId: string) {
  const { body } = await planning.request("GET", `/api/agents/${agentId}/messages?limit=50`);
  return body.items
    .reverse()
    .flatMap(({ parts }: Message) => parts.filter((part) => part.type === "data-runReport"))
    .map((part: { data: unknown }) => part.data);
}

test("a failed run comes back to the conversation behind what was said, and the talk goes on behind it", async () => {
  const agentId = await newAgent();
  const runId = await fail(agentId, "The box is full.");

  expect(await reportsOf(agentId)).toEqual([
    {
      runId,
      status: "failed",
      summary: expect.stringContaining("The box is full."),
      failedStepId: expect.any(String),
      failedStepNumber: 2,
      count: 1,
      lastRunId: runId,
      noticeId: expect.any(String),
    },
  ]);

  await talk(agentId, "Why?", { id: "why" }, { say: "It was full." });
  expect(await conversation(agentId)).toEqual([
    "brief",
    expect.stringContaining("Planned."),
    "data-runReport",
    "why",
    "It was full.",
  ]);
});

test("failures of one cause are counted in one message until a person has written", async () => {
  const agentId = await newAgent();
  const first = await fail(agentId, "First.");
  const second = await fail(agentId, "Second.");
  expect(await reportsOf(agentId)).toMatchObject([
    { runId: first, lastRunId: second, count: 2, summary: expect.stringContaining("Second.") },
  ]);

  await talk(agentId, "I see", { id: "see" }, { say: "Good." });
  const third = await fail(agentId, "Third.");
  await fail(agentId, "Fourth.");
  expect(await reportsOf(agentId)).toMatchObject([{ count: 2 }, { runId: third, count: 2 }]);
});

test("a message can be said otherwise although a run has failed since", async () => {
  const agentId = await newAgent();
  await talk(agentId, "Remove Send", { id: "first" }, remove("Send"), { say: "Removed Send." });
  await fail(agentId, "No.");
  await fail(agentId, "No.", "manual");

  const { prompt } = await talk(
    agentId,
    "Remove Write",
    { id: "second", supersedes: "first" },
    remove("Write"),
    {
      say: "Removed Write.",
    },
  );

  expect(prompt).not.toContain("Removed Send");
  const { body } = await planning.request("GET", `/api/agents/${agentId}/messages?limit=50`);
  const superseded = body.items.filter(
    (item: { metadata: { supersededBy?: string } }) => item.metadata.supersededBy,
  );
  expect(superseded.map((item: Message) => item.parts.at(-1)?.text ?? "").sort()).toEqual([
    "Remove Send",
    "Removed Send.",
  ]);
  const plan = await planning.request("GET", `/api/agents/${agentId}/plan`);
  expect(plan.body.plan.steps.map((step: { title: string }) => step.title)).toEqual(["Collect", "Send"]);
});

test("a message that stands before a report is not answered out of order", async () => {
  const agentId = await newAgent();
  planning.setModel(scriptedModel({ fails: new Error("No model today.") }));
  await chunksOf(await planning.post(agentId, "Lost", { id: "lost" }));
  await talk(agentId, "Newer", { id: "newer" }, { say: "Yes." });
  await fail(agentId, "A.", "manual");
  await fail(agentId, "B.", "manual");

  const again = await planning.post(agentId, "Lost", { id: "lost" });
  expect(again.status).toBe(409);
});

function remove(title: string): ScriptedAnswer {
  return { calls: [{ name: "edit_plan", input: removalOf(title, 1) }] };
}
