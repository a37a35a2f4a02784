import { afterAll, expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { openRealRuns } from "#test/real-runs.ts";
import { send } from "#test/serve-app.ts";
import { stepOf, untilOver } from "#test/run-world.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

// Of this machine's loopback addresses two are permitted, so that the third one stands for a closed network.
const world = await openRealRuns({ EGRESS_ALLOW: "127.0.0.2/32,127.0.0.3/32" });
const closed = await startHttpServer((_received, response) => response.end("metadata"), "127.0.0.1");
const other = await startHttpServer(({ url }, response) => {
  if (url === "/") response.writeHead(200, { "content-type": "text/html" }).end("<p>other</p>");
  else response.writeHead(302, { location: decodeURIComponent(url.slice(1)) }).end();
}, "127.0.0.3");
const first = await startHttpServer(({ url }, response) => {
  response.writeHead(302, { location: decodeURIComponent(url.slice(1)), "set-cookie": "a=kept" }).end();
}, "127.0.0.2");
afterAll(() => Promise.all([world.close(), closed.close(), other.close(), first.close()]));
const { ctx } = world;

const by = (server: { url: string }, target: string) => `${server.url}/${encodeURIComponent(target)}`;
const step = (name: string, input: Step["input"]): Partial<Step> => ({
  kind: "tool",
  tool: name,
  input,
  expectedOutput: "",
});

test.each(
  ["http_request", "read_web_page", "read_feed"].flatMap((name) =>
    ["http://169.254.169.254/latest/meta-data/", closed.url, "http://[::ffff:127.0.0.1]:5432/"].map(
      (target) => [name, target] as const,
    ),
  ),
)(
  "SEC-A02: %s does not follow redirects to %s, at the first or second hop, and the run says so",
  async (name, target) => {
    const plan = makePlan(
      { near: [], far: [] },
      {
        near: step(name, { url: by(first, target) }),
        far: step(name, { url: by(first, by(other, target)) }),
      },
    );

    const run = await untilOver(ctx, await world.run(plan));
    const events = await world.events(run.runId);

    expect(run.status).toBe("failed");
    for (const stepId of ["near", "far"]) {
      expect(stepOf(run, stepId).error?.message).toContain("EGRESS_ALLOW");
      expect(stepOf(run, stepId).error?.message).toContain(new URL(target).hostname.replace(/^\[|\]$/g, ""));
      const failed = events.find((event) => event.type === "attempt-failed" && event.stepId === stepId);
      expect(failed?.data["error"]).toEqual(stepOf(run, stepId).error);
    }
    expect(closed.received).toEqual([]);
  },
);

test("SEC-A02: credentials do not go on to another host, and what was left behind is not told", async () => {
  const value = "sk-left-behind-0123456789";
  await send(world.url, "/api/secrets/FIRST_KEY", {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ value }),
  });
  const headers = {
    authorization: "Bearer {{secret.FIRST_KEY}}",
    cookie: "session={{secret.FIRST_KEY}}",
    "x-api-key": "{{secret.FIRST_KEY}}",
  };
  const plan = makePlan(
    { get: [] },
    { get: step("http_request", { url: by(first, `${other.url}/`), headers }) },
  );

  const run = await untilOver(ctx, await world.run(plan));

  expect(run.status).toBe("completed");
  expect(first.received.at(-1)?.headers).toMatchObject({
    authorization: `Bearer ${value}`,
    cookie: `session=${value}`,
    "x-api-key": value,
  });
  expect(JSON.stringify(other.received.at(-1))).not.toContain(value);
  expect(other.received.at(-1)?.headers).not.toHaveProperty("authorization");
  expect(other.received.at(-1)?.headers).not.toHaveProperty("cookie");
  expect(JSON.stringify(await world.events(run.runId))).not.toContain(value);
});
