import { afterAll, expect, test } from "vitest";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const TOKEN = "correct-horse-battery-staple";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

const opened = await openTestContext();
const servers: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
  await opened.close();
});

async function serve(environment: Record<string, string> = { ACCESS_TOKEN: TOKEN }) {
  const server = await serveApp(opened.ctx, environment);
  servers.push(server);
  return server.url;
}

function signIn(url: string, token: string, next = "/", headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ token, next }).toString();
  return send(url, "/sign-in", { method: "POST", body, headers: { ...FORM, ...headers } });
}

function cookieOf(answer: { headers: Record<string, string | string[] | undefined> }): string {
  return String(answer.headers["set-cookie"]);
}

test("without a token only probes and the way in are open", async () => {
  const url = await serve();

  for (const path of ["/api/health", "/sign-in", "/sign-in.css"])
    expect((await send(url, path)).status).toBe(200);
  for (const path of ["/api/agents", "/api/docs", "/api/openapi.json", "/api/nothing", "/anything"]) {
    const answer = await send(url, path);
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toContain("Bearer");
  }
});

test("a browser is led to the sign-in page and back to where it wanted to go", async () => {
  const url = await serve();

  const sent = await send(url, "/runs/run_1?tab=log", { headers: { Accept: "text/html" } });
  const answer = await signIn(url, TOKEN, "/runs/run_1?tab=log");

  expect(sent.status).toBe(303);
  expect(sent.headers["location"]).toBe("/sign-in?next=%2Fruns%2Frun_1%3Ftab%3Dlog");
  expect(answer.status).toBe(303);
  expect(answer.headers["location"]).toBe("/runs/run_1?tab=log");
});

test("a program gets in with the bearer token", async () => {
  const url = await serve();

  expect((await send(url, "/api/agents", { headers: { Authorization: `Bearer ${TOKEN}` } })).status).toBe(
    200,
  );
  expect((await send(url, "/api/agents", { headers: { Authorization: `Bearer ${TOKEN}x` } })).status).toBe(
    401,
  );
  expect((await send(url, "/api/agents", { headers: { Authorization: `Basic ${TOKEN}` } })).status).toBe(401);
});

test("the cookie opens the door, is not readable by scripts and does not hold the token", async () => {
  const url = await serve();

  const cookie = cookieOf(await signIn(url, TOKEN));
  const pair = cookie.split(";")[0] ?? "";

  expect(cookie).toContain("HttpOnly");
  expect(cookie).toContain("SameSite=Lax");
  expect(cookie).not.toContain("Secure");
  expect(cookie).not.toContain(TOKEN);
  expect((await send(url, "/api/agents", { headers: { Cookie: pair } })).status).toBe(200);
});

test("a cookie that was changed, or made by another token, opens nothing", async () => {
  const url = await serve();
  const other = await serve({ ACCESS_TOKEN: "another-token-of-enough-length" });

  const pair = cookieOf(await signIn(url, TOKEN)).split(";")[0] ?? "";
  const later = pair.replace(/=(\d+)/, (_all, endsAt: string) => `=${Number(endsAt) + 1}`);

  expect((await send(url, "/api/agents", { headers: { Cookie: later } })).status).toBe(401);
  expect((await send(url, "/api/agents", { headers: { Cookie: "stepwright_access=" } })).status).toBe(401);
  expect((await send(other, "/api/agents", { headers: { Cookie: pair } })).status).toBe(401);
});

test("under https the cookie is only sent over https", async () => {
  const url = await serve({ ACCESS_TOKEN: TOKEN, PUBLIC_URL: "https://plans.example" });

  expect(cookieOf(await signIn(url, TOKEN, "/", { Host: "plans.example" }))).toContain("Secure");
});

test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""])(
  "signing in never leads to %j",
  async (next) => {
    const url = await serve();

    expect((await signIn(url, TOKEN, next)).headers["location"]).toBe("/");
  },
);

test("a wrong token shows the page again with a sentence", async () => {
  const url = await serve();

  const answer = await signIn(url, "<script>alert(1)</script>");

  expect(answer.status).toBe(401);
  expect(answer.body).toContain('role="alert"');
  expect(answer.body).not.toContain("<script");
  expect(answer.headers["set-cookie"]).toBeUndefined();
});

test("after ten wrong tries the door stays closed, for the right token too", async () => {
  const url = await serve();
  for (let tries = 0; tries < 10; tries += 1) expect((await signIn(url, `wrong ${tries}`)).status).toBe(401);

  const answer = await signIn(url, TOKEN);

  expect(answer.status).toBe(429);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(answer.headers["set-cookie"]).toBeUndefined();
});

test("a program with a wrong token is stopped after ten tries, a signed-in person is not", async () => {
  const url = await serve();
  const pair = cookieOf(await signIn(url, TOKEN)).split(";")[0] ?? "";
  const wrong = { Authorization: "Bearer not-the-token" };
  for (let tries = 0; tries < 10; tries += 1) await send(url, "/api/agents", { headers: wrong });

  expect((await send(url, "/api/agents", { headers: wrong })).status).toBe(429);
  expect((await send(url, "/api/agents", { headers: { Cookie: pair } })).status).toBe(200);
});

test("signing out takes the cookie back; another page cannot sign anybody in or out", async () => {
  const url = await serve();
  const pair = cookieOf(await signIn(url, TOKEN)).split(";")[0] ?? "";

  const out = await send(url, "/sign-out", { method: "POST", headers: { Cookie: pair } });
  const foreign = await signIn(url, TOKEN, "/", { Origin: "https://evil.example" });

  expect(cookieOf(out)).toContain("Max-Age=0");
  expect(foreign.status).toBe(403);
});
