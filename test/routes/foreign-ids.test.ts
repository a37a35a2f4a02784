import { afterAll, expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { openRealRuns } from "#test/real-runs.ts";
import { send } from "#test/serve-app.ts";
import { untilOver } from "#test/run-world.ts";
import { toolStep } from "#test/journeys/tool-product.ts";

// Whoever may use the API may use all of it: what is held here is that an id counts in its own place alone.
const world = await openRealRuns();
afterAll(() => world.close());
const large = toolStep("transform", { expression: '$join([1..20000].("word" & $string($)))', data: null });

async function owner(name: string) {
  const written = toolStep("write_file", { path: `${name}.txt`, content: name });
  const plan = makePlan({ large: [], written: [] }, { large, written });
  const run = await untilOver(world.ctx, await world.run(plan));
  const events = await world.events(run.runId);
  const artifactId = /"artifactId":"([^"]+)"/.exec(JSON.stringify(events))?.[1] ?? "none";
  const { items } = (await ask("GET", `/api/agents/${run.agentId}/snapshots`)).body;
  return { agentId: run.agentId, runId: run.runId, artifactId, snapshotId: items[0].snapshotId as string };
}

async function ask(method: string, path: string, body?: unknown) {
  const answer = await send(world.url, path, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: /^[[{]/.test(answer.body) ? JSON.parse(answer.body) : answer.body };
}

const { body: document } = await ask("GET", "/api/openapi.json");
const operations = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => [method.toUpperCase(), path] as const),
);
const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
const BODIES: Record<string, unknown> = {
  "POST /api/runs/{runId}/steps/{stepId}/resolve": { outcome: "fail" },
};
const [mine, theirs] = [await owner("mine"), await owner("theirs")];

test("SEC-A06: the ids of one run, agent or channel are not found under another one, on every route with two ids", async () => {
  const nested = operations.filter(([, path]) => parametersOf(path).length > 1);
  const foreign: Record<string, string> = {
    artifactId: theirs.artifactId,
    path: "theirs.txt",
    stepId: "no-step-of-mine",
    revision: "2",
    deliveryId: "no-delivery-of-mine",
  };

  expect(nested.map(([, path]) => parametersOf(path)[1]).toSorted()).toEqual(
    Object.keys(foreign)
      .flatMap((name) => nested.filter(([, path]) => parametersOf(path)[1] === name).map(() => name))
      .toSorted(),
  );
  const ids: Record<string, string> = {
    agentId: mine.agentId,
    runId: mine.runId,
    channelId: "none",
    ...foreign,
  };
  for (const [method, path] of nested) {
    const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? "none");
    const answer = await ask(method, filled, BODIES[`${method} ${path}`]);
    expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 404`);
  }
  expect((await ask("GET", `/api/runs/${theirs.runId}/artifacts/${theirs.artifactId}`)).status).toBe(200);
  expect((await ask("GET", `/api/runs/${theirs.runId}/files/theirs.txt`)).status).toBe(200);
});

test("SEC-A06: a run and a version of another agent are not taken into a request", async () => {
  const path = `/api/agents/${mine.agentId}`;

  const answers = await Promise.all([
    ask("POST", `${path}/runs`, { reuseFrom: theirs.runId }),
    ask("POST", `${path}/runs`, { snapshotId: theirs.snapshotId }),
    ask("POST", `${path}/runs`, { snapshotId: mine.snapshotId }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 202]);
});

test.each(operations.filter(([, path]) => parametersOf(path).length > 0))(
  "SEC-A06: %s %s finds nothing under an id that nobody has",
  async (method, path) => {
    const filled = path.replace(/\{\w+\}/g, "nobody_0");
    const { status } = await ask(method, filled, method === "GET" || method === "DELETE" ? undefined : {});

    // A body that the route does not take may be refused first.
    expect([404, 422, 400]).toContain(status);
  },
);
