import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startRun } from "#server/services/start-run.ts";
import { makePlan } from "#test/make.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const opened = await openTestContext();
const { ctx } = opened;
const server = await serveApp(ctx);
afterAll(async () => {
  await server.close();
  await opened.close();
});

async function newRun() {
  const { agentId } = await seedAgent(ctx, makePlan({ a: [] }));
  const { runId } = await startRun(ctx, { agentId });
  const folder = join(ctx.config.dataDir, "runs", runId);
  return { runId, folder, get: (path = "") => send(server.url, `/api/runs/${runId}/files${path}`) };
}

async function filledRun() {
  const run = await newRun();
  mkdirSync(join(run.folder, "out", "deep"), { recursive: true });
  writeFileSync(join(run.folder, "report.md"), "Grüße");
  writeFileSync(join(run.folder, "out", "deep", "a b.bin"), Buffer.from([0, 255, 1]));
  writeFileSync(join(run.folder, "out", "leer.txt"), "");
  writeFileSync(join(ctx.config.dataDir, "secret.txt"), "hidden");
  symlinkSync(join(ctx.config.dataDir, "secret.txt"), join(run.folder, "link.txt"));
  symlinkSync(ctx.config.dataDir, join(run.folder, "out", "up"));
  return run;
}

test("a run's files are listed by path with their sizes, links left out", async () => {
  const { get } = await filledRun();

  const { items } = JSON.parse((await get()).body);

  expect(items.map((item: { path: string; bytes: number }) => [item.path, item.bytes])).toEqual([
    ["out/deep/a b.bin", 3],
    ["out/leer.txt", 0],
    ["report.md", 7],
  ]);
  expect(Number.isNaN(Date.parse(items[0].modifiedAt))).toBe(false);
});

test("a text file comes as UTF-8 text to be saved", async () => {
  const { get } = await filledRun();

  const answer = await get("/report.md");

  expect(answer).toMatchObject({ status: 200, body: "Grüße" });
  expect(answer.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-length": "7",
    "content-disposition": "attachment; filename=\"report.md\"; filename*=UTF-8''report.md",
    "x-content-type-options": "nosniff",
  });
  expect((await get("/out/leer.txt")).body).toBe("");
});

test("a picture comes as one that a page may show and that can do nothing; what only says so, and SVG, do not", async () => {
  const { folder, get } = await newRun();
  mkdirSync(folder, { recursive: true });
  const pictures = {
    "a.png": Buffer.from("89504e470d0a1a0a00", "hex"),
    "b.bin": Buffer.from("ffd8ffe000104a46", "hex"),
    "c.gif": Buffer.from("GIF89a..."),
    "d.webp": Buffer.from("RIFF\0\0\0\0WEBPVP8 ", "latin1"),
  };
  for (const [name, bytes] of Object.entries(pictures)) writeFileSync(join(folder, name), bytes);
  writeFileSync(join(folder, "e.svg"), "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>");
  writeFileSync(join(folder, "f.png"), "<script>alert(1)</script>");

  const types = await Promise.all(
    [...Object.keys(pictures), "e.svg", "f.png"].map(
      async (name) => (await get(`/${name}`)).headers["content-type"],
    ),
  );

  const text = "text/plain; charset=utf-8";
  expect(types).toEqual(["image/png", "image/jpeg", "image/gif", "image/webp", text, text]);
  expect((await get("/a.png")).headers).toMatchObject({
    "content-disposition": "inline; filename=\"a.png\"; filename*=UTF-8''a.png",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  expect((await get("/e.svg")).headers["content-disposition"]).toMatch(/^attachment/);
});

test("other bytes come as they are, with slashes or their codes in the path", async () => {
  const { runId, get } = await filledRun();

  const coded = await get("/out%2Fdeep%2Fa%20b.bin");
  const response = await fetch(`${server.url}/api/runs/${runId}/files/out/deep/a%20b.bin`);

  expect(coded.headers["content-type"]).toBe("application/octet-stream");
  expect(coded.headers["content-disposition"]).toContain("filename=\"a b.bin\"; filename*=UTF-8''a%20b.bin");
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 1]);
});

test("a name of any characters makes a header of plain ones", async () => {
  const { folder, get } = await newRun();
  const name = 'é"\r\nX: 1;.txt';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), "x");

  const answer = await get(`/${encodeURIComponent(name)}`);

  expect(answer.status).toBe(200);
  expect(answer.headers["content-disposition"]).toBe(
    "attachment; filename=\"____X_ 1_.txt\"; filename*=UTF-8''%C3%A9%22%0D%0AX%3A%201%3B.txt",
  );
});

test.each([
  "/nofile.txt",
  "/out",
  "/link.txt",
  "/out/up/secret.txt",
  "/..%2f..%2fsecret.txt",
  "/out/..%2f..%2f..%2fsecret.txt",
  "/%2e%2e%2f%2e%2e%2fsecret.txt",
  "/..%5c..%5csecret.txt",
  "/report.md%00.txt",
  "/%2fetc%2fhosts",
  "/%E0%A4%A",
])("%s is nothing of the run's", async (path) => {
  const { get } = await filledRun();

  const answer = await get(path);

  expect(answer.status).toBe(404);
  expect(answer.headers["content-type"]).toContain("application/problem+json");
  expect(answer.body).not.toContain("hidden");
});

test("a run that wrote nothing has no files, and a run that is not there is not found", async () => {
  const { get } = await newRun();

  expect(JSON.parse((await get()).body)).toEqual({ items: [] });
  for (const path of [
    "/api/runs/run_none/files",
    "/api/runs/run_none/files/a.txt",
    "/api/runs/..%2ffiles/files",
  ]) {
    expect((await send(server.url, path)).status).toBe(404);
  }
});

test("the files are part of the API's description", async () => {
  const described = JSON.parse((await send(server.url, "/api/openapi.json")).body);

  expect(described.paths["/api/runs/{runId}/files"].get.tags).toEqual(["Runs"]);
  expect(Object.keys(described.paths["/api/runs/{runId}/files/{path}"].get.responses)).toEqual([
    "200",
    "404",
  ]);
});
