import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { settingsViewSchema } from "#server/core/settings.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const KEY = "sk-live-key-that-must-not-be-seen";
const opened = await openTestContext({ OPENAI_API_KEY: KEY, MODEL: "openai:gpt-5.2" });
const server = await serveApp(opened.ctx, { OPENAI_API_KEY: KEY });
afterAll(async () => {
  await server.close();
  await opened.close();
});

async function put(change: unknown) {
  const headers = { "Content-Type": "application/json" };
  return send(server.url, "/api/settings", { method: "PUT", body: JSON.stringify(change), headers });
}

test("the settings say whether a key is set, and never the key", async () => {
  const answer = await send(server.url, "/api/settings");

  expect(settingsViewSchema.parse(JSON.parse(answer.body)).model).toMatchObject({
    planner: "openai:gpt-5.2",
    hasKey: true,
    hasStepModel: true,
  });
  expect(answer.body).not.toContain(KEY);
});

test("the settings name the folder that people put files in", async () => {
  const answer = await send(server.url, "/api/settings");

  expect(JSON.parse(answer.body).filesFolder).toBe(join(opened.ctx.config.dataDir, "files"));
});

test("a policy for a tool holds at once and can be taken back", async () => {
  const policyOf = () => opened.ctx.tools.find("write_file")?.policy;
  const before = policyOf();

  const changed = await put({ toolPolicies: { write_file: "needs_approval" } });
  await expect.poll(policyOf).toBe("needs_approval");
  await put({ toolPolicies: { write_file: null } });
  await expect.poll(policyOf).toBe(before);

  expect(settingsViewSchema.parse(JSON.parse(changed.body)).toolPolicies).toEqual({
    write_file: "needs_approval",
  });
});

test.each([
  ["of a tool", (name: string) => ({ toolPolicies: { [name]: "off" } })],
  ["of a database", (name: string) => ({ databases: { [name]: "postgres://db/x" } })],
  ["of a model", (name: string) => ({ prices: { [name]: null } })],
  ["of a setting", (name: string) => ({ [name]: 1 })],
])("a very long name %s is shortened in the answer", async (_what, change) => {
  const answer = await put(change("n".repeat(900_000)));

  expect(answer.status).toBe(422);
  expect(answer.body.length).toBeLessThan(20_000);
});

test("very many unknown names are told of in a short answer", async () => {
  const names = Array.from({ length: 2_000 }, (_, number) => [`nobody_${number}`, "off"]);

  const answer = await put({ toolPolicies: Object.fromEntries(names) });

  expect(answer.status).toBe(422);
  expect(answer.body.length).toBeLessThan(20_000);
});

const PRICE = { inputUsd: 1.25, cachedInputUsd: 0.125, outputUsd: 10 };

test("prices are none until a person enters them, and change one by one", async () => {
  const pricesIn = (body: string) => settingsViewSchema.parse(JSON.parse(body)).prices;

  expect(pricesIn((await send(server.url, "/api/settings")).body)).toEqual({});
  await put({ prices: { "gpt-5.2": PRICE } });
  const both = await put({ prices: { "llama3.3:70b": { ...PRICE, inputUsd: 0 } } });
  const one = await put({ prices: { "gpt-5.2": null } });

  expect(pricesIn(both.body)).toEqual({ "gpt-5.2": PRICE, "llama3.3:70b": { ...PRICE, inputUsd: 0 } });
  expect(pricesIn(one.body)).toEqual({ "llama3.3:70b": { ...PRICE, inputUsd: 0 } });
  expect(JSON.parse(one.body).toolPolicies).toBeDefined();
});

test("more prices than a person would enter are refused, and those that stand stay", async () => {
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`model-${index}`, PRICE]));
  const before = (await send(server.url, "/api/settings")).body;

  const answer = await put({ prices: many });

  expect(answer.status).toBe(422);
  expect(JSON.parse(answer.body).detail).toContain("at most 500");
  expect((await send(server.url, "/api/settings")).body).toBe(before);
});

test("a tool that is switched off is not called", async () => {
  await put({ toolPolicies: { transform: "off" } });
  await expect.poll(() => opened.ctx.tools.find("transform")?.policy).toBe("off");

  const outcome = await opened.ctx.tools.call(
    "transform",
    { expression: "1 + 1", data: null },
    {
      runId: "run_1",
      stepId: "sum",
      folder: opened.ctx.config.dataDir,
      signal: new AbortController().signal,
      idempotencyKey: "run_1/sum",
    },
  );

  expect(outcome).toMatchObject({ type: "failed", retry: "not_retryable" });
});

test.each([
  [{ toolPolicies: { teleport: "off" } }, 'no tool "teleport"'],
  [{ toolPolicies: { write_file: "maybe" } }, '"toolPolicies.write_file" is "maybe"'],
  [{ prices: { "gpt 5": PRICE } }, "the model id alone"],
  [{ prices: { "openai:gpt-5.2": PRICE } }, 'without "openai:"'],
  [{ prices: { "gpt-5.2": { ...PRICE, outputUsd: -1 } } }, '"prices.gpt-5.2.outputUsd" is -1'],
  [{ prices: { "gpt-5.2": { inputUsd: 1, outputUsd: 1 } } }, '"prices.gpt-5.2.cachedInputUsd" is missing'],
  [{ model: "openai:gpt-5.2" }, '"model" is not a field here'],
])("%j is refused in words", async (change, words) => {
  const answer = await put(change);

  expect(answer.status).toBe(422);
  expect(JSON.parse(answer.body).detail).toContain(words);
});

test.each([
  ["a name that objects keep for themselves", '{"prices": {"__proto__": PRICE}}', "prices.__proto__"],
  ["that name among others", '{"prices": {"big": PRICE, "\\u005f_proto__": null}}', "prices.__proto__"],
  ["that name for a tool", '{"toolPolicies": {"__proto__": "allowed"}}', "toolPolicies.__proto__"],
  ["a control character", '{"prices": {"big\\u0001": PRICE}}', "prices.big\u0001"],
])("a model id with %s is refused", async (_what, body, path) => {
  const headers = { "Content-Type": "application/json" };
  const answer = await send(server.url, "/api/settings", {
    method: "PUT",
    body: body.replaceAll("PRICE", JSON.stringify(PRICE)),
    headers,
  });

  expect(answer.status).toBe(422);
  expect(JSON.parse(answer.body).issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
});

test("how long runs are kept is nothing until it is set, goes back to that, and has its limits", async () => {
  const daysIn = (body: string) => settingsViewSchema.parse(JSON.parse(body)).keepRunsDays;

  expect(daysIn((await send(server.url, "/api/settings")).body)).toBeNull();
  expect(daysIn((await put({ keepRunsDays: 3_650 })).body)).toBe(3_650);
  expect(daysIn((await put({ keepRunsDays: 1 })).body)).toBe(1);
  for (const keepRunsDays of [0, 3_651, 1.5, "30"]) expect((await put({ keepRunsDays })).status).toBe(422);
  expect(daysIn((await put({ keepRunsDays: null })).body)).toBeNull();
});
