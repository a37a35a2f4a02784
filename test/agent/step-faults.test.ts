import { afterAll, expect, test } from "vitest";
import type { AttemptRequest } from "#server/core/attempt.ts";
import type { Step } from "#server/core/plan.ts";
import { openStepWorld } from "#test/agent/step-world.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const world = await openStepWorld();
const LATER = new Date(Date.now() + 3_600_000).toUTCString();
const PAST = "Mon, 30 Nov 2020 12:00:00 GMT";
const ANSWERS: Record<string, [number, Record<string, string>]> = {
  "/seconds": [429, { "retry-after": "7" }],
  "/date": [503, { "retry-after": LATER }],
  "/past": [503, { "retry-after": PAST }],
  "/silence": [500, {}],
};
const server = await startHttpServer(({ url }, response) => {
  const [status, headers] = ANSWERS[url] ?? [200, {}];
  if (url === "/reset") response.socket?.resetAndDestroy();
  else if (url === "/gateway") response.writeHead(502).end("upstream gone");
  else response.writeHead(status, headers).end("busy");
});
const closed = await startHttpServer(() => {});
await closed.close();
afterAll(() => Promise.all([world.close(), server.close()]));

const BROKEN = "$fetch.output.nothing";
const http = { kind: "tool", tool: "http_request" } as const;
const get = (place: string): Partial<Step> => ({ ...http, input: { url: server.url + place } });
const post = (place: string): Partial<Step> => ({
  ...http,
  input: { url: server.url + place, method: "POST" },
});
const looking = { tool: "list_files", path: "files", op: "exists", value: null } as const;

test.each([
  [
    "an unknown tool",
    { kind: "tool", tool: "fax" },
    {},
    'needs the tool "fax", which is not in the catalogue',
  ],
  ["no model", { kind: "reasoning" }, {}, "needs a language model to think, and none is set. Set MODEL"],
  ["no key for the model", { kind: "reasoning" }, { model: "openai:gpt-5.2" }, "Set OPENAI_API_KEY"],
  ["a model that is none", { kind: "reasoning" }, { model: "best" }, 'There is no model "best"'],
  [
    "a tool's broken reference",
    { ...http, input: { url: BROKEN } },
    {},
    "$fetch.output.nothing at /url cannot be read",
  ],
  ["an agent's broken reference", { kind: "agent", agent: "b", input: BROKEN }, {}, "cannot be read"],
  [
    "a wait's broken reference",
    { kind: "wait", wait: { until: BROKEN }, approval: {} },
    {},
    "cannot be read",
  ],
  [
    "a check's broken reference",
    {
      kind: "check",
      tool: "read_file",
      input: { path: BROKEN },
      check: { path: "", op: "exists", value: null, everySeconds: 1, withinSeconds: 1 },
    },
    {},
    "cannot be read",
  ],
  [
    "a precondition's broken reference",
    { ...http, precondition: { ...looking, input: { path: BROKEN } } },
    {},
    'The precondition of Step 3 "Act" cannot be looked at',
  ],
  [
    "a precondition's unknown tool",
    { ...http, precondition: { ...looking, tool: "peek" } },
    {},
    'the tool "peek"',
  ],
  ["a refused address", { ...http, input: { url: "http://10.0.0.1/" } }, {}, "Add it to EGRESS_ALLOW"],
  [
    "a refused address of a call that writes",
    { ...http, input: { url: "http://[::1]/", method: "POST" } },
    {},
    "Add it to EGRESS_ALLOW",
  ],
] satisfies [string, Partial<Step>, Partial<AttemptRequest>, string][])(
  "no retry mends %s: it fails at once, with what would",
  async (_name, step, request, said) => {
    const result = await world.act({ step, request });

    expect(result).toMatchObject({ type: "failed", retry: "not_retryable" });
    if (result.type !== "failed") throw new Error("it has to fail");
    expect(result.error.message).toContain(said);
    expect(result.whatToChange).not.toBe("");
  },
);

test("a reasoning step's broken reference fails at once, before a model is asked", async () => {
  const result = await world.think({ step: { kind: "reasoning", input: { from: BROKEN } } });

  expect(result).toMatchObject({ type: "failed", retry: "not_retryable", usage: { modelCalls: 0 } });
});

test("a busy server, a past date and no word of when are temporary, and its wish is handed on", async () => {
  const soon = { type: "failed", retry: "temporary" };

  expect(await world.act({ step: get("/seconds") })).toMatchObject({ ...soon, retryAfterMs: 7_000 });
  expect(await world.act({ step: post("/seconds") })).toMatchObject({ ...soon, retryAfterMs: 7_000 });
  expect(await world.act({ step: get("/past") })).toMatchObject({ ...soon, retryAfterMs: 0 });
  expect(await world.act({ step: get("/silence") })).not.toHaveProperty("retryAfterMs");
  const date = await world.act({ step: get("/date") });
  expect(date).toMatchObject(soon);
  const asked = date.type === "failed" ? (date.retryAfterMs ?? 0) : 0;
  expect(asked).toBeGreaterThan(3_000_000);
  expect(asked).toBeLessThanOrEqual(3_600_000);
});

test("a precondition that cannot be looked at for now waits as its server asks", async () => {
  const precondition = {
    tool: "http_request",
    input: { url: `${server.url}/seconds` },
    path: "",
    op: "exists",
    value: null,
  } as const;

  expect(await world.act({ step: { ...post("/"), precondition } })).toMatchObject({
    type: "failed",
    retry: "temporary",
    retryAfterMs: 7_000,
  });
  expect(server.received.at(-1)?.method).toBe("GET");
});

test("a connection that is refused is temporary for every call, one that breaks for those that may be made twice", async () => {
  const nobody = { ...http, input: { url: closed.url } };
  const writing = { ...http, input: { url: closed.url, method: "POST" } };

  for (const step of [nobody, writing, get("/reset"), get("/gateway")])
    expect(await world.act({ step })).toMatchObject({
      type: "failed",
      retry: "temporary",
      whatToChange: "Nothing; the call itself was right.",
    });
  for (const step of [post("/reset"), post("/gateway")])
    expect(await world.act({ step })).toMatchObject({
      type: "outcome_unknown",
      input: { method: "POST" },
      error: { message: expect.stringContaining("Whether the call had its effect is not known.") },
    });
});
