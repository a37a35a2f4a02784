import { afterAll, expect, test } from "vitest";
import { secrets } from "#db/schema.ts";
import { makePlan } from "#test/make.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openSecretStore } from "#server/services/secret-store.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const opened = await openTestContext({ EGRESS_ALLOW: "127.0.0.1/32" });
const server = await serveApp(opened.ctx);
afterAll(async () => {
  await server.close();
  await opened.close();
});

async function ask(method: string, path: string, body?: unknown) {
  const headers = { "Content-Type": "application/json" };
  const answer = await send(server.url, path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: answer.body === "" ? null : JSON.parse(answer.body) };
}

test("a secret is kept, listed without its value, replaced and forgotten", async () => {
  const made = await ask("PUT", "/api/secrets/API_TOKEN", { value: "first-value" });
  const replaced = await ask("PUT", "/api/secrets/API_TOKEN", { value: "second-value" });
  const listed = await ask("GET", "/api/secrets");
  const values = await opened.ctx.secrets.read(["API_TOKEN"]);
  const [row] = await opened.ctx.db.select().from(secrets);
  const gone = await ask("DELETE", "/api/secrets/API_TOKEN");

  expect([made.status, replaced.status, gone.status]).toEqual([201, 200, 204]);
  expect(listed.body.items).toEqual([
    {
      name: "API_TOKEN",
      createdAt: made.body.createdAt,
      updatedAt: expect.any(String),
      keyId: expect.stringMatching(/^[0-9a-f]{12}$/),
      usedBy: [],
    },
  ]);
  expect(JSON.stringify([made, replaced, listed])).not.toContain("-value");
  expect(values).toEqual({ ok: true, value: new Map([["API_TOKEN", "second-value"]]) });
  expect(row?.sealed).not.toContain("second-value");
  expect((await ask("GET", "/api/secrets/API_TOKEN")).status).toBe(404);
});

test.each([
  ["API TOKEN", "long-enough", "cannot name a secret. Use a letter"],
  ["1ST", "long-enough", "cannot name a secret"],
  ["SHORT", "1234567", "7 characters that can be seen. A secret needs at least 8"],
  ["BLANK", "a         b", "2 characters that can be seen"],
  ["NUL", "12345678\u0000", "U+0000"],
  ["LONG", "x".repeat(20_000), "longer than 16 KB"],
])(
  "the secret %s with such a value is refused in words, and the value is not quoted",
  async (name, value, words) => {
    const answer = await ask("PUT", `/api/secrets/${encodeURIComponent(name)}`, { value });

    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain(words);
    expect(JSON.stringify(answer.body)).not.toContain(value);
  },
);

test("a secret that a saved plan names is not forgotten by mistake", async () => {
  await ask("PUT", "/api/secrets/NAMED", { value: "value-of-named" });
  const plan = makePlan(
    { post: [] },
    { post: { kind: "tool", tool: "http_request", input: { url: "https://a.example/{{secret.NAMED}}" } } },
  );
  await seedAgent(opened.ctx, plan);

  const refused = await ask("DELETE", "/api/secrets/NAMED");
  const forced = await ask("DELETE", "/api/secrets/NAMED?force=true");

  expect(refused.status).toBe(409);
  expect(refused.body.detail).toMatch(
    /^"NAMED" is named by the saved plan of ".+", which would fail without it\./,
  );
  expect(forced.status).toBe(204);
});

test("a secret that a person pastes into the conversation is kept as a reference", async () => {
  await ask("PUT", "/api/secrets/PASTED", { value: "value-of-pasted" });
  const { body: agent } = await ask("POST", "/api/agents", { name: "Pasting" });

  await send(server.url, `/api/agents/${agent.slug}/chat`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      message: {
        id: "msg-1",
        role: "user",
        parts: [{ type: "text", text: "1. Fetch with value-of-pasted\n2. Tell me" }],
      },
    }),
  });
  const { body } = await ask("GET", `/api/agents/${agent.slug}/messages`);

  expect(JSON.stringify(body)).toContain("Fetch with {{secret.PASTED}}");
  expect(JSON.stringify(body)).not.toContain("value-of-pasted");
});

test("a value that was replaced or forgotten while a call is under way stays hidden, also after a start", async () => {
  const echo = await startHttpServer(({ headers }, response) => {
    setTimeout(() => response.end(`it was ${headers["x-key"]}`), 700);
  });
  await ask("PUT", "/api/secrets/RACE", { value: "value-before-the-race" });
  const input = { url: echo.url, headers: { "x-key": "{{secret.RACE}}" } };
  const calling = ask("POST", "/api/tools/http_request/try", { input });
  await expect.poll(() => echo.received.length).toBe(1);
  await ask("PUT", "/api/secrets/RACE", { value: "value-after-the-race" });
  await ask("DELETE", "/api/secrets/RACE");
  const called = await calling;
  const store = await openSecretStore({
    db: opened.ctx.db,
    sealing: opened.ctx.sealing,
    own: [],
    log: () => null,
  });
  await echo.close();

  expect(called.body.outcome).toMatchObject({ type: "completed", output: { body: "it was (secret RACE)" } });
  expect(store.redactText("value-before-the-race, value-after-the-race")).toBe(
    "(secret RACE), (secret RACE)",
  );
});
