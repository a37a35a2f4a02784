import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openAiModel } from "#server/agent/openai.ts";
import { editPlanInputSchema } from "#server/core/edit-schema.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import { applyEdits } from "#server/core/plan-edits.ts";
import { storableJson } from "#server/services/storable-json.ts";
import { makePlan } from "#test/make.ts";
import { MALFORMED_KINDS, type Malformed, malformedOf } from "#test/malformed-answers.ts";
import type { MalformedCall } from "#test/malformed-calls.ts";
import { type RecordedRequest, startOpenAiSimulator, text } from "#test/openai-simulator.ts";
import { chunksOf, dataOf, openPlanning, said } from "#test/planning.ts";
import { cases } from "#test/property.ts";
import { seedAgent } from "#test/seed-agent.ts";

const KEY = "sk-test-0123456789";
const MAX_MODEL_CALLS = 8;
const MAX_TRIES = 3;
const CHANGING = ["edit_plan", "propose_plan", "restore_revision"];
// What only a developer may read: names of errors, dumps of the schema library, stacks, the key.
const RAW = /\bAI_\w+|ZodError|invalid_(?:type|union|value)|"code":\s*"|\n\s+at \S+ \(|node_modules|sk-test/;
const PLAN = makePlan({ collect: [], write: ["collect"], check: ["write"], send: ["check"] });

const planning = await openPlanning();
const simulator = await startOpenAiSimulator();
afterAll(async () => {
  await planning.close();
  await simulator.close();
});

const closings = [
  "Done. I removed step 3.",
  "Ich habe Schritt 3 entfernt.",
  "I could not do that.",
  "Which step do you mean?",
  "",
] as const;

test.each(MALFORMED_KINDS)(
  "%s: nothing half applied, bounded tries, an honest reply, and the talk goes on",
  async (kind) => {
    const shares = MALFORMED_KINDS.length;
    await fc.assert(
      fc.asyncProperty(
        malformedOf(kind),
        fc.constantFrom("responses", "chat"),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(...closings),
        meet,
      ),
      { ...cases(2 * shares, shares), endOnFailure: true },
    );
  },
  600_000,
);

async function meet(malformed: Malformed, api: "responses" | "chat", repeats: number, closing: string) {
  planning.setModel(openAiModel("gpt-test", { openai: { apiKey: KEY, baseUrl: simulator.baseUrl, api } }));
  const { agentId } = await seedAgent(planning.ctx, PLAN);
  const from = simulator.requests.length;
  const close = closing === "" ? text() : text(closing);
  const replies = Array.from({ length: 20 }, (_, index) => (index < repeats ? malformed.reply : close));
  const forget = simulator.replyTo(agentId, ...replies);

  const chunks = await chunksOf(await planning.post(agentId, `Please change the plan of ${agentId}.`));
  forget();
  const requests = simulator.requests.slice(from);
  const { body: kept } = await planning.request("GET", `/api/agents/${agentId}/messages?limit=2`);
  const { body: draft } = await planning.request("GET", `/api/agents/${agentId}/plan`);
  const { body: snapshots } = await planning.request("GET", `/api/agents/${agentId}/snapshots`);
  const forgetNext = simulator.replyTo(agentId, text("Fine."));
  const next = await chunksOf(await planning.post(agentId, `And now, ${agentId}?`));
  forgetNext();

  expectPlan(malformed, draft);
  expect(snapshots.items).toHaveLength(1);
  expect(requests.length).toBeLessThanOrEqual(MAX_MODEL_CALLS);
  const failedTries = requests.length - (repeats < requests.length ? 1 : 0);
  if (malformed.kind !== "looking things up without end" && draft.revision === 1)
    expect(failedTries).toBeLessThanOrEqual(MAX_TRIES);
  for (const request of requests) expectSoundRequest(request);

  const [reply] = kept.items;
  expect(reply.role).toBe("assistant");
  expect(reply.parts.length).toBeGreaterThan(0);
  const notices = dataOf(reply.parts, "notice").map((notice) => notice.text);
  const shown = JSON.stringify([notices, chunks.filter((chunk) => chunk.type === "tool-output-error")]);
  expect(shown).not.toMatch(RAW);
  if (draft.revision === 1 && closings.slice(0, 2).some((claim) => said(chunks).endsWith(claim)))
    expect(notices.join(" ")).toContain("as it was, at revision 1");
  if (draft.revision === 1 && said(chunks).trim() === "") expect(notices).not.toEqual([]);
  expect(said(next)).toBe("Fine.");
}

/** The plan is as it was, or is what one of the calls says, applied whole and once. */
function expectPlan({ calls, kind }: Malformed, draft: { revision: number; plan: Plan }) {
  if (draft.revision === 1) {
    expect(draft.plan).toEqual(PLAN);
    return;
  }
  expect(draft.revision).toBe(2);
  const changing = calls.filter((call) => CHANGING.includes(call.name));
  expect(changing, kind).toHaveLength(1);
  expect(changing.map(planAfter)).toEqual([canonicalJson(draft.plan)]);
}

function planAfter({ args }: MalformedCall): string | null {
  const { edits } = editPlanInputSchema.parse(JSON.parse(args));
  const applied = applyEdits(PLAN, edits, {
    revisions: { 1: PLAN },
    usedIds: new Set(PLAN.steps.map(({ id }) => id)),
  });
  return applied.ok ? canonicalJson(storableJson(applied.value.plan)) : null;
}

/** A request that a provider takes: every call has a sound name, an id of its own and a short result. */
function expectSoundRequest({ body }: RecordedRequest) {
  const sent = JSON.stringify(body["input"] ?? body["messages"]);
  const items: Item[] = JSON.parse(sent);
  const calls = items.flatMap((item) =>
    item.type === "function_call"
      ? [{ id: item.call_id, name: item.name }]
      : (item.tool_calls ?? []).map((call) => ({ id: call.id, name: call.function.name })),
  );
  const results = items.flatMap((item) => {
    if (item.type === "function_call_output") return [{ id: item.call_id, text: String(item.output) }];
    return item.role === "tool" ? [{ id: item.tool_call_id, text: String(item.content) }] : [];
  });

  expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
  expect(results.map((result) => result.id).sort()).toEqual(calls.map((call) => call.id).sort());
  for (const call of calls) expect(call.name).toMatch(/^[\w-]{1,64}$/);
  for (const result of results) {
    expect(result.text.length).toBeLessThan(8_000);
    expect(result.text).not.toMatch(RAW);
  }
}

type Item = {
  type?: string;
  role?: string;
  name?: string;
  call_id?: string;
  output?: unknown;
  content?: unknown;
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string } }[];
};
