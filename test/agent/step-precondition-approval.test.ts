import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ToolCatalogue } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import type { ToolPolicies } from "#server/core/settings.ts";
import { withToolPolicies } from "#server/tool-policies.ts";
import { openStepWorld } from "#test/agent/step-world.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const world = await openStepWorld();
const requests: string[] = [];
const server = await startHttpServer(({ url = "" }, response) => {
  requests.push(url);
  response.writeHead(200, { "content-type": "application/json" }).end('{"open":true}');
});
afterAll(() => Promise.all([world.close(), server.close()]));

const asksForRequests =
  (policies: ToolPolicies = { http_request: "needs_approval" }) =>
  (real: ToolCatalogue): ToolCatalogue =>
    withToolPolicies(real, () => policies);

const precondition = {
  tool: "http_request",
  input: { url: `${server.url}/day?of=\${fetch.output.total}` },
  path: "body.open",
  op: "==",
  value: true,
} as const;
const call = { tool: "http_request", input: { url: `${server.url}/day?of=3` } };
const check = { path: "", op: "exists", value: null, everySeconds: 1, withinSeconds: 1 } as const;

const kinds: [Partial<Step>, Json][] = [
  [{ kind: "tool", tool: "list_files", input: {} }, {}],
  [{ kind: "check", tool: "list_files", input: {}, check }, {}],
  [
    { kind: "reasoning", instructions: "Think." },
    { instructions: "Think.", input: null },
  ],
  [{ kind: "agent", agent: "other", input: { a: 3 } }, { a: 3 }],
  [{ kind: "wait", wait: { seconds: 5 } }, { seconds: 5 }],
];

test("a precondition looks with a tool that needs an approval only once a person has agreed to that call too", async () => {
  for (const [step, input] of kinds)
    for (const approval of [{}, { approval: { reason: "It goes out." } }])
      expect(
        await world.think({ step: { ...step, ...approval, precondition } }, asksForRequests()),
      ).toMatchObject({ type: "needs_approval", input, looksFirst: call, usage: { toolCalls: 0 } });
  expect(requests).toEqual([]);

  const write = {
    kind: "tool",
    tool: "write_file",
    input: { path: "open.txt", content: "x" },
    precondition,
  } as const;
  const approvedInput = { value: { path: "open.txt", content: "agreed" } };
  expect(await world.act({ step: write, request: { approvedInput } }, asksForRequests())).toMatchObject({
    type: "completed",
    usage: { toolCalls: 2 },
  });
  expect(requests).toEqual(["/day?of=3"]);
  expect(await readFile(path.join(world.folder, "open.txt"), "utf8")).toBe("agreed");

  const closed = { ...write, precondition: { ...precondition, value: false } };
  expect(await world.act({ step: closed, request: { approvedInput } }, asksForRequests())).toMatchObject({
    type: "precondition_unmet",
  });
});

test("nobody is asked for a precondition that could not be looked at", async () => {
  const step = { kind: "wait", wait: { seconds: 5 } } as const;
  const before = requests.length;
  const writing = { ...precondition, input: { url: server.url, method: "POST" } };
  const unread = { ...precondition, input: { url: "${fetch.output.nowhere}" } };
  for (const wrong of [writing, unread])
    expect(await world.act({ step: { ...step, precondition: wrong } }, asksForRequests())).toMatchObject({
      type: "failed",
      retry: "not_retryable",
    });
  expect(requests).toHaveLength(before);
});

test("a policy that changes while the input is built counts before the tool is called", async () => {
  const policies: ToolPolicies = {};
  const changing = (real: ToolCatalogue): ToolCatalogue => {
    const decided = withToolPolicies(real, () => policies);
    return {
      ...decided,
      find: (name) => {
        const tool = decided.find(name);
        policies["list_files"] = "needs_approval";
        return tool;
      },
    };
  };
  expect(await world.act({ step: { kind: "tool", tool: "list_files", input: {} } }, changing)).toMatchObject({
    type: "needs_approval",
    usage: { toolCalls: 0 },
  });
});

test("a precondition with a tool that is allowed is looked at first, and again under the approval that names it", async () => {
  const step = { kind: "wait", wait: { seconds: 5 }, approval: {}, precondition } as const;
  const before = requests.length;
  expect(await world.act({ step })).toMatchObject({ type: "needs_approval", looksFirst: call });
  expect(requests).toHaveLength(before + 1);
});
