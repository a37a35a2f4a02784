import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { createWebhook } from "#server/services/create-webhook.ts";
import { newWebhookViewSchema, webhookViewSchema } from "#server/core/trigger-views.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { makePlan } from "#test/make.ts";
import { JSON_TYPE, standardHeaders, tokenHeaders } from "#test/hooks/senders.ts";

const TOKEN = "correct-horse-battery-staple";
const BEARER = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };

const opened = await openTestContext();
const server = await serveApp(opened.ctx, { ACCESS_TOKEN: TOKEN });
const plan = makePlan({ read: [] }, { read: { usesRunInput: true } });
afterAll(async () => {
  await server.close();
  await opened.close();
});

async function ask(method: string, path: string, body?: unknown) {
  const answer = await send(server.url, path, {
    method,
    headers: BEARER,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const value: ReturnType<typeof JSON.parse> = answer.body === "" ? null : JSON.parse(answer.body);
  return { status: answer.status, value };
}

async function make(over: Record<string, unknown> = {}) {
  const { agentId } = await seedAgent(opened.ctx, plan);
  const { value } = await ask("POST", `/api/agents/${agentId}/webhooks`, { title: "The shop", ...over });
  return newWebhookViewSchema.parse(value);
}

test("a webhook is made, listed, renamed, turned off and deleted, and its secret is shown once", async () => {
  const made = await make();
  const path = `/api/webhooks/${made.webhookId}`;

  const listed = await ask("GET", `/api/agents/${made.agentId}/webhooks`);
  const read = await ask("GET", path);
  const changed = await ask("PATCH", path, { title: "The other shop", enabled: false });
  const gone = await ask("DELETE", path);

  const { secret, ...view } = made;
  expect(made).toMatchObject({
    scheme: "standard",
    enabled: true,
    url: `${server.url}/hooks/${made.webhookId}`,
  });
  expect(secret).toMatch(/^whsec_/);
  expect(listed.value).toEqual({ items: [{ ...view, warnings: view.warnings }], nextCursor: null });
  expect(webhookViewSchema.strict().parse(read.value)).toEqual(view);
  expect(changed.value).toMatchObject({ title: "The other shop", enabled: false });
  expect(gone.status).toBe(204);
  expect((await ask("GET", path)).status).toBe(404);
});

test("a delivery needs neither the access token, nor an origin of ours, nor a host that we know", async () => {
  const made = await make();

  const answer = await send(server.url, `/hooks/${made.webhookId}`, {
    method: "POST",
    body: "{}",
    headers: {
      ...JSON_TYPE,
      ...standardHeaders(made.secret, "{}"),
      Host: "tunnel.example",
      Origin: "https://shop.example",
      "Sec-Fetch-Site": "cross-site",
    },
  });

  expect(answer.status).toBe(202);
});

test("a delivery is tried out from the page, and an earlier one sent again", async () => {
  const made = await make({ scheme: "token" });
  const path = `/api/webhooks/${made.webhookId}`;
  const body = '"{\\"a\\":1}"';

  await send(server.url, `/hooks/${made.webhookId}`, {
    method: "POST",
    body,
    headers: { ...JSON_TYPE, ...tokenHeaders(made.secret) },
  });
  const tried = await ask("POST", `${path}/test`, { payload: { n: 1 } });
  const before = await ask("GET", `${path}/deliveries`);
  const again = await ask("POST", `${path}/test`, { deliveryId: before.value.items[1].id });
  const page = await ask("GET", `${path}/deliveries?limit=2`);
  const rest = await ask("GET", `${path}/deliveries?limit=2&cursor=${page.value.nextCursor}`);

  const run = await ask("GET", `/api/runs/${tried.value.runId}`);
  const repeated = await ask("GET", `/api/runs/${again.value.runId}`);
  expect([tried.status, again.status]).toEqual([202, 202]);
  expect(run.value.input).toEqual({ n: 1 });
  expect(run.value.trigger).toMatchObject({ type: "webhook", webhookId: made.webhookId });
  expect(repeated.value.trigger.deliveryId).toMatch(/^test_/);
  const items = z.array(z.object({ verdict: z.string(), runId: z.string() }).loose());
  expect(items.parse([...page.value.items, ...rest.value.items])).toMatchObject([
    { verdict: "test", runId: again.value.runId },
    { verdict: "test", runId: tried.value.runId },
    { verdict: "accepted" },
  ]);
  expect(rest.value.nextCursor).toBeNull();
  expect((await ask("POST", `${path}/test`, { deliveryId: "dlv_other" })).status).toBe(404);
  expect((await ask("POST", `${path}/test`, { deliveryId: "x", payload: 1 })).status).toBe(422);
});

test("the description tells senders of the door, and people of the webhooks", async () => {
  const { value } = await ask("GET", "/api/openapi.json");

  expect(Object.keys(value.paths["/hooks/{webhookId}"].post.responses)).toEqual(
    expect.arrayContaining(["200", "202", "401", "408", "413", "429", "503"]),
  );
  expect(Object.keys(value.paths)).toEqual(
    expect.arrayContaining(["/api/webhooks/{webhookId}/test", "/api/agents/{agentId}/webhooks"]),
  );
});

test("a rotation answers the new secret, and says until when the other one counts", async () => {
  const made = await make({ scheme: "github" });

  const { status, value } = await ask("POST", `/api/webhooks/${made.webhookId}/rotate`);

  expect(status).toBe(200);
  expect(value.secret).not.toBe(made.secret);
  expect(Date.parse(value.previousUntil)).toBeGreaterThan(Date.now() + 23 * 60 * 60_000);
});

test.each([
  [{ title: " " }, "title", "what sends here"],
  [{ title: "x".repeat(121) }, "title", "at most 120"],
  [{ title: "a\u202eb" }, "title", "U+202E"],
  [{ title: "a\u0007b" }, "title", "U+0007"],
  [{ title: "a\nb" }, "title", "one line"],
  [{ title: "Shop", scheme: "md5" }, "scheme", "standard"],
  [{ title: "Shop", scheme: "token", secret: "short" }, "secret", "16 to 200"],
  [{ title: "Shop", scheme: "token", secret: "with spaces in the token" }, "secret", "no spaces"],
  [{ title: "Shop", secret: "not a whsec" }, "secret", "whsec_"],
])("a webhook of %j is refused at its field", async (body, field, words) => {
  const { agentId } = await seedAgent(opened.ctx, plan);

  const { status, value } = await ask("POST", `/api/agents/${agentId}/webhooks`, body);

  expect(status).toBe(422);
  expect(value.issues).toMatchObject([{ path: field }]);
  expect(value.issues[0].message).toContain(words);
});

test("another rotation while the secret before the last one counts is refused unless it is forced", async () => {
  const made = await make();
  const path = `/api/webhooks/${made.webhookId}/rotate`;
  const { value: rotated } = await ask("POST", path);

  const refused = await ask("POST", path);
  const forced = await ask("POST", path, { force: true });

  expect(refused.status).toBe(409);
  expect(refused.value.previousUntil).toBe(rotated.previousUntil);
  expect(refused.value.detail).toContain('"force": true');
  expect(forced.status).toBe(200);
});

test("an agent has at most a hundred webhooks", async () => {
  const { agentId, webhookId } = await make();
  for (let count = 1; count < 100; count += 1) {
    await createWebhook(opened.ctx, { agentId, title: "Shop", origin: server.url });
  }

  const more = await ask("POST", `/api/agents/${agentId}/webhooks`, { title: "Shop" });
  await ask("DELETE", `/api/webhooks/${webhookId}`);
  const after = await ask("POST", `/api/agents/${agentId}/webhooks`, { title: "Shop" });

  expect(more.status).toBe(409);
  expect(more.value.detail).toContain("100 is the most");
  expect(after.status).toBe(201);
});

test("a run input of more values than are taken, or with a number without end, is refused in words", async () => {
  const { agentId } = await seedAgent(opened.ctx, plan);
  const start = async (body: string) => {
    const answer = await send(server.url, `/api/agents/${agentId}/runs`, {
      method: "POST",
      headers: BEARER,
      body,
    });
    return [answer.status, JSON.parse(answer.body).detail];
  };

  expect(await start(`{"input":[${"{},".repeat(330_000)}{}]}`)).toEqual([
    413,
    expect.stringContaining("more than 10,000 values"),
  ]);
  expect(await start('{"input":{"n":1e999}}')).toEqual([422, expect.stringContaining('"1e999"')]);
  expect((await start(JSON.stringify({ input: "[0,".repeat(330_000) })))[0]).toBe(202);
});

test("a webhook warns while nothing is saved, and when no step works on what it brings", async () => {
  const { value: agent } = await ask("POST", "/api/agents", { name: "Empty" });
  const { agentId } = await seedAgent(opened.ctx, makePlan({ read: [] }));
  const codesOf = async (id: string) => {
    const { value } = await ask("POST", `/api/agents/${id}/webhooks`, { title: "Shop" });
    return newWebhookViewSchema.parse(value).warnings.map(({ code }) => code);
  };

  expect(await codesOf(agent.agentId)).toEqual(["nothing_saved"]);
  expect(await codesOf(agentId)).toEqual(["payload_unused"]);
  expect((await make()).warnings).toEqual([]);
});

test("the figures count deliveries by what became of them", async () => {
  const made = await make({ scheme: "token" });
  const deliver = (secret: string) =>
    send(server.url, `/hooks/${made.webhookId}`, {
      method: "POST",
      body: "{}",
      headers: { ...JSON_TYPE, ...tokenHeaders(secret) },
    });
  await deliver(made.secret);
  await deliver(made.secret);
  await deliver("wrong");

  const { body } = await send(server.url, "/metrics", { headers: BEARER });

  for (const verdict of ["repeated", "bad_signature", "accepted"]) {
    expect(body).toMatch(new RegExp(`stepwright_webhook_deliveries_total\\{verdict="${verdict}"\\} [1-9]`));
  }
});
