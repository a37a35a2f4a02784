import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ToolCatalogue } from "#server/context.ts";
import type { ToolPolicy } from "#server/core/tool.ts";
import { MEETS, openStepWorld } from "#test/agent/step-world.ts";
import { apiError, jsonText } from "#test/openai-simulator.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const world = await openStepWorld();
const { simulator, announced } = world;
const server = await startHttpServer(({ url }, response) => {
  if (url === "/created") response.writeHead(201, { "content-type": "application/json" }).end('{"id":7}');
  else if (url === "/missing") response.writeHead(404).end("no such order");
  else if (url === "/reset") response.socket?.resetAndDestroy();
});
afterAll(() => Promise.all([world.close(), server.close()]));

function withPolicy(policy: ToolPolicy) {
  return (real: ToolCatalogue): ToolCatalogue => ({
    ...real,
    find: (name) => {
      const found = real.find(name);
      return found && { ...found, policy };
    },
  });
}

test("a tool step resolves its template and calls its tool, with no model and no judge", async () => {
  const step = {
    kind: "tool",
    tool: "transform",
    input: { expression: "total * 2", data: "$fetch.output" },
  } as const;

  expect(await world.act({ step })).toMatchObject({
    type: "completed",
    input: { expression: "total * 2", data: { total: 3 } },
    output: 6,
    usage: { toolCalls: 1, modelCalls: 0, inputTokens: 0 },
  });
});

test("a reference that leads nowhere, an unknown tool and a wrong fixed input fail at once", async () => {
  const transform = { kind: "tool", tool: "transform" } as const;

  expect(
    await world.act({ step: { ...transform, input: { expression: "$", data: "$fetch.output.sum" } } }),
  ).toMatchObject({
    retry: "not_retryable",
    error: { message: expect.stringContaining("$fetch.output.sum at /data cannot be read") },
  });
  expect(await world.act({ step: { kind: "tool", tool: "send_fax" } })).toMatchObject({
    retry: "not_retryable",
    error: { message: 'Step 3 "Act" needs the tool "send_fax", which is not in the catalogue.' },
  });
  expect(await world.act({ step: { kind: "tool", tool: "crm.find" } })).toMatchObject({
    retry: "not_retryable",
    error: { message: 'Step 3 "Act" needs the tool "crm.find", but no tool server "crm" is there any more.' },
  });
  expect(
    await world.act({ step: { ...transform, input: { expression: "$", data: 1, more: 2 } } }),
  ).toMatchObject({
    retry: "not_retryable",
    error: { message: expect.stringContaining('"more" is unknown; allowed: expression, data') },
  });
});

test("the run input is there only for a step that declares it", async () => {
  const step = { kind: "tool", tool: "transform", input: { expression: "$", data: "$input" } } as const;

  expect(await world.act({ step, request: { runInput: "secret" } })).toMatchObject({ output: null });
  expect(
    await world.act({ step: { ...step, usesRunInput: true }, request: { runInput: "mine" } }),
  ).toMatchObject({ output: "mine" });
});

test("missing parameters are filled in by the model; the fixed ones win", async () => {
  simulator.reply(jsonText({ path: "other.txt", content: "Total: 3" }), jsonText(MEETS));
  const step = { kind: "tool", tool: "write_file", input: { path: "fixed.txt" } } as const;

  expect(await world.think({ step })).toMatchObject({
    type: "completed",
    input: { path: "fixed.txt", content: "Total: 3" },
  });
  expect(await readFile(path.join(world.folder, "fixed.txt"), "utf8")).toBe("Total: 3");
  expect(simulator.requests.at(-2)?.body).toMatchObject({
    text: { format: { type: "json_schema", strict: false } },
  });
});

test("a built input that does not fit is refused before anything is called, and the next attempt is told", async () => {
  simulator.reply(jsonText({ path: "a.txt", contents: "x" }));
  const step = { kind: "tool", tool: "write_file" } as const;

  const result = await world.think({ step });

  expect(result).toMatchObject({
    type: "failed",
    retry: "now",
    input: { path: "a.txt", contents: "x" },
    error: { message: expect.stringContaining('"content" is missing') },
    usage: { toolCalls: 0 },
  });
  simulator.reply(jsonText({ path: "a.txt", content: "x" }), jsonText(MEETS));
  const corrections = [{ attempt: 1, problem: '"content" is missing', whatToChange: "Name it content." }];
  await world.think({ step, request: { attempt: 2, corrections } });
  expect(simulator.requests.at(-2)?.text).toContain("Name it content.");
});

test("without a language model a step with missing parameters fails at once, one without any runs", async () => {
  expect(
    await world.act({ step: { kind: "tool", tool: "write_file", input: { path: "a.txt" } } }),
  ).toMatchObject({
    retry: "not_retryable",
    error: {
      message: expect.stringMatching(/^Step 3 "Act" needs a language model to build its input.*MODEL/),
    },
  });
  expect(await world.act({ step: { kind: "tool", tool: "list_files" } })).toMatchObject({
    type: "completed",
    input: {},
  });
});

test("a step or a policy that wants approval stops before the call with the exact input", async () => {
  const input = { path: "approved.txt", content: "Total: ${fetch.output.total}" };
  const step = { kind: "tool", tool: "write_file", input } as const;
  const exact = { path: "approved.txt", content: "Total: 3" };

  expect(await world.act({ step: { ...step, approval: {} } })).toMatchObject({
    type: "needs_approval",
    input: exact,
    usage: { toolCalls: 0 },
  });
  expect(await world.act({ step }, withPolicy("needs_approval"))).toMatchObject({
    type: "needs_approval",
    input: exact,
  });
  expect(await world.act({ step }, withPolicy("off"))).toMatchObject({
    type: "failed",
    retry: "not_retryable",
  });
  await expect(readFile(path.join(world.folder, "approved.txt"))).rejects.toThrow("ENOENT");
});

test("an approved input is used byte for byte, whatever template, model and references would give", async () => {
  const approvedInput = {
    value: { path: "approved.txt", content: "Edited ${fetch.output.total} $fetch.output" },
  };
  const step = {
    kind: "tool",
    tool: "write_file",
    approval: {},
    input: { path: "x.txt" },
    outputSchema: {},
  } as const;
  const requestsBefore = simulator.requests.length;

  expect(await world.think({ step, request: { approvedInput } })).toMatchObject({
    type: "completed",
    input: approvedInput.value,
  });
  expect(await readFile(path.join(world.folder, "approved.txt"), "utf8")).toBe(
    "Edited ${fetch.output.total} $fetch.output",
  );
  expect(simulator.requests).toHaveLength(requestsBefore);
  expect(await world.think({ step, request: { approvedInput: { value: { path: 1 } } } })).toMatchObject({
    retry: "not_retryable",
  });
});

test("only a call that may not be made twice is announced, before it is made", async () => {
  announced.length = 0;
  const http = { kind: "tool", tool: "http_request" } as const;
  const write = { kind: "tool", tool: "write_file" } as const;

  await world.act({ step: { ...http, input: { url: `${server.url}/created` } } });
  await world.act({ step: { ...write, input: { path: "a.txt", content: "x" } } });
  expect(announced).toEqual([]);

  await world.act({ step: { ...http, input: { url: `${server.url}/created`, method: "POST" } } });
  await world.act({ step: { ...write, input: { path: "a.txt", content: "x", append: true } } });
  expect(announced.map((call) => call.tool)).toEqual(["http_request", "write_file"]);
});

test("an announcement that is refused keeps the tool from being called", async () => {
  const received = server.received.length;
  const step = {
    kind: "tool",
    tool: "http_request",
    input: { url: `${server.url}/created`, method: "POST" },
  } as const;

  const result = await world.act({
    step,
    hooks: { beforeToolCall: () => Promise.reject(new Error("the lease is lost")) },
  });

  expect(result).toMatchObject({ type: "failed", usage: { toolCalls: 0 } });
  expect(server.received).toHaveLength(received);
});

test("what the tool says becomes the correction, and a lost answer to a POST an unknown outcome", async () => {
  const http = { kind: "tool", tool: "http_request" } as const;

  expect(await world.act({ step: { ...http, input: { url: `${server.url}/missing` } } })).toMatchObject({
    type: "failed",
    retry: "now",
    error: { message: expect.stringContaining("answered 404. no such order") },
    whatToChange: expect.stringContaining("no such order"),
  });
  expect(
    await world.act({ step: { ...http, input: { url: `${server.url}/reset`, method: "POST" } } }),
  ).toMatchObject({
    type: "outcome_unknown",
    input: { method: "POST" },
  });
});

test("a step's time limit ends a slow call: temporary for a read, unknown for a write", async () => {
  const slow = { kind: "tool", tool: "http_request", timeoutSeconds: 1 } as const;

  const [read, write] = await Promise.all([
    world.act({ step: { ...slow, input: { url: `${server.url}/silent` } } }),
    world.act({ step: { ...slow, input: { url: `${server.url}/silent`, method: "POST" } } }),
  ]);

  const limit = { message: expect.stringContaining("longer than its time limit") };
  expect(read).toMatchObject({ type: "failed", retry: "temporary", error: limit });
  expect(write).toMatchObject({ type: "outcome_unknown", error: limit });
});

test("a judged tool step is tried again, but a call that acted is never made twice because of the judge", async () => {
  const refused = jsonText({ reason: "Too short.", meets: false, whatToChange: "Write more." });
  const write = { kind: "tool", tool: "write_file", input: { path: "a.txt", content: "x" } } as const;
  const post = {
    kind: "tool",
    tool: "http_request",
    input: { url: `${server.url}/created`, method: "POST" },
  } as const;
  simulator.reply(refused, refused, apiError(500, "oops"));

  expect(await world.think({ step: write })).toMatchObject({
    type: "failed",
    retry: "now",
    whatToChange: "Write more.",
  });
  expect(await world.think({ step: post })).toMatchObject({
    type: "failed",
    retry: "not_retryable",
    output: { body: { id: 7 } },
  });
  expect(await world.think({ step: post })).toMatchObject({ type: "completed", output: { body: { id: 7 } } });
});
