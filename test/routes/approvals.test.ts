import { afterAll, expect, test } from "vitest";
import type { ApprovalView } from "#server/core/views.ts";
import { readApproval } from "#server/services/read-approval.ts";
import { listApprovals } from "#server/services/list-approvals.ts";
import { asks, done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, stepOf, untilOver, untilStatus } from "#test/run-world.ts";
import { serveApp } from "#test/serve-app.ts";

const world = await openRunWorld();
const { ctx } = world;
const app = await serveApp(ctx);
afterAll(async () => {
  await app.close();
  await world.close();
});
await world.startWorker(({ approvedInput, attempt }) =>
  approvedInput ? done(approvedInput.value) : asks({ to: "ada", text: `v${attempt}` }),
);

async function ask(approvers = 1) {
  const plan = makePlan({ send: [] }, { send: { kind: "tool", tool: "send", approval: { approvers } } });
  const runId = await world.run(plan);
  await untilStatus(ctx, runId, "paused");
  const { items } = await listApprovals(ctx, { runId, limit: 1 });
  const approvalId = items[0]?.approvalId ?? "";
  return { runId, approvalId, path: `/api/approvals/${approvalId}` };
}

async function request(path: string, body?: unknown) {
  const headers = { "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${app.url}${path}`, init);
  return { status: response.status, body: (await response.json()) as ApprovalView & Record<string, unknown> };
}

test("a decision counts for the input that was read, and for no other", async () => {
  const { path, runId } = await ask(2);
  const seen = (await request(path)).body.inputHash;
  expect(seen).toMatch(/^[0-9a-f]{64}$/);

  const edit = { decision: "approve", decidedBy: "Ana", inputHash: seen, input: { to: "bob" } };
  const edited = await request(path, edit);
  expect(edited).toMatchObject({ status: 200, body: { status: "pending", editedInput: { to: "bob" } } });
  expect(edited.body.inputHash).not.toBe(seen);
  expect(edited.body.signatures).toMatchObject([{ by: "Ana", note: null }]);

  const stale = await request(path, { decision: "approve", decidedBy: "Bo", inputHash: seen });
  expect(stale).toMatchObject({
    status: 409,
    body: { reason: "other_input", inputHash: edited.body.inputHash, decision: "pending" },
  });
  const fresh = { decision: "approve", decidedBy: "Bo", inputHash: edited.body.inputHash };
  expect(await request(path, fresh)).toMatchObject({ status: 200, body: { status: "approved" } });
  expect(stepOf(await untilOver(ctx, runId), "send").output).toEqual({ to: "bob" });
});

test("where several have to agree, names are needed and each person counts once", async () => {
  const { path, runId } = await ask(2);

  const nameless = await request(path, { decision: "approve" });
  expect(nameless).toMatchObject({ status: 422, body: { issues: [{ path: "decidedBy" }] } });
  expect(await request(path, { decision: "approve", decidedBy: "Ana" })).toMatchObject({
    status: 200,
    body: { status: "pending", approvers: 2 },
  });
  const again = await request(path, { decision: "approve", decidedBy: "ANA " });
  expect(again).toMatchObject({
    status: 409,
    body: { reason: "same_person", signatures: [{ by: "Ana" }], approvers: 2 },
  });
  expect(again.body["detail"]).toMatch(/^"Ana" already agreed at .*Another person has to agree\.$/);
  expect(await request(path, { decision: "approve", decidedBy: "Bo" })).toMatchObject({ status: 200 });
  expect((await untilOver(ctx, runId)).status).toBe("completed");
});

test("names and hashes that are none are refused with what would work", async () => {
  const { path } = await ask();
  const bad = ["", "  ", "a\nb", "\u202eevil", "\u200b", "x".repeat(81), "\u0000", 7];

  for (const decidedBy of bad) {
    expect((await request(path, { decision: "approve", decidedBy })).status).toBe(422);
  }
  expect((await request(path, { decision: "approve", inputHash: "abc" })).status).toBe(422);
  expect((await request(path)).body.status).toBe("pending");
});

test("reading never decides, whatever stands in the address", async () => {
  const { path, approvalId } = await ask();
  for (const query of ["?decision=approve", "?input=1&decision=reject", ""]) {
    expect((await request(`${path}${query}`)).body.status).toBe("pending");
  }

  await request(`/api/approvals?status=pending`);
  expect((await readApproval(ctx, { approvalId })).status).toBe("pending");
});

test("a late decision is told who decided what and when", async () => {
  const { path, runId } = await ask();
  await request(path, { decision: "approve", decidedBy: "Ana", note: "Go." });

  const late = await request(path, { decision: "reject", note: "No." });
  expect(late).toMatchObject({
    status: 409,
    body: { reason: "not_pending", decision: "approve", decidedBy: "Ana", note: "Go." },
  });
  expect(late.body["detail"]).toMatch(
    /was already decided: it was approved by Ana at .*The first decision stands\.$/,
  );
  await untilOver(ctx, runId);

  const canceled = await ask();
  await request(`/api/runs/${canceled.runId}/cancel`, {});
  const withdrawn = await request(canceled.path, { decision: "approve" });
  expect(withdrawn).toMatchObject({ status: 409, body: { decision: "canceled" } });
  expect(withdrawn.body["detail"]).toMatch(/was withdrawn at/);
});
