import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { createToolServerClient } from "#server/tools/servers/create-client.ts";
import type { Hide } from "#server/tools/servers/failure-words.ts";
import { makeFolder, messageOf } from "../call-tool.ts";
import { startHttpServer } from "../http-server.ts";
import { makeToolServerWorld, nodeServer, server } from "./tool-server-world.ts";

const SCRIPT = fileURLToPath(new URL("./scripted-server.ts", import.meta.url));
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function saidOf(url: string, allow = ["127.0.0.1/32"]): Promise<string> {
  const world = await makeToolServerWorld({}, allow);
  ends.push(() => world.client.close());
  const offer = await world.client.offer(
    server("remote", { type: "http", url, headers: {} }),
    AbortSignal.timeout(20_000),
  );
  if (offer.ok) throw new Error("the server answered");
  return offer.error.message;
}

test.each([
  ["an address that is not allowed", "http://127.0.0.1:1/mcp", [], "EGRESS_ALLOW"],
  ["an address that is not allowed, in other words", "http://2130706433:9/mcp", [], "EGRESS_ALLOW"],
  ["a port that nobody listens at", "http://127.0.0.1:39999/mcp", ["127.0.0.1/32"], "nobody listens"],
  ["a port that is not asked", "http://127.0.0.1:1/mcp", ["127.0.0.1/32"], "bad port"],
  ["a host that there is not", "http://no-such-host.invalid/mcp", [], "host is not known"],
])("%s is said of a server", async (_case, url, allow, said) => {
  expect(await saidOf(url, allow)).toContain(said);
});

test("a program that is named with its arguments, or is not there, is told of as such", async () => {
  const saidOfProgram = async (command: string) => {
    const world = await makeToolServerWorld();
    ends.push(() => world.client.close());
    const stdio = { type: "stdio" as const, command, args: [], env: {} };
    const offer = await world.client.offer(server("local", stdio), AbortSignal.timeout(20_000));
    if (offer.ok) throw new Error("the program answered");
    return offer.error.message;
  };

  expect(await saidOfProgram("node -e 1")).toContain("Give the program alone as the command");
  expect(await saidOfProgram("/no/such/program")).toContain("Give its absolute path.");
});

test.each([
  [401, "text/plain", "no key", "Authorization header that names a secret"],
  [404, "text/html", "<html>not found</html>", "Is its URL that of an MCP endpoint?"],
  [200, "text/html", "<html>welcome</html>", "text/html, which is no MCP"],
  [500, "application/json", '{"message":"out of order"}', "out of order"],
])("an answer of %i with %s is told of", async (status, type, body, said) => {
  const service = await startHttpServer((_received, response) => {
    response.writeHead(status, { "content-type": type }).end(body);
  });
  ends.push(service.close);

  const message = await saidOf(`${service.url}/mcp`);

  expect(message).toContain(said);
  expect(message).not.toContain("<html>");
});

test("secrets are hidden in what a program says before any of it is cut", async () => {
  const seen: (readonly string[])[] = [];
  const hide: Hide = (text, cut = []) => {
    seen.push(cut);
    return text.replaceAll("key", "***");
  };
  const client = createToolServerClient({
    egressAllow: [],
    dataDir: await makeFolder(),
    onOffer: () => {},
    log: { warn: () => {} },
    hide,
  });
  ends.push(client.close);

  const offer = await client.offer(nodeServer("scripted", SCRIPT, ["--dies"]), AbortSignal.timeout(20_000));

  expect(offer).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("the *** is missing") },
  });
  expect(seen).toContainEqual([]);
});

test("the words of a failed tool are hidden with what the call brings", async () => {
  const world = await makeToolServerWorld();
  ends.push(() => world.client.close());
  const program = nodeServer("scripted", SCRIPT);
  const act = await world.tool(program, "act");
  const hide: Hide = (text) => text.replaceAll("asked", "***");

  const outcome = await world.call(program, act, { text: "error", code: -32_000 }, { hide });

  expect(messageOf(outcome)).toContain("as it was *** to");
  expect(messageOf(outcome)).toMatch(/[.!?]$/);
});
