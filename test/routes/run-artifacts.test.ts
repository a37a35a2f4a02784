import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { artifacts } from "#db/schema.ts";
import { isArtifactLink, resolveLinks } from "#server/core/artifact-link.ts";
import type { Json, JsonObject } from "#server/core/json.ts";
import { replayRun } from "#server/core/replay.ts";
import { runExportSchema } from "#server/core/run-export.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { asks, done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, untilOver, untilStatus } from "#test/run-world.ts";
import { send, serveApp } from "#test/serve-app.ts";

const world = await openRunWorld();
const { ctx } = world;
const server = await serveApp(ctx);
afterAll(async () => {
  await server.close();
  await world.closeReplayed();
});

const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 0, 128]);
const TEXT = `${"é".repeat(100_000)}\nthe end`;
await world.startWorker(({ step, attempt, results }) => {
  switch (step.id) {
    case "picture":
      return done({
        headers: { "content-type": "image/png" },
        body: PICTURE.toString("base64"),
        bodyEncoding: "base64",
      });
    case "text":
      return done(TEXT);
    case "again":
      return done(results["text"]?.output ?? null);
    case "broken":
      return attempt < 2 ? fails("Down.") : done({ token: "s3cret", n: 1 });
    case "asks":
      return asks({ to: "x", password: "hunter2" });
    default:
      return done(null);
  }
});

test("binary and long outputs are kept once a run, linked from the log, and given out byte for byte", async () => {
  const runId = await world.run(makePlan({ picture: [], text: [], again: ["text"] }));
  await untilOver(ctx, runId);
  const events = await listRunEvents(ctx, { runId, after: 0, limit: 100 });
  const outputOf = (stepId: string) =>
    events.find((event) => event.stepId === stepId && event.type === "step-completed")?.data["output"];

  const picture = outputOf("picture") as JsonObject;
  const bytes = await fetch(`${server.url}${pathOf(runId, picture["body"])}`);
  expect(Buffer.from(await bytes.arrayBuffer())).toEqual(PICTURE);
  expect(bytes.headers.get("content-type")).toBe("image/png");
  expect(bytes.headers.get("content-disposition")).toMatch(/^attachment; filename="art_\w+\.png"/);
  expect(bytes.headers.get("x-content-type-options")).toBe("nosniff");
  const etag = `"${createHash("sha256").update(PICTURE).digest("hex")}"`;
  expect(bytes.headers.get("etag")).toBe(etag);

  const known = await send(server.url, pathOf(runId, picture["body"]), {
    headers: { "If-None-Match": etag },
  });
  expect(known.status).toBe(304);
  const text = await send(server.url, pathOf(runId, outputOf("text")));
  expect(text.body).toBe(TEXT);
  expect(text.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(outputOf("again")).toEqual(outputOf("text"));
  expect(await ctx.db.select().from(artifacts).where(eq(artifacts.runId, runId))).toHaveLength(2);
});

test("an artifact is found in its own run alone", async () => {
  const plan = makePlan({ text: [] });
  const [runId, otherId] = [await world.run(plan), await world.run(plan)];
  await untilOver(ctx, runId);
  await untilOver(ctx, otherId);
  const events = await listRunEvents(ctx, { runId, after: 0, limit: 100 });
  const link = events.find((event) => event.type === "step-completed")?.data["output"];

  expect((await send(server.url, pathOf(runId, link))).status).toBe(200);
  const elsewhere = await send(server.url, pathOf(otherId, link));
  expect(elsewhere.status).toBe(404);
  expect(elsewhere.headers["content-type"]).toContain("application/problem+json");
});

test("an exported run is one document that reads back, and whose log gives the state of the run", async () => {
  const plan = makePlan({ picture: [], text: [], again: ["text"], broken: [], asks: [] });
  const runId = await world.run(plan, { apiKey: "k-123", order: 7 });
  await untilStatus(ctx, runId, "paused");
  await cancelRun(ctx, { runId });

  const answer = await send(server.url, `/api/runs/${runId}/export`);
  const exported = runExportSchema.parse(JSON.parse(answer.body));

  expect(answer.headers["content-disposition"]).toContain(`filename="${runId}.json"`);
  for (const secret of ["hunter2", "k-123", "s3cret"]) expect(answer.body).not.toContain(secret);
  expect(exported.snapshot.plan).toEqual(plan);
  const contents = new Map<string, Json>();
  for (const { artifactId, mediaType, content, sha256, path } of exported.artifacts) {
    const bytes = Buffer.from(content ?? "", "base64");
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    expect((await send(server.url, path)).status).toBe(200);
    contents.set(artifactId, mediaType === "text/plain" ? bytes.toString() : (content ?? ""));
  }
  const events = exported.events.map((event) => ({
    ...event,
    data: resolveLinks(event.data, (id) => contents.get(id)) as JsonObject,
  }));
  const replayed = replayRun(exported.snapshot.plan, events);
  expect(replayed).toMatchObject({
    status: exported.run.status,
    input: exported.run.input,
    usage: exported.run.usage,
  });
  for (const step of exported.steps) {
    const { stepId, dueAt: _, startedAt: __, endedAt: ___, output, ...told } = step;
    expect(replayed.steps.get(stepId)?.output).toEqual(
      resolveLinks(output ?? null, (id) => contents.get(id)),
    );
    expect(replayed.steps.get(stepId)).toMatchObject(told);
  }
  expect(
    replayed.attempts.map(({ stepId, claim, status }) => `${stepId} ${claim} ${status}`).toSorted(),
  ).toEqual(exported.attempts.map(({ stepId, claim, status }) => `${stepId} ${claim} ${status}`).toSorted());
  expect(replayed.approvals.map(({ approvalId, status, input }) => ({ approvalId, status, input }))).toEqual(
    exported.approvals.map(({ approvalId, status, input }) => ({ approvalId, status, input })),
  );
});

test("a run that does not exist has no export", async () => {
  const answer = await send(server.url, "/api/runs/run_none/export");

  expect(answer.status).toBe(404);
  expect(answer.headers["content-type"]).toContain("application/problem+json");
});

function pathOf(runId: string, link: Json | undefined): string {
  if (!isArtifactLink(link)) throw new Error(`No link, but ${JSON.stringify(link)?.slice(0, 200)}`);
  return `/api/runs/${runId}/artifacts/${link.artifactId}`;
}
