import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { approvals } from "#db/schema.ts";
import type { AttemptRequest } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import { AppError } from "#server/errors.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { decideApproval } from "#server/services/decide-approval.ts";
import { listApprovals } from "#server/services/list-approvals.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { readApproval } from "#server/services/read-approval.ts";
import { asks, done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, standing, stepOf, until, untilOver, untilStatus } from "#test/run-world.ts";

const world = await openRunWorld();
afterAll(world.closeReplayed);
const { ctx } = world;
const seen = new Map<string, AttemptRequest[]>();
await world.startWorker((request) => {
  seen.set(request.runId, [...(seen.get(request.runId) ?? []), request]);
  if (request.step.id !== "send") return done();
  return request.approvedInput
    ? done({ sent: request.approvedInput.value })
    : asks({ to: "ada", text: `v${request.attempt}` });
});

const plan = makePlan(
  { send: [], after: ["send"] },
  { send: { kind: "tool", tool: "send", title: "Send it", approval: { reason: "It cannot be undone" } } },
);

/** A run that waits for its approval. */
async function ask(of: Plan = plan) {
  const runId = await world.run(of);
  await untilStatus(ctx, runId, "paused");
  return { runId, approvalId: await pending(runId) };
}

async function pending(runId: string): Promise<string> {
  const { items } = await listApprovals(ctx, { runId, status: "pending", limit: 10 });
  return items[0]?.approvalId ?? "";
}

async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`No refusal came, but ${String(error)}`);
  return error;
}

test("an approval shows what would be done, why, and with which effects", async () => {
  const { approvalId, runId } = await ask();

  expect(await readApproval(ctx, { approvalId })).toMatchObject({
    runId,
    stepId: "send",
    stepNumber: 1,
    stepTitle: "Send it",
    tool: "send",
    attempt: 1,
    status: "pending",
    reason: "It cannot be undone",
    instructions: "Do send.",
    expectedOutput: "send is done.",
    input: { to: "ada", text: "v1" },
    sideEffects: "Sends data to another system; this may not be undone.",
    corrections: [],
    expiresAt: null,
  });
});

test("a yes uses the frozen input byte for byte, in the same attempt", async () => {
  const { runId, approvalId } = await ask();
  const view = await decideApproval(ctx, { approvalId, decision: "approve", decidedBy: "Ada" });
  const run = await untilOver(ctx, runId);

  expect(view).toMatchObject({ status: "approved", decidedBy: "Ada" });
  expect(run.status).toBe("completed");
  expect(stepOf(run, "send")).toMatchObject({ output: { sent: { to: "ada", text: "v1" } } });
  expect(stepOf(run, "send").attempts.map((attempt) => [attempt.attempt, attempt.status])).toEqual([
    [1, "completed"],
  ]);
  expect(seen.get(runId)?.map((request) => request.attempt)).toEqual([1, 1, 1]);
});

test("an edited input is checked against the tool, recorded and used", async () => {
  const { runId, approvalId } = await ask();

  const bad = await refusal(decideApproval(ctx, { approvalId, decision: "approve", input: { to: 7 } }));
  const missing = await refusal(
    decideApproval(ctx, { approvalId, decision: "approve", input: { text: "x" } }),
  );
  const unknown = await refusal(
    decideApproval(ctx, { approvalId, decision: "approve", input: { to: "x", cc: "y" } }),
  );
  expect([bad.code, missing.code, unknown.code]).toEqual(["invalid", "invalid", "invalid"]);
  expect(unknown.message).toContain('"cc"');

  await decideApproval(ctx, { approvalId, decision: "approve", input: { to: "bob" } });
  const run = await untilOver(ctx, runId);
  expect(stepOf(run, "send").output).toEqual({ sent: { to: "bob" } });
  expect(stepOf(run, "send").approval).toMatchObject({ input: { to: "ada" }, editedInput: { to: "bob" } });
});

test("an edited input of a step without a tool is one that the step can be done with", async () => {
  const think = await ask(makePlan({ send: [] }, { send: { kind: "reasoning", approval: {} } }));
  const wait = await ask(
    makePlan({ send: [] }, { send: { kind: "wait", wait: { seconds: 60 }, approval: {} } }),
  );
  const edit = async (approvalId: string, input: Json) =>
    (await refusal(decideApproval(ctx, { approvalId, decision: "approve", input }))).message;

  const noTasks: Json[] = [{ to: "ada" }, { instructions: 7, input: null }, "Write it."];
  const noWaits: Json[] = [
    { seconds: -1 },
    { until: "soon" },
    { seconds: 1, until: "2030-01-01T00:00:00Z" },
    5,
  ];
  for (const input of noTasks)
    expect(await edit(think.approvalId, input)).toBe(
      'The edited input of step "send" is not what a reasoning step takes. Give "instructions" (text) and "input", and nothing else.',
    );
  for (const input of noWaits)
    expect(await edit(wait.approvalId, input)).toBe(
      'The edited input of step "send" is not what a wait step takes. Give "seconds" from 0, or "until" with a time such as 2027-01-31T09:00:00Z.',
    );
  const input = { instructions: "Write less.", input: { to: "ada" } };
  await decideApproval(ctx, { approvalId: think.approvalId, decision: "approve", input });
  expect(stepOf(await untilOver(ctx, think.runId), "send").output).toEqual({ sent: input });
  await cancelRun(ctx, { runId: wait.runId });
});

test("a no with a note is the correction of the next attempt, and the third no fails the step", async () => {
  const { runId } = await ask();
  for (const note of ["Too cold.", "Too warm.", "Never."]) {
    await decideApproval(ctx, { approvalId: await pending(runId), decision: "reject", note });
    await until(ctx, runId, (run) => run.status === "paused" || run.status === "failed");
    if (note !== "Too cold.") continue;
    const asked = await readApproval(ctx, { approvalId: await pending(runId) });
    expect(asked).toMatchObject({ attempt: 2, corrections: [{ attempt: 1, whatToChange: "Too cold." }] });
  }
  const run = await untilOver(ctx, runId);

  expect(standing(run)).toEqual({ send: "failed/attempts_exhausted", after: "skipped/upstream_failed" });
  expect(seen.get(runId)?.map((request) => request.corrections.map((item) => item.whatToChange))).toEqual([
    [],
    ["Too cold."],
    ["Too cold.", "Too warm."],
  ]);
});

test("of many decisions at once the first wins, and the others are told which stands", async () => {
  const { runId, approvalId } = await ask();
  const answers = await Promise.allSettled(
    ["Ada", "Bob", "Cleo", "Dan"].map((decidedBy, index) =>
      decideApproval(ctx, { approvalId, decision: index % 2 === 0 ? "approve" : "reject", decidedBy }),
    ),
  );
  await until(ctx, runId, (run) => run.status !== "running");

  expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
  const { decidedBy } = await readApproval(ctx, { approvalId });
  const late = await refusal(decideApproval(ctx, { approvalId, decision: "reject" }));
  expect(late.code).toBe("conflict");
  expect(late.details).toMatchObject({
    decision: decidedBy === "Ada" || decidedBy === "Cleo" ? "approve" : "reject",
    decidedBy,
  });
  const events = await listRunEvents(ctx, { runId, after: 0, limit: 100 });
  expect(
    events.filter((event) => /^approval-(approved|rejected)$/.test(event.type) && event.attempt !== null),
  ).toHaveLength(1);
});

test("deciding after the run was canceled is refused", async () => {
  const { runId, approvalId } = await ask();
  await cancelRun(ctx, { runId });
  const late = await refusal(decideApproval(ctx, { approvalId, decision: "approve" }));

  expect(late.code).toBe("conflict");
  expect(late.details).toMatchObject({ decision: "canceled" });
  expect(seen.get(runId)).toHaveLength(1);
});

test("an approval that nobody decides on in time expires, and is never a yes", async () => {
  const { runId, approvalId } = await ask(
    makePlan({ send: [] }, { send: { kind: "tool", tool: "send", approval: { expiresAfterHours: 1 } } }),
  );
  const past = new Date(Date.now() - 1_000);
  await ctx.db.update(approvals).set({ expiresAt: past }).where(eq(approvals.id, approvalId));

  const late = await refusal(decideApproval(ctx, { approvalId, decision: "approve" }));
  expect([late.code, late.details?.["decision"]]).toEqual(["conflict", "expired"]);
  const run = await untilOver(ctx, runId);

  expect(standing(run)).toEqual({ send: "failed/approval_expired" });
  expect(stepOf(run, "send").approval).toMatchObject({ status: "expired", decidedBy: null });
});

test("unknown approvals and inputs for a rejection are refused with a sentence", async () => {
  expect((await refusal(readApproval(ctx, { approvalId: "apv_none" }))).message).toBe(
    'Approval "apv_none" not found.',
  );
  const { approvalId } = await ask();
  const odd = await refusal(decideApproval(ctx, { approvalId, decision: "reject", input: { to: "x" } }));
  expect(odd.code).toBe("invalid");
});
