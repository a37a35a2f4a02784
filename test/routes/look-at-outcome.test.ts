import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { OutcomeLooks } from "#server/core/outcome-look.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { runFolder } from "#server/core/run-rules/run-folder.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import type { ToolPolicy } from "#server/core/tool.ts";
import { startWorker } from "#server/engine/worker.ts";
import { startRun } from "#server/services/start-run.ts";
import { updateSettings } from "#server/services/update-settings.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { standing, until, untilStatus } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const LOOPBACK = { EGRESS_ALLOW: "127.0.0.1/32" };
const opened = await openTestContext(LOOPBACK);
const { ctx } = opened;
const server = await serveApp(ctx, LOOPBACK);
const shop = await startHttpServer(({ url }, response) => {
  if (url === "/gone") response.writeHead(404).end("no such order");
  else if (url !== "/silent")
    response.setHeader("content-type", "application/json").end('{"state":"paid","token":"t0p"}');
});
const worker = await startWorker(ctx, {
  boss: opened.boss,
  runAttempt: async ({ step }) =>
    step.id === "pay"
      ? {
          type: "outcome_unknown",
          input: { order: 7 },
          error: { message: "The connection broke." },
          usage: NO_USAGE,
        }
      : done({ file: "paid.txt" }),
});
afterAll(async () => {
  await worker.stop();
  await server.close();
  await shop.close();
  await opened.close();
});

const CHECK = { path: "body.state", op: "==", value: "paid", everySeconds: 1, withinSeconds: 5 } as const;
const PAY = { kind: "tool", tool: "http_request", title: "Pay" } as const;

function planWith(over: Partial<Step>): Plan {
  const check = {
    kind: "check",
    tool: "http_request",
    check: CHECK,
    verifies: "pay",
    title: "See it",
  } as const;
  return makePlan({ first: [], pay: ["first"], see: ["pay"] }, { pay: PAY, see: { ...check, ...over } });
}

async function paused(plan: Plan): Promise<string> {
  const { agentId } = await seedAgent(ctx, plan);
  const { runId } = await startRun(ctx, { agentId, input: { order: "late" } });
  await untilStatus(ctx, runId, "paused");
  return runId;
}

async function look(runId: string, stepId = "pay") {
  const answer = await send(server.url, `/api/runs/${runId}/steps/${stepId}/look`, { method: "POST" });
  return { status: answer.status, body: JSON.parse(answer.body) };
}

async function seen(runId: string): Promise<OutcomeLooks["looks"]> {
  const { status, body } = await look(runId);
  expect(status).toBe(200);
  return body.looks;
}

test("a look calls the check that verifies the step and gives what it saw, secrets hidden, and nothing of the run changes", async () => {
  const runId = await paused(planWith({ input: { url: `${shop.url}/order?token=abc` } }));
  const before = await until(ctx, runId, () => true);

  expect(await seen(runId)).toEqual([
    {
      stepId: "see",
      number: 3,
      title: "See it",
      tool: "http_request",
      input: { url: `${shop.url}/order?token=(hidden)` },
      expected: 'body.state == "paid"',
      holds: true,
      observation: "paid",
      output: expect.objectContaining({ status: 200, body: { state: "paid", token: "(hidden)" } }),
      problem: null,
    },
  ]);
  expect(await until(ctx, runId, () => true)).toEqual(before);
  expect(standing(before)).toMatchObject({ pay: "paused/outcome_unknown", see: "pending" });
});

test("what does not hold, what cannot be compared and what the tool could not get are told apart", async () => {
  const other = await paused(
    planWith({ input: { url: `${shop.url}/order` }, check: { ...CHECK, value: "sent" } }),
  );
  const uneven = await paused(
    planWith({ input: { url: `${shop.url}/order` }, check: { ...CHECK, path: "body", op: ">", value: 1 } }),
  );
  const silent = await paused(planWith({ input: { url: `${shop.url}/silent` }, timeoutSeconds: 1 }));
  const none = await paused(
    planWith({
      tool: "transform",
      input: { expression: "nothing", data: {} },
      check: { ...CHECK, path: "", value: 1 },
    }),
  );
  const gone = await paused(planWith({ input: { url: `${shop.url}/gone` } }));

  expect(await seen(other)).toMatchObject([{ holds: false, observation: "paid", problem: null }]);
  expect(await seen(uneven)).toMatchObject([
    { holds: null, output: { status: 200 }, problem: expect.stringContaining("cannot be made") },
  ]);
  expect(await seen(silent)).toMatchObject([
    { holds: null, output: null, problem: '"http_request" did not answer within 1 second.' },
  ]);
  expect(await seen(none)).toMatchObject([{ holds: false, observation: null, output: null, problem: null }]);
  expect(await seen(gone)).toMatchObject([
    { holds: null, output: null, problem: `${shop.url}/gone answered 404. no such order` },
  ]);
});

test("a look reads the run's folder, what came before the step, and the run input where it is declared", async () => {
  const input = { path: "$first.output.file" };
  const runId = await paused(
    planWith({ tool: "read_file", input, check: { ...CHECK, path: "content", value: "yes" } }),
  );
  const folder = runFolder(ctx.config.dataDir, runId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "paid.txt"), "yes");
  const declared = await paused(
    planWith({ input: { url: `${shop.url}/\${input.order}` }, usesRunInput: true }),
  );

  expect(await seen(runId)).toMatchObject([{ holds: true, input: { path: "paid.txt" } }]);
  expect(await seen(declared)).toMatchObject([{ holds: true, input: { url: `${shop.url}/late` } }]);
});

test.each([
  [
    "reads the step itself",
    { input: { url: "$pay.output.url" } },
    'Step 3 "See it" cannot look yet. $pay.output.url at /url cannot be read: step "pay" has no result here.',
  ],
  ["leaves out what a model would fill in", {}, '"url" is missing'],
  ["names a tool that is not there", { tool: "fax" }, 'looks with the tool "fax", which is not there'],
  [
    "could change something",
    { input: { url: "http://127.0.0.1:1/", method: "POST" } },
    "may change something",
  ],
  [
    "needs an approval",
    { input: { url: "http://127.0.0.1:1/" }, approval: {} },
    "looks only after a person has approved it",
  ],
  ["is no check of this step", { verifies: "first" }, 'No check of the plan verifies Step 2 "Pay"'],
] satisfies [string, Partial<Step>, string][])(
  "a check that %s is not called: 409 says why",
  async (_name, over, why) => {
    const received = shop.received.length;
    const answer = await look(await paused(planWith(over)));

    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain(why);
    expect(shop.received).toHaveLength(received);
  },
);

test("there is nothing to look for at a step whose outcome is known, and none that is not there", async () => {
  const runId = await paused(planWith({ input: { url: `${shop.url}/order` } }));

  expect(await look(runId, "first")).toMatchObject({
    status: 409,
    body: {
      detail:
        'Cannot look at the outcome of step "first": it is completed. Only that of a step whose outcome is unknown can be looked at.',
    },
  });
  expect((await look(runId, "nowhere")).status).toBe(404);
  expect((await look("run_nowhere")).status).toBe(404);
});

test("a tool that the workspace lets no step use without a person is not looked with", async () => {
  const runId = await paused(planWith({ input: { url: `${shop.url}/order` } }));
  await setPolicy("needs_approval");
  const asking = await look(runId);
  await setPolicy("off");
  const off = await look(runId);
  await setPolicy("allowed");

  expect([asking.status, off.status]).toEqual([409, 409]);
  expect(asking.body.detail).toContain("looks only after a person has approved it");
  expect(off.body.detail).toContain("which is switched off");
});

/** The setting, once this process has heard of it. */
async function setPolicy(policy: ToolPolicy): Promise<void> {
  await updateSettings(ctx, { toolPolicies: { http_request: policy } });
  await vi.waitUntil(() => ctx.tools.find("http_request")?.policy === policy, 20_000);
}
