import { afterAll, expect, test } from "vitest";
import { type ArtifactLink, isArtifactLink } from "#server/core/artifact-link.ts";
import type { Json } from "#server/core/json.ts";
import { runExportSchema } from "#server/core/run-export.ts";
import { approvalViewSchema, runReportSchema, runViewSchema } from "#server/core/views.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { asks, done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, stepOf, untilOver, untilStatus } from "#test/run-world.ts";
import { send, serveApp } from "#test/serve-app.ts";

const world = await openRunWorld();
const { ctx } = world;
const server = await serveApp(ctx);
afterAll(async () => {
  await server.close();
  await world.closeReplayed();
});

const SIZE = 1_200_000;
const LARGE = { rows: Array.from({ length: 60_000 }, (_, n) => ({ n, word: `w${n * 7919}` })) };
const ASKED = { to: "x", text: "a".repeat(SIZE), password: "hunter2" };
await world.startWorker(({ step, runInput, results }) => {
  switch (step.id) {
    case "same":
      return done("y".repeat(SIZE), runInput ?? null);
    case "rows":
      return done(LARGE, { to: "z".repeat(SIZE), password: "hunter3" });
    case "small":
      return done({
        apiKey: "k-1",
        lines: Object.keys(results["rows"] ?? {}).length,
        text: "é".repeat(20_000),
      });
    case "asks":
      return asks(ASKED);
    default:
      return done(null);
  }
});

test("a run, its report and its export link large values and hide secrets, and the links give the values", async () => {
  const input = { password: "hunter1", text: "i".repeat(SIZE) };
  const runId = await world.run(
    makePlan({ same: [], rows: [], small: ["rows"] }, { same: { usesRunInput: true } }),
    input,
  );
  await untilOver(ctx, runId);

  const answer = await send(server.url, `/api/runs/${runId}`);
  const view = runViewSchema.parse(JSON.parse(answer.body));
  expect(answer.body.length).toBeLessThan(200_000);
  expect(await whole(runId, view.input)).toEqual({ ...input, password: "(hidden)" });
  expect(await whole(runId, stepOf(view, "same").output)).toBe("y".repeat(SIZE));
  expect(await whole(runId, stepOf(view, "rows").output)).toEqual(LARGE);
  expect(await whole(runId, stepOf(view, "rows").input)).toMatchObject({ password: "(hidden)" });
  expect(linkOf(stepOf(view, "same").output).preview).toMatch(/^y+$/);
  expect(stepOf(view, "small").output).toMatchObject({ apiKey: "(hidden)", text: "é".repeat(20_000) });

  const told = await send(server.url, `/api/runs/${runId}/report`);
  const report = runReportSchema.parse(JSON.parse(told.body));
  expect(told.body.length).toBeLessThan(100_000);
  expect(report.steps.map(({ output }) => output)).toEqual(view.report?.steps.map(({ output }) => output));
  expect(report.steps.find(({ step_id }) => step_id === "rows")?.output).toEqual(stepOf(view, "rows").output);

  const document = await send(server.url, `/api/runs/${runId}/export`);
  const exported = runExportSchema.parse(JSON.parse(document.body));
  expect(document.body.length).toBeLessThan(1_500_000);
  expect(exported.steps.find(({ stepId }) => stepId === "rows")?.output).toEqual(stepOf(view, "rows").output);
  expect(exported.run.input).toEqual(view.input);
  for (const secret of ["hunter1", "hunter3", "k-1"]) {
    for (const { body } of [answer, told, document]) expect(body).not.toContain(secret);
  }
});

test("a value that the log does not have is named by its size", async () => {
  const runId = await world.run(makePlan({ plain: [] }));
  await untilOver(ctx, runId);
  await ctx.database.hot("update run_steps set output = to_jsonb(repeat('x', 100000)) where run_id = $1", [
    runId,
  ]);

  const view = JSON.parse((await send(server.url, `/api/runs/${runId}`)).body);
  expect(view.steps[0].output).toEqual({ large: 100_002 });

  await ctx.database.hot("update run_steps set output = null where run_id = $1", [runId]);
});

test("an open approval is exact, and of a decided one runs and lists link a large input", async () => {
  const runId = await world.run(makePlan({ asks: [] }));
  const asked = await untilStatus(ctx, runId, "paused");
  expect(stepOf(asked, "asks").approval?.input).toEqual(ASKED);
  await cancelRun(ctx, { runId });

  const run = await send(server.url, `/api/runs/${runId}`);
  const listed = await send(server.url, `/api/approvals?run=${runId}`);
  expect(run.body.length + listed.body.length).toBeLessThan(100_000);
  const shown = stepOf(runViewSchema.parse(JSON.parse(run.body)), "asks").approval;
  expect(await whole(runId, shown?.input)).toEqual({ ...ASKED, password: "(hidden)" });
  const [item] = JSON.parse(listed.body).items;
  expect(item.input).toEqual(shown?.input);

  const alone = await send(server.url, `/api/approvals/${shown?.approvalId}`);
  const exact = approvalViewSchema.parse(JSON.parse(alone.body));
  expect(exact.input).toEqual(ASKED);
  expect(exact.inputHash).toBe(shown?.inputHash);

  const exported = await send(server.url, `/api/runs/${runId}/export`);
  expect(exported.body.length).toBeLessThan(100_000);
  expect(exported.body).not.toContain("hunter2");
});

function linkOf(value: Json | null | undefined): ArtifactLink {
  if (!isArtifactLink(value)) throw new Error(`No link, but ${JSON.stringify(value)?.slice(0, 200)}`);
  return value;
}

async function whole(runId: string, value: Json | null | undefined): Promise<unknown> {
  const { artifactId, mediaType, bytes } = linkOf(value);
  const { body } = await send(server.url, `/api/runs/${runId}/artifacts/${artifactId}`);
  expect(Buffer.byteLength(body)).toBe(bytes);
  return mediaType === "application/json" ? JSON.parse(body) : body;
}
