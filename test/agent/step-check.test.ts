import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ToolCatalogue } from "#server/context.ts";
import { openStepWorld } from "#test/agent/step-world.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const world = await openStepWorld();
const server = await startHttpServer((_request, response) => {
  response.writeHead(201, { "content-type": "application/json" }).end('{"id":7}');
});
afterAll(() => Promise.all([world.close(), server.close()]));

test("a check looks once: it completes when the comparison holds and says what it saw when not", async () => {
  await writeFile(path.join(world.folder, "state.json"), "ready");
  const check = { path: "content", op: "==", value: "ready", everySeconds: 1, withinSeconds: 5 } as const;
  const step = { kind: "check", tool: "read_file", input: { path: "state.json" }, check } as const;

  expect(await world.act({ step })).toMatchObject({ type: "completed", output: { content: "ready" } });
  expect(await world.act({ step: { ...step, check: { ...check, value: "done" } } })).toMatchObject({
    type: "check_unmet",
    observation: "ready",
  });
  expect(await world.act({ step: { ...step, input: { path: "later.json" } } })).toMatchObject({
    type: "check_unmet",
    observation: { error: expect.stringContaining("later.json") },
  });
  expect(
    await world.act({ step: { ...step, tool: "write_file", input: { path: "a", content: "b" } } }),
  ).toMatchObject({
    type: "failed",
    retry: "not_retryable",
    error: { message: expect.stringContaining("may only look") },
  });
});

test("a precondition that does not hold keeps the step from acting", async () => {
  const precondition = {
    tool: "read_file",
    input: { path: "state.json" },
    path: "bytes",
    op: ">",
    value: 100,
  } as const;
  const step = {
    kind: "tool",
    tool: "write_file",
    input: { path: "never.txt", content: "x" },
    precondition,
  } as const;
  await writeFile(path.join(world.folder, "state.json"), "ready");

  expect(await world.act({ step })).toMatchObject({ type: "precondition_unmet", observation: 5 });
  await expect(readFile(path.join(world.folder, "never.txt"))).rejects.toThrow("ENOENT");
  expect(await world.act({ step: { ...step, precondition: { ...precondition, value: 1 } } })).toMatchObject({
    type: "completed",
  });
});

test("a comparison that cannot be made is no match for a check, and fails a step that it stands before", async () => {
  const comparison = { path: "files", op: ">", value: 3 } as const;
  const looks = { ...comparison, everySeconds: 1, withinSeconds: 5 };
  const message =
    "The comparison files > 3 cannot be made: it compares an empty list with the number 3, and a list has no order. Compare one of its items, or let a step count them.";
  const input = { path: "empty" };
  await mkdir(path.join(world.folder, "empty"), { recursive: true });

  expect(await world.act({ step: { kind: "check", tool: "list_files", input, check: looks } })).toMatchObject(
    {
      type: "check_unmet",
      observation: { error: message },
    },
  );
  expect(
    await world.act({
      step: {
        kind: "tool",
        tool: "write_file",
        input: { path: "never.txt", content: "x" },
        precondition: { tool: "list_files", input, ...comparison },
      },
    }),
  ).toMatchObject({
    type: "failed",
    retry: "not_retryable",
    error: { message: `The precondition of Step 3 "Act" cannot be looked at. ${message}` },
  });
});

test("an output schema that is none fails the step before its tool is called", async () => {
  const step = { kind: "tool", tool: "list_files", outputSchema: { type: "lsit" } } as const;

  expect(await world.act({ step })).toMatchObject({
    retry: "not_retryable",
    error: { message: 'The output schema of Step 3 "Act" is not a valid JSON Schema.' },
    usage: { toolCalls: 0 },
  });
});

test("a fault of our own after a call that acted leaves its outcome unknown, one before it does not", async () => {
  const broken = (real: ToolCatalogue): ToolCatalogue => ({
    ...real,
    call: () => Promise.reject(new Error("a bug")),
  });
  const input = { url: `${server.url}/created` };
  const step = { kind: "tool", tool: "http_request" } as const;

  const read = await world.act({ step: { ...step, input } }, broken);
  const write = await world.act({ step: { ...step, input: { ...input, method: "POST" } } }, broken);

  expect(read).toMatchObject({ type: "failed", retry: "temporary" });
  expect(write).toMatchObject({ type: "outcome_unknown", input: { method: "POST" } });
});

test("a tool that does not heed the stop signal does not hold the step", async () => {
  const deaf = (real: ToolCatalogue): ToolCatalogue => ({ ...real, call: () => new Promise(() => {}) });
  const step = { kind: "tool", tool: "list_files" } as const;

  const result = await world.act({ step, hooks: { signal: AbortSignal.timeout(50) } }, deaf);

  expect(result).toMatchObject({ type: "failed", retry: "temporary" });
});
