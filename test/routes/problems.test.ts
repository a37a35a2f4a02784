import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { problemOf } from "#server/http/problem.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const opened = await openTestContext();
const server = await serveApp(opened.ctx);
afterAll(async () => {
  await server.close();
  await opened.close();
});

const JSON_TYPE = { "Content-Type": "application/json" };
const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

test("malformed JSON is a 400 that names the place", async () => {
  const answer = await post("/api/agents", '{\n  "name": "a",\n}', JSON_TYPE);

  expect(answer.status).toBe(400);
  expect(answer.problem.detail).toContain("line 3, column 1");
});

test("a bad field is a 422 with one issue that names the field, the value and what works", async () => {
  const answer = await post("/api/agents", '{"name": 7, "plan": {}}', JSON_TYPE);

  expect(answer.status).toBe(422);
  expect(answer.problem.issues).toEqual([
    { path: "name", message: '"name" is 7, but it takes text.' },
    { path: "plan", message: '"plan" is not a field here. Leave it out.' },
  ]);
});

test("a bad query value is a 422 that names it", async () => {
  const answer = await get("/api/runs?limit=many");

  expect(answer.status).toBe(422);
  expect(answer.problem.issues?.[0]?.message).toContain('"limit" is "many"');
});

test("a query parameter that a route does not have is a 400 that names those it has", async () => {
  const answers = await Promise.all([
    get("/api/approvals?runId=run_1"),
    get("/api/runs?agent=a&stat=failed&page=2"),
    get("/api/notices?limit=1&seen=true"),
    get("/api/runs/run_1/events?from=3"),
  ]);

  expect(answers.map(({ status, problem }) => [status, problem.detail])).toEqual([
    [400, '"runId" is no query parameter here. Known: "cursor", "limit", "status", "run".'],
    [400, '"stat" and "page" are no query parameters here. Known: "cursor", "limit", "agent", "status".'],
    [400, '"seen" is no query parameter here. Known: "cursor", "limit", "agent", "unread".'],
    [400, '"from" is no query parameter here. Known: "after", "limit".'],
  ]);
});

test("a rule about several fields is told as the sentence that it is", async () => {
  const answers = await Promise.all([
    post("/api/runs/run_1/cancel", '{"snapshotId": "snap_1"}', JSON_TYPE),
    post("/api/runs/run_1/budget", "{}", JSON_TYPE),
  ]);

  expect(answers.map(({ status, problem }) => [status, problem.detail])).toEqual([
    [422, 'The body of the request does not fit: "snapshotId" goes with "reseed": true.'],
    [422, 'The body of the request does not fit: Give either "raise" or "giveUp".'],
  ]);
});

test("a look takes no body but an empty object", async () => {
  const path = "/api/runs/run_1/steps/a/look";
  const statuses = await Promise.all(
    [
      post(path, "{", JSON_TYPE),
      post(path, "[]", JSON_TYPE),
      post(path, '{"a": 1}', JSON_TYPE),
      post(path, "x", { "Content-Type": "text/plain" }),
      post(path, "{}", JSON_TYPE),
      post(path, "", {}),
    ].map(async (answer) => (await answer).status),
  );
  expect(statuses).toEqual([400, 422, 422, 415, 404, 404]);
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/json",
])("a body of type %s is a 415 that says what to send", async (type) => {
  const answer = await post("/api/agents", '{"name": "a"}', { "Content-Type": type });

  expect(answer.status).toBe(415);
  expect(answer.problem.detail).toContain("Content-Type: application/json");
});

test("a body without a type is a 415 too", async () => {
  expect((await post("/api/agents", '{"name": "a"}', {})).status).toBe(415);
});

test.each([
  ["POST", "/api/agents/nobody/chat/stop"],
  ["DELETE", "/api/agents/nobody"],
])("%s %s takes no body, and does not read one", async (method, path) => {
  for (const body of ["", "not JSON"]) {
    const headers = { ...JSON_TYPE, "Content-Length": String(body.length) };
    expect((await send(server.url, path, { method, body, headers })).status).toBe(404);
  }
});

test("an empty body where one is needed is a 400 that says so", async () => {
  expect((await post("/api/agents", "", JSON_TYPE)).problem.detail).toContain("it is empty");
});

test.each(["with its length", "in chunks"])("a body over 1 MB sent %s is a 413", async (how) => {
  const body = JSON.stringify({ name: "a".repeat(1_100_000) });
  const length: Record<string, string> =
    how === "in chunks" ? { "Transfer-Encoding": "chunked" } : { "Content-Length": String(body.length) };

  const answer = await post("/api/agents", body, { ...JSON_TYPE, ...length });

  expect(answer.status).toBe(413);
  expect(answer.problem.detail).toContain("1 MB");
});

test("JSON nested a thousand levels deep is a 400", async () => {
  const body = `{"name": ${"[".repeat(1_000)}${"]".repeat(1_000)}}`;

  expect((await post("/api/agents", body, JSON_TYPE)).status).toBe(400);
});

test.each(["/api/nothing", "/api/agents/x/y/z", "/api", "/nothing"])(
  "there is nothing at %s",
  async (path) => {
    const answer = await get(path);

    expect(answer.status).toBe(404);
    expect(answer.problem.detail).toContain(path);
  },
);

test.each([
  ["DELETE", "/api/health", ["GET", "HEAD"]],
  ["PUT", "/api/agents", ["GET", "HEAD", "POST"]],
  ["POST", "/api/settings", ["GET", "HEAD", "PUT"]],
])("%s %s is a 405 that lists what the path takes", async (method, path, allowed) => {
  const answer = await send(server.url, path, { method });

  expect(answer.status).toBe(405);
  expect(String(answer.headers["allow"]).split(", ").sort()).toEqual(allowed);
  expect(problemSchema.parse(JSON.parse(answer.body)).title).toBe("Method Not Allowed");
});

test.each(["/api/agents/nobody", "/api/runs/run_x", "/api/approvals/apr_x", "/api/runs/run_x/report"])(
  "%s names what was not found",
  async (path) => {
    const answer = await get(path);

    expect(answer.status).toBe(404);
    expect(answer.problem.detail).toContain(`"${path.split("/")[3]}"`);
  },
);

test("a bug answers with an id, and neither its message nor its stack", async () => {
  const app = new Hono().get("/", () => {
    throw new Error("secret detail of a bug");
  });
  app.onError((error, c) => problemOf(opened.ctx, error, c));

  const answer = await app.request("/");
  const body = await answer.text();

  expect(answer.status).toBe(500);
  expect(JSON.parse(body).errorId).toMatch(/^err_/);
  expect(body).not.toContain("secret detail");
});

async function get(path: string) {
  const answer = await send(server.url, path);
  return { ...answer, problem: problemOfBody(answer) };
}

async function post(path: string, body: string, headers: Record<string, string>) {
  const answer = await send(server.url, path, { method: "POST", body, headers });
  return { ...answer, problem: problemOfBody(answer) };
}

function problemOfBody(answer: { body: string; headers: Record<string, unknown>; status: number }) {
  expect(answer.headers["content-type"]).toContain("application/problem+json");
  const problem = problemSchema.parse(JSON.parse(answer.body));
  expect(problem.status).toBe(answer.status);
  return problem;
}

test("a character or a number that no column holds is the caller's mistake, on every kind of route", async () => {
  const paths = [
    "/api/agents/%00",
    "/api/runs/%00",
    "/api/runs/%00/events",
    "/api/snapshots/%00",
    "/api/approvals/%00",
  ];
  const statuses = await Promise.all(paths.map(async (path) => (await send(server.url, path)).status));
  const run = await post("/api/agents/%00/runs", '{"snapshotId":"\\u0000"}', JSON_TYPE);

  for (const status of [...statuses, run.status]) expect([404, 422]).toContain(status);
});
