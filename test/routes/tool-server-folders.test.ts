import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";
import { EVERYTHING } from "#test/tools/servers/tool-server-world.ts";

const opened = await openTestContext({ PATH: process.env["PATH"] ?? "" });
const server = await serveApp(opened.ctx);
afterAll(async () => {
  await server.close();
  await opened.close();
});

const folderOf = (name: string) => path.join(opened.ctx.config.dataDir, "tool-servers", name);
const add = (name: string, args: string[]) =>
  send(server.url, "/api/tool-servers", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name, transport: { type: "stdio", command: process.execPath, args } }),
  });

test("the folder of a server is there as long as the server is", async () => {
  await mkdir(folderOf("other"), { recursive: true });

  expect((await add("every", [EVERYTHING, "stdio"])).status).toBe(201);
  expect((await add("every", ["-e", "process.exit(1)"])).status).toBe(409);
  expect(existsSync(folderOf("every"))).toBe(true);

  await send(server.url, "/api/tool-servers/every", { method: "DELETE" });
  expect([existsSync(folderOf("every")), existsSync(folderOf("other"))]).toEqual([false, true]);
});

test("a server that is refused leaves no folder", async () => {
  expect((await add("broken", ["-e", "process.exit(1)"])).status).toBe(422);

  expect(existsSync(folderOf("broken"))).toBe(false);
});
