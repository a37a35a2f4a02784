import { afterAll, beforeEach, expect, test } from "vitest";
import type { AttemptRequest, AttemptResult } from "#server/core/attempt.ts";
import { createRedactor } from "#server/core/redact-secrets.ts";
import { err, ok } from "#server/core/result.ts";
import type { ToolCatalogue } from "#server/context.ts";
import type { Step } from "#server/core/plan.ts";
import { jsonText } from "#test/openai-simulator.ts";
import { builtInCatalogue, noSecrets } from "#test/tools/built-in-catalogue.ts";
import { startHttpServer } from "#test/tools/http-server.ts";
import { MEETS, openStepWorld } from "./step-world.ts";

const VALUE = "the-value-of-the-token";
const echo = await startHttpServer(({ url, headers, body }, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ url, key: headers["x-key"] ?? null, body }));
});
const world = await openStepWorld();
afterAll(async () => {
  await world.close();
  await echo.close();
});
beforeEach(() => {
  echo.received.length = 0;
});

const redactor = createRedactor([{ name: "TOKEN", value: VALUE }]);
const tools = (): ToolCatalogue =>
  builtInCatalogue(
    { egressAllow: ["127.0.0.1/32"], dataDir: world.folder, filesFolder: world.folder },
    {
      ...noSecrets,
      read: async (names) => {
        const missing = names.find((name) => name !== "TOKEN");
        return missing === undefined ? ok(new Map([["TOKEN", VALUE]])) : err({ missing });
      },
      redact: (value) => redactor.json(value),
      redactText: (text) => redactor.text(text),
    },
  );

const act = (step: Partial<Step>, request: Partial<AttemptRequest> = {}): Promise<AttemptResult> =>
  world.act({ step: { kind: "tool", tool: "http_request", expectedOutput: "", ...step }, request }, tools);

const input = (over: object = {}) => ({
  url: echo.url,
  headers: { "x-key": "Key {{secret.TOKEN}}" },
  ...over,
});

test("the call gets the value, and nothing that is kept of it has it", async () => {
  const result = await act({ input: input({ method: "POST", body: "$fetch.output" }) });

  expect(echo.received[0]?.headers["x-key"]).toBe(`Key ${VALUE}`);
  expect(result).toMatchObject({
    type: "completed",
    input: input({ method: "POST", body: { total: 3 } }),
    output: { body: { key: "Key (secret TOKEN)" } },
  });
  expect(world.announced.at(-1)?.input).toMatchObject(input());
  expect(JSON.stringify([result, world.announced])).not.toContain(VALUE);
});

test("what a step gave, or a payload brought, names no secret (SEC-A01)", async () => {
  const hostile = "{{secret.TOKEN}} ${{ secrets.TOKEN }} $fetch.output";
  const results = { fetch: { status: "completed", output: { text: hostile } } } as const;

  await act({ input: input({ method: "POST", body: { inside: "it: ${fetch.output.text}" } }) }, { results });
  await act(
    { usesRunInput: true, input: { url: echo.url, method: "POST", body: "$input" } },
    { runInput: { note: "{{secret.TOKEN}}" } },
  );

  expect(JSON.parse(echo.received[0]?.body ?? "")).toEqual({ inside: `it: ${hostile}` });
  expect(JSON.parse(echo.received[1]?.body ?? "")).toEqual({ note: "{{secret.TOKEN}}" });
});

test("an approved input gets the value as the plan places it; an edited text gets none and is not sent", async () => {
  const asked = await act({ input: input(), approval: {} });
  const approved = await act({ input: input(), approval: {} }, { approvedInput: { value: input() } });
  const moved = { url: `${echo.url}/?k={{secret.TOKEN}}`, headers: { "x-key": "none" } };
  const edited = await act({ input: input(), approval: {} }, { approvedInput: { value: moved } });

  expect(asked).toMatchObject({ type: "needs_approval", input: input() });
  expect(approved.type).toBe("completed");
  expect(edited).toMatchObject({ type: "failed", retry: "not_retryable" });
  expect(echo.received.map(({ url }) => url)).toEqual(["/"]);
});

test("a model that fills in the rest cannot name a secret", async () => {
  world.simulator.reply(
    jsonText({ path: "a.txt", content: "{{secret.TOKEN}}", encoding: "utf8", append: false }),
    jsonText(MEETS),
  );
  const result = await world.think(
    { step: { kind: "tool", tool: "write_file", input: { path: "a.txt" }, expectedOutput: "" } },
    tools,
  );

  expect(result).toMatchObject({ type: "completed", input: { content: "{{secret.TOKEN}}" } });
  expect(JSON.stringify(result)).not.toContain(VALUE);
});

test("checks and preconditions look with secrets as well", async () => {
  const looks = { path: "body.key", op: "==", value: "Key (secret TOKEN)" } as const;
  const checked = await act({
    kind: "check",
    input: input(),
    check: { ...looks, everySeconds: 1, withinSeconds: 5 },
  });
  const skipped = await act({
    input: { url: echo.url },
    precondition: { tool: "http_request", input: input(), ...looks },
  });

  expect([checked.type, skipped.type]).toEqual(["completed", "completed"]);
  expect(echo.received.map(({ headers }) => headers["x-key"])).toEqual([
    `Key ${VALUE}`,
    `Key ${VALUE}`,
    undefined,
  ]);
});

test.each([
  ["write_file", { path: "a.txt", content: "{{secret.TOKEN}}" }, "takes no secrets"],
  ["http_request", { url: "https://a.example/{{secret.OTHER}}" }, 'no secret "OTHER"'],
])("%s with %j fails at once, and says why", async (tool, given, words) => {
  const result = await act({ tool, input: given });

  expect(result).toMatchObject({
    type: "failed",
    retry: "not_retryable",
    error: { message: expect.stringContaining(words) },
  });
});
