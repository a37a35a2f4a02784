import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { RESULT_SCHEMA } from "#server/tools/servers/result-schema.ts";
import { schemaProblems } from "#server/tools/schema-problems.ts";
import { makeFolder, messageOf, outputOf } from "../call-tool.ts";
import { eventually, processesWith } from "./processes.ts";
import { EVERYTHING, FILESYSTEM, MEMORY, makeToolServerWorld, nodeServer } from "./tool-server-world.ts";

const worlds: { client: { close: () => Promise<void> } }[] = [];
async function makeWorld(...over: Parameters<typeof makeToolServerWorld>) {
  const world = await makeToolServerWorld(...over);
  worlds.push(world);
  return world;
}
afterEach(async () => {
  await Promise.all(worlds.splice(0).map(({ client }) => client.close()));
});

test("a server of the protocol's authors is listed and called over stdio", async () => {
  const world = await makeWorld();
  const everything = nodeServer("everything", EVERYTHING);

  const tools = await world.offered(everything);
  const echo = await world.tool(everything, "echo");

  expect(tools.length).toBeGreaterThan(10);
  expect(echo.annotations.readOnlyHint).toBe(true);
  expect(outputOf(await world.call(everything, echo, { message: "hello" }))).toEqual({ text: "Echo: hello" });
});

test("an input that the server refuses is a failed attempt with the server's words", async () => {
  const world = await makeWorld();
  const everything = nodeServer("everything", EVERYTHING);

  const outcome = await world.call(everything, await world.tool(everything, "echo"), {});

  expect(outcome).toMatchObject({ type: "failed", retry: "now" });
  expect(messageOf(outcome)).toContain("message");
});

test("a picture becomes a file of the run, under a new name each time", async () => {
  const world = await makeWorld();
  const everything = nodeServer("everything", EVERYTHING);
  const tool = await world.tool(everything, "get-tiny-image");

  const output = outputOf(await world.call(everything, tool, {}));
  await world.call(everything, tool, {});

  const part = { type: "image", mimeType: "image/png", file: "get-tiny-image-1.png", bytes: 4_033 };
  expect(output).toMatchObject({ parts: [part] });
  expect(schemaProblems(RESULT_SCHEMA, output)).toEqual([]);
  const [first, second] = await Promise.all(
    [1, 2].map((number) => readFile(path.join(world.folder, `get-tiny-image-${number}.png`))),
  );
  expect(first?.subarray(1, 4).toString()).toBe("PNG");
  expect(second).toEqual(first);
});

test("structured content is the output when the tool tells its schema", async () => {
  const world = await makeWorld();
  const everything = nodeServer("everything", EVERYTHING);
  const tool = await world.tool(everything, "get-structured-content");

  const output = outputOf(await world.call(everything, tool, { location: "Chicago" }));

  expect(output).toEqual({ temperature: 36, conditions: "Light rain / drizzle", humidity: 82 });
});

test("resources are given inline as text, and as files when they are binary", async () => {
  const world = await makeWorld();
  const everything = nodeServer("everything", EVERYTHING);
  const tool = await world.tool(everything, "get-resource-reference");

  const text = outputOf(await world.call(everything, tool, { resourceType: "Text", resourceId: 1 }));
  const blob = outputOf(await world.call(everything, tool, { resourceType: "Blob", resourceId: 1 }));

  expect(text).toMatchObject({ parts: [{ type: "resource", text: expect.stringContaining("Resource 1") }] });
  expect(blob).toMatchObject({ parts: [{ type: "resource", file: "get-resource-reference-1.txt" }] });
});

test("progress keeps a long call going; silence ends it", async () => {
  const world = await makeWorld({ silentMs: 1_000 });
  const everything = nodeServer("everything", EVERYTHING);
  const tool = await world.tool(everything, "trigger-long-running-operation");

  const talking = await world.call(everything, tool, { duration: 2.5, steps: 10 });
  const silent = await world.call(everything, tool, { duration: 5, steps: 1 });

  expect(outputOf(talking)).toMatchObject({ text: expect.stringContaining("completed") });
  expect(silent).toMatchObject({ type: "failed", retry: "temporary" });
  expect(messageOf(silent)).toContain("did not answer within 1 seconds");
});

test("a call that is stopped ends at once, and the program with it", async () => {
  const world = await makeWorld();
  const everything = nodeServer("everything", EVERYTHING, ["stdio", world.dataDir]);
  const tool = await world.tool(everything, "trigger-long-running-operation");
  const stop = new AbortController();

  const calling = world.call(everything, tool, { duration: 30, steps: 1 }, { signal: stop.signal });
  await eventually(() => processesWith(world.dataDir).length === 1);
  stop.abort();

  expect(await calling).toMatchObject({ type: "failed", retry: "temporary" });
  expect(await eventually(() => processesWith(world.dataDir).length === 0)).toBe(true);
});

test("a program that is killed during a call fails it, and the next call starts another", async () => {
  const world = await makeWorld();
  const everything = nodeServer("everything", EVERYTHING, ["stdio", world.dataDir]);
  const slow = await world.tool(everything, "trigger-long-running-operation");
  const echo = await world.tool(everything, "echo");

  await world.call(everything, echo, { message: "start" });
  const calling = world.call(everything, slow, { duration: 30, steps: 1 });
  await eventually(() => processesWith(world.dataDir).length === 1);
  for (const pid of processesWith(world.dataDir)) process.kill(pid, "SIGKILL");
  const outcome = await calling;

  expect(outcome).toMatchObject({ type: "failed", retry: "temporary" });
  expect(messageOf(outcome)).toContain("SIGKILL");
  expect(outputOf(await world.call(everything, echo, { message: "again" }))).toEqual({ text: "Echo: again" });
});

test("a program that is killed between calls is started again", async () => {
  const world = await makeWorld();
  const everything = nodeServer("everything", EVERYTHING, ["stdio", world.dataDir]);
  const echo = await world.tool(everything, "echo");

  await world.call(everything, echo, { message: "first" });
  const programs = processesWith(world.dataDir);
  for (const pid of programs) process.kill(pid, "SIGKILL");
  await eventually(() => programs.every((pid) => !existsSync(`/proc/${pid}`)));
  const outcome = await world.call(everything, echo, { message: "second" });

  expect(outputOf(outcome)).toEqual({ text: "Echo: second" });
});

test("runs have programs of their own, and calls of one run share theirs", async () => {
  const world = await makeWorld();
  const everything = nodeServer("everything", EVERYTHING, ["stdio", world.dataDir]);
  const echo = await world.tool(everything, "echo");

  const outcomes = await Promise.all(
    ["run_1", "run_1", "run_2"].map((runId) => world.call(everything, echo, { message: runId }, { runId })),
  );

  expect(outcomes.map(outputOf)).toEqual(["run_1", "run_1", "run_2"].map((id) => ({ text: `Echo: ${id}` })));
  expect(processesWith(world.dataDir)).toHaveLength(2);
});

test("programs that nobody uses end, the idlest first when there are too many", async () => {
  const world = await makeWorld({ maxConnections: 2, idleMs: 3_000 });
  const everything = nodeServer("everything", EVERYTHING, ["stdio", world.dataDir]);
  const echo = await world.tool(everything, "echo");

  for (const runId of ["run_1", "run_2", "run_3"])
    outputOf(await world.call(everything, echo, { message: runId }, { runId }));

  expect(await eventually(() => processesWith(world.dataDir).length === 2)).toBe(true);
  expect(await eventually(() => processesWith(world.dataDir).length === 0)).toBe(true);
});

test("when all connections are in use, another call is for later", async () => {
  const world = await makeWorld({ maxConnections: 1 });
  const everything = nodeServer("everything", EVERYTHING, ["stdio", world.dataDir]);
  const [slow, echo] = [
    await world.tool(everything, "trigger-long-running-operation"),
    await world.tool(everything, "echo"),
  ];
  const stop = new AbortController();
  const input = { duration: 30, steps: 1 };

  const busy = world.call(everything, slow, input, { runId: "run_1", signal: stop.signal });
  await eventually(() => processesWith(world.dataDir).length === 1);
  const refused = await world.call(everything, echo, { message: "x" }, { runId: "run_2" });
  stop.abort();
  await busy;
  await world.client.close();
  const ended = await world.call(everything, echo, { message: "x" });

  expect(refused).toMatchObject({ type: "failed", retry: "temporary" });
  expect(messageOf(refused)).toContain("in use at once");
  expect(messageOf(ended)).toContain("this process ends");
});

test("a server of files reads and writes in the folder that it was given", async () => {
  const world = await makeWorld();
  const folder = await makeFolder();
  const files = nodeServer("files", FILESYSTEM, [folder]);
  const [write, read] = [await world.tool(files, "write_file"), await world.tool(files, "read_text_file")];

  const written = await world.call(files, write, { path: path.join(folder, "note.txt"), content: "noted" });
  const text = await world.call(files, read, { path: path.join(folder, "note.txt") });
  const outside = await world.call(files, read, { path: "/etc/hostname" });

  expect(written.type).toBe("completed");
  expect(await readFile(path.join(folder, "note.txt"), "utf8")).toBe("noted");
  expect(outputOf(text)).toEqual({ content: "noted" });
  expect(outside).toMatchObject({ type: "failed", retry: "now" });
  expect(messageOf(outside)).toContain("outside allowed directories");
});

test("a server of notes keeps them where its settings say", async () => {
  const world = await makeWorld();
  const file = path.join(await makeFolder(), "memory.jsonl");
  await writeFile(file, "");
  const memory = nodeServer("memory", MEMORY, [], { MEMORY_FILE_PATH: file });
  const [create, search] = [
    await world.tool(memory, "create_entities"),
    await world.tool(memory, "search_nodes"),
  ];
  const ada = { name: "Ada", entityType: "person", observations: ["likes figs"] };

  outputOf(await world.call(memory, create, { entities: [ada] }));
  const found = await world.call(memory, search, { query: "figs" }, { runId: "run_2" });

  expect(outputOf(found)).toMatchObject({ entities: [{ name: "Ada" }] });
  expect(await readFile(file, "utf8")).toContain("figs");
});
