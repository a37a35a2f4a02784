import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";
import { EVERYTHING } from "#test/tools/servers/tool-server-world.ts";

const SCRIPTED = fileURLToPath(new URL("../tools/servers/scripted-server.ts", import.meta.url));
const opened = await openTestContext({ PATH: process.env["PATH"] ?? "" });
const server = await serveApp(opened.ctx);
afterAll(async () => {
  await server.close();
  await opened.close();
});

async function ask(method: string, path: string, body?: unknown) {
  const headers = { "Content-Type": "application/json" };
  const answer = await send(server.url, path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: answer.body === "" ? null : JSON.parse(answer.body) };
}

const stdio = (over: object = {}) => ({
  type: "stdio",
  command: process.execPath,
  args: [EVERYTHING, "stdio"],
  ...over,
});
const toolNames = async () =>
  (await ask("GET", "/api/tools")).body.items.map((tool: { name: string }) => tool.name);

test("a server is added with its tools, turned off, and taken away with them", async () => {
  const added = await ask("POST", "/api/tool-servers", { name: "every", transport: stdio() });
  const withIt = await toolNames();
  const tried = await ask("POST", "/api/tools/every.get-sum/try", { input: { a: 2, b: 3 } });
  await ask("PATCH", "/api/tool-servers/every", { enabled: false });
  const off = await ask("POST", "/api/tools/every.echo/try", { input: { message: "hello" } });
  const taken = await ask("POST", "/api/tool-servers", { name: "every", transport: stdio() });
  const gone = await ask("DELETE", `/api/tool-servers/${added.body.serverId}`);

  expect(added.status).toBe(201);
  expect(added.body.tools.every(({ status }: { status: string }) => status === "accepted")).toBe(true);
  expect(withIt).toContain("every.echo");
  expect(tried.body.outcome).toMatchObject({
    type: "completed",
    output: { text: expect.stringContaining("5") },
  });
  expect(off).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('"every" is switched off') },
  });
  expect(taken.status).toBe(409);
  expect(gone.status).toBe(204);
  expect((await toolNames()).some((name: string) => name.startsWith("every."))).toBe(false);
});

test.each([
  ["Every", stdio(), "cannot name a tool server"],
  ["every2", stdio({ command: "./run.sh" }), "relative path"],
  ["every2", stdio({ command: "/no/such/program" }), "did not answer"],
  ["every2", stdio({ env: { API_KEY: "in-plain-text" } }), '"API_KEY" looks like a secret'],
  ["every2", stdio({ env: { API_KEY: "{{secret.NOBODY}}" } }), 'no secret "NOBODY"'],
  ["every2", { type: "http", url: "http://me:pw@127.0.0.1:1/mcp" }, "must not hold a user name"],
  ["every2", { type: "http", url: "http://127.0.0.1:1/mcp" }, "EGRESS_ALLOW"],
  ["every2", { type: "openapi" }, 'either the "url" of its document or the "document"'],
  ["every2", { type: "telnet" }, "transport.type"],
])("the server %s with %j is refused in words", async (name, transport, words) => {
  const answer = await ask("POST", "/api/tool-servers", { name, transport });

  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.body)).toContain(words.replaceAll('"', '\\"'));
  expect(JSON.stringify(answer.body)).not.toMatch(/in-plain-text|me:pw/);
});

test.each([
  ["another program", stdio(), "these are: /bin/cat. Name its absolute path in MCP_COMMANDS_ALLOW"],
  [
    "a variable that loads one",
    { type: "stdio", command: "/bin/cat", env: { LD_PRELOAD: "/tmp/x.so" } },
    '"LD_PRELOAD" can',
  ],
  [
    "options of Node",
    { type: "stdio", command: "/bin/cat", env: { NODE_OPTIONS: "--require /tmp/x.js" } },
    '"NODE_OPTIONS" can',
  ],
])("where the settings name programs, %s is not started", async (_case, transport, words) => {
  const strict = await serveApp(opened.ctx, { MCP_COMMANDS_ALLOW: "/bin/cat" });
  const answer = await send(strict.url, "/api/tool-servers", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "every", transport }),
  });
  await strict.close();

  expect(answer.status).toBe(422);
  expect(JSON.parse(answer.body).detail).toContain(words);
});

test("a server whose tools a saved plan names is not taken away by mistake, and says what it left out", async () => {
  const added = await ask("POST", "/api/tool-servers", { name: "used", transport: stdio() });
  const call = { kind: "tool", tool: "used.echo", input: { message: "hello" } } as const;
  await seedAgent(opened.ctx, makePlan({ say: [] }, { say: call }));

  const refused = await ask("DELETE", "/api/tool-servers/used");
  const forced = await ask("DELETE", "/api/tool-servers/used?force=true");

  expect(added.body.leftOut).toEqual([]);
  expect(refused.status).toBe(409);
  expect(refused.body.detail).toContain('Tools of "used" are named by the saved plan of');
  expect(forced.status).toBe(204);
});

test("tools that a server offers and nobody can use are told with the reason", async () => {
  const list = join(opened.ctx.config.dataDir, "tools.json");
  const inputSchema = { type: "object", properties: {} };
  writeFileSync(
    list,
    JSON.stringify([
      { name: "good", inputSchema },
      { name: "not good", inputSchema },
    ]),
  );

  const added = await ask("POST", "/api/tool-servers", {
    name: "odd",
    transport: { type: "stdio", command: process.execPath, args: [SCRIPTED, `--tools=${list}`] },
  });

  expect(added.body.tools.map(({ name }: { name: string }) => name)).toEqual(["odd.good"]);
  expect(added.body.leftOut).toEqual([expect.stringContaining('"not good"')]);
});

test("a description that tells the server's own secret can be accepted and called all the same", async () => {
  await ask("PUT", "/api/secrets/INSIDE", { value: "value-inside-of-it" });
  const list = join(opened.ctx.config.dataDir, "telling.json");
  const inputSchema = { type: "object", properties: {} };
  writeFileSync(
    list,
    JSON.stringify([{ name: "act", description: "Opens value-inside-of-it.", inputSchema }]),
  );

  const added = await ask("POST", "/api/tool-servers", {
    name: "telling",
    transport: { type: "stdio", command: process.execPath, args: [SCRIPTED, `--tools=${list}`] },
  });
  const tried = await ask("POST", "/api/tools/telling.act/try", { input: {} });

  expect(JSON.stringify(added.body)).not.toContain("value-inside-of-it");
  expect(tried.body.outcome.type).toBe("completed");
});

test("words are searched in names, descriptions and parameters", async () => {
  const found = await ask("GET", "/api/tools?search=jsonata");

  expect(found.body.items[0].name).toBe("transform");
  expect((await ask("GET", "/api/tools?search=nothing-has-this")).body.items).toEqual([]);
});

test("tools are listed page by page", async () => {
  const names: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await ask("GET", `/api/tools?limit=4${cursor && `&cursor=${cursor}`}`);
    names.push(...body.items.map((tool: { name: string }) => tool.name));
    cursor = body.nextCursor;
  }

  expect(names).toEqual(await toolNames());
  expect(names.length).toBeGreaterThan(8);
});

test("a tool is tried with secrets by name, and its files go with the try", async () => {
  await ask("PUT", "/api/secrets/TRIED", { value: "value-of-tried" });
  const refused = await ask("POST", "/api/tools/write_file/try", {
    input: { path: "a", content: "{{secret.TRIED}}" },
  });
  const wrong = await ask("POST", "/api/tools/write_file/try", { input: { pth: "a" } });
  const written = await ask("POST", "/api/tools/write_file/try", { input: { path: "a", content: "b" } });
  const unknown = await ask("POST", "/api/tools/nothing/try", { input: {} });

  expect(refused.body.outcome).toMatchObject({
    retry: "not_retryable",
    message: expect.stringContaining("takes no secrets"),
  });
  expect(wrong.body.outcome).toMatchObject({ type: "failed", message: expect.stringContaining('"pth"') });
  expect(written.body.outcome).toMatchObject({ type: "completed", output: { path: "a" } });
  expect(unknown.status).toBe(404);
});

test("an agent's policies are stricter than the workspace's, never milder, and outlive a tool that is gone", async () => {
  const { body: agent } = await ask("POST", "/api/agents", { name: "Strict" });
  const path = `/api/agents/${agent.slug}`;

  const strict = await ask("PATCH", path, {
    toolPolicies: { write_file: "needs_approval", http_request: "off" },
  });
  const mild = await ask("PATCH", path, { toolPolicies: { write_file: "allowed" } });
  const unknown = await ask("PATCH", path, { toolPolicies: { nothing: "off" } });

  await ask("POST", "/api/tool-servers", { name: "brief", transport: stdio() });
  await ask("PATCH", path, { tools: ["brief.echo"], toolPolicies: { "brief.echo": "needs_approval" } });
  await ask("DELETE", "/api/tool-servers?name=brief");
  const later = await ask("PATCH", path, {
    tools: ["brief.echo", "read_file"],
    toolPolicies: { "brief.echo": "needs_approval", read_file: "off" },
  });

  expect(later.body).toMatchObject({ tools: ["brief.echo", "read_file"] });
  expect(strict.body.toolPolicies).toEqual({ write_file: "needs_approval", http_request: "off" });
  expect(mild.status).toBe(422);
  expect(unknown.body.detail).toContain('There is no tool "nothing"');
});
