import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { messageOf, outputOf } from "../call-tool.ts";
import { startHttpServer } from "../http-server.ts";
import { LOOK, type OnCall, TOOL, eventOf, say, startMcpServer } from "./mcp-http-server.ts";
import { eventually } from "./processes.ts";
import { EVERYTHING, makeToolServerWorld, server } from "./tool-server-world.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function makeWorld(...over: Parameters<typeof makeToolServerWorld>) {
  const world = await makeToolServerWorld(...over);
  ends.push(() => world.client.close());
  return world;
}
async function start(onCall: OnCall, tools?: () => object[]) {
  const started = await startMcpServer(onCall, tools);
  ends.push(started.close);
  return started;
}
const at = (url: string, headers = {}) => server("remote", { type: "http", url, headers });
const signal = AbortSignal.timeout(60_000);
const [act, look] = [{ ...TOOL, annotations: {} }, LOOK];

test("a server of the protocol's authors is listed, called and left over HTTP", async () => {
  const program = await startEverything();
  ends.push(() => program.child.kill("SIGKILL"));
  const world = await makeWorld();
  const everything = at(program.url);

  const tools = await world.offered(everything);
  const [echo, slow] = ["echo", "trigger-long-running-operation"].map((name) =>
    tools.find((tool) => tool.name === name),
  );
  if (!echo || !slow) throw new Error("the tools are not offered");

  expect(outputOf(await world.call(everything, echo, { message: "hello" }))).toEqual({ text: "Echo: hello" });
  const image = await world.tool(everything, "get-tiny-image");
  expect(outputOf(await world.call(everything, image, {}))).toMatchObject({ parts: [{ type: "image" }] });
  expect(await world.call(everything, echo, {})).toMatchObject({ type: "failed", retry: "now" });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 300);
  const stopped = await world.call(everything, slow, { duration: 30, steps: 3 }, { signal: stop.signal });
  expect(stopped).toMatchObject({ type: "failed", retry: "temporary" });
  expect(outputOf(await world.call(everything, echo, { message: "again" }))).toEqual({ text: "Echo: again" });
  await world.client.close();
  expect(program.said().match(/removing from transports map|session termination/g)?.length).toBeGreaterThan(
    0,
  );
});

test("progress over HTTP keeps a call going; silence ends it", async () => {
  const program = await startEverything();
  ends.push(() => program.child.kill("SIGKILL"));
  const world = await makeWorld({ silentMs: 1_000 });
  const everything = at(program.url);
  const slow = await world.tool(everything, "trigger-long-running-operation");

  const talking = await world.call(everything, slow, { duration: 2.5, steps: 10 });
  const silent = await world.call(everything, slow, { duration: 5, steps: 1 });

  expect(talking.type).toBe("completed");
  expect(messageOf(silent)).toContain("did not answer within 1 seconds");
});

test("a private address is not reached unless the settings open it", async () => {
  const remote = await start((asked, response) => say(asked, response, "reached"));
  const world = await makeWorld({}, []);

  const offer = await world.client.offer(at(remote.url), signal);
  const call = await world.call(at(remote.url), look, {});

  expect(offer).toMatchObject({ ok: false, error: { message: expect.stringContaining("EGRESS_ALLOW") } });
  expect(call).toMatchObject({ type: "failed", retry: "not_retryable" });
  expect(remote.asked).toEqual([]);
});

test("headers reach the server's own origin alone", async () => {
  const elsewhere = await startHttpServer((_received, response) => response.end("{}"));
  ends.push(elsewhere.close);
  const redirecting = await startHttpServer((_received, response) => {
    response.writeHead(307, { location: `${elsewhere.url}/mcp` }).end();
  });
  ends.push(redirecting.close);
  const world = await makeWorld();

  const offer = await world.client.offer(
    at(`${redirecting.url}/mcp`, { authorization: "Bearer key" }),
    signal,
  );

  expect(offer).toMatchObject({ ok: false, error: { message: expect.stringContaining(elsewhere.url) } });
  expect(redirecting.received[0]?.headers.authorization).toBe("Bearer key");
  expect(elsewhere.received).toEqual([]);
});

test("a redirect that stays with the server is followed, with the same request", async () => {
  const remote = await start((asked, response) =>
    say(asked, response, asked.message.params.arguments.text ?? ""),
  );
  const world = await makeWorld();

  const moved = at(new URL("/moved", remote.url).href);

  expect(outputOf(await world.call(moved, look, { text: "hello" }))).toEqual({ text: "hello" });
});

const breaks: Record<string, OnCall> = {
  "a stream that ends": (_asked, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(eventOf({ method: "notifications/message", params: { level: "info", data: "soon" } }));
  },
  "a stream that breaks within an event": (_asked, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('event: message\ndata: {"jsonrpc":"2.0",');
    setTimeout(() => response.destroy(), 50);
  },
  "a connection that breaks": (_asked, response) => response.destroy(),
  "JSON that is cut off": (_asked, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
    response.write('{"jsonrpc":"2.0",');
    setTimeout(() => response.destroy(), 50);
  },
  "an answer that is too large": (_asked, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(gzipSync(Buffer.alloc(30 * 1024 * 1024, " ")));
  },
  "an event without end": (_asked, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const more = () =>
      void (response.destroyed || response.write(`data: ${"z".repeat(1024 * 1024)}\n`, more));
    more();
  },
  "a status of a proxy": (_asked, response) => response.writeHead(502).end("upstream"),
};

test.each(Object.entries(breaks))("%s instead of an answer", async (_case, onCall) => {
  const remote = await start(onCall);
  const world = await makeWorld();

  expect(await world.call(at(remote.url), look, {})).toMatchObject({ type: "failed", retry: "temporary" });
  expect(await world.call(at(remote.url), act, {})).toMatchObject({ type: "outcome_unknown" });
});

test.each([
  [401, "not_retryable"],
  [404, "temporary"],
  [422, "now"],
  [429, "temporary"],
  [503, "temporary"],
])("a status of %i says that nothing was done: %s", async (status, retry) => {
  const remote = await start((_asked, response) => response.writeHead(status).end("no"));
  const world = await makeWorld();

  expect(await world.call(at(remote.url), act, {})).toMatchObject({ type: "failed", retry });
});

test("a session that the server has forgotten is begun anew with the next call", async () => {
  let isForgotten = true;
  const remote = await start((asked, response) => {
    if (!isForgotten) return say(asked, response, "back");
    isForgotten = false;
    response.writeHead(404).end();
  });
  const world = await makeWorld();

  await world.call(at(remote.url), act, {});
  const outcome = await world.call(at(remote.url), act, {});

  expect(outputOf(outcome)).toEqual({ text: "back" });
  expect(remote.asked.filter(({ message }) => message.method === "initialize")).toHaveLength(2);
});

test("a server of the protocol's authors that is started again is called again", async () => {
  const before = await startEverything();
  const world = await makeWorld();
  const echo = await world.tool(at(before.url), "echo");
  const call = () => world.call(at(before.url), echo, { message: "hello" });
  outputOf(await call());
  before.child.kill("SIGKILL");
  await once(before.child, "exit");

  const away = await call();
  const after = await startEverything(Number(new URL(before.url).port));
  ends.push(() => after.child.kill("SIGKILL"));
  const outcomes = [await call(), await call()];

  expect(away).toMatchObject({ type: "failed", retry: "temporary" });
  expect(outcomes.map(({ type }) => type)).toContain("completed");
});

test("a session that the server does not know is begun anew", async () => {
  const before = await startEverything();
  const world = await makeWorld();
  const echo = await world.tool(at(before.url), "echo");
  const call = () => world.call(at(before.url), echo, { message: "hello" });
  outputOf(await call());
  before.child.kill("SIGKILL");
  await once(before.child, "exit");
  const after = await startEverything(Number(new URL(before.url).port));
  ends.push(() => after.child.kill("SIGKILL"));

  const [first, second] = [await call(), await call()];

  expect(first).toMatchObject({ type: "failed", retry: "temporary" });
  expect(outputOf(second)).toEqual({ text: "Echo: hello" });
});

test("a call over HTTP that is given up is told of", async () => {
  const remote = await start(() => {});
  const world = await makeWorld();
  const stop = new AbortController();
  const isAsked = (method: string) => remote.asked.some(({ message }) => message.method === method);

  const calling = world.call(at(remote.url), act, {}, { signal: stop.signal });
  await eventually(() => isAsked("tools/call"));
  stop.abort();

  expect(await calling).toMatchObject({ type: "outcome_unknown" });
  expect(await eventually(() => isAsked("notifications/cancelled"))).toBe(true);
});

test("SEC-A05: a change that is told over HTTP holds from the next call on", async () => {
  let description = TOOL.description;
  const remote = await start(
    (asked, response) => say(asked, response, "done"),
    () => [{ ...TOOL, description }],
  );
  const world = await makeWorld();

  outputOf(await world.call(at(remote.url), act, {}));
  expect(await eventually(remote.isListenedTo)).toBe(true);
  description = "Acts otherwise";
  const before = await world.call(at(remote.url), act, {});
  remote.tell({ method: "notifications/tools/list_changed" });
  let after = before;
  for (let tries = 0; tries < 50 && after.type === "completed"; tries += 1)
    after = await world.call(at(remote.url), act, {});

  expect(before.type).toBe("completed");
  expect(messageOf(after)).toContain("described in another way");
});

async function startEverything(
  port = 20_000 + (process.pid % 20_000) + ends.length,
): Promise<{ url: string; child: ChildProcess; said: () => string }> {
  const child = spawn(process.execPath, [EVERYTHING, "streamableHttp"], { env: { PORT: String(port) } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  await eventually(() => said.includes("listening on port"));
  return { url: `http://127.0.0.1:${port}/mcp`, child, said: () => said };
}
