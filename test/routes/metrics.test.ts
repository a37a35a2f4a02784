import { afterAll, expect, test } from "vitest";
import { familiesOf, samplesOf } from "#test/samples.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const opened = await openTestContext();
const server = await serveApp(opened.ctx);
afterAll(async () => {
  await server.close();
  await opened.close();
});

test("the figures are Prometheus text: each has a help line, a type and a name by its conventions", async () => {
  const answer = await send(server.url, "/metrics");
  const families = familiesOf(answer.body);

  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(families.length).toBeGreaterThan(40);
  expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
  for (const { name, help, type } of families.filter((family) => family.name.startsWith("stepwright_"))) {
    expect(help).toMatch(/\. Of (this process|all processes, from the database)\.$/);
    expect(name.endsWith("_total"), name).toBe(type === "counter");
    if (type === "histogram") expect(name).toMatch(/_seconds$/);
  }
});

test("a process tells of itself: version, memory, event loop", async () => {
  const samples = samplesOf((await send(server.url, "/metrics")).body);

  expect(Object.keys(samples)).toContain('stepwright_build_info{version="0.1.0"}');
  expect(samples["process_resident_memory_bytes"]).toBeGreaterThan(1e6);
  expect(samples).toHaveProperty("nodejs_eventloop_lag_p99_seconds");
});

test("with an access token the figures want it too", async () => {
  const token = "a-token-that-is-long-enough";
  const closed = await serveApp(opened.ctx, { ACCESS_TOKEN: token });

  const without = await send(closed.url, "/metrics");
  const wrong = await send(closed.url, "/metrics", { headers: { Authorization: "Bearer not-the-token" } });
  const right = await send(closed.url, "/metrics", { headers: { Authorization: `Bearer ${token}` } });
  await closed.close();

  expect([without.status, wrong.status, right.status]).toEqual([401, 401, 200]);
  expect(without.body).not.toContain("stepwright_");
  expect(right.body).not.toContain(token);
});

test("requests count by the pattern of their path, so that no path makes a series of its own", async () => {
  await send(server.url, "/api/agents/nobody-1");
  await send(server.url, "/api/agents/nobody-2");
  await send(server.url, "/api/nothing-here");
  await send(server.url, "/wp-login.php");
  await send(server.url, "/api/agents", { method: "PUT" });
  const { body } = await send(server.url, "/metrics");
  const samples = samplesOf(body);
  const count = (labels: string) => samples[`stepwright_http_request_duration_seconds_count{${labels}}`];

  expect(count('method="GET",route="/api/agents/{agentId}",status="404"')).toBe(2);
  expect(count('method="GET",route="none",status="404"')).toBe(2);
  expect(count('method="PUT",route="none",status="405"')).toBe(1);
  expect(body).not.toContain("nobody-1");
  expect(body).not.toContain("wp-login");
});
