import { Hono } from "hono";
import { html } from "hono/html";
import { plainPage, plainPageCss } from "./plain-page.ts";
import { problem } from "./problem.ts";
import { securityHeaders } from "./security-headers.ts";

const RETRY_SECONDS = 2;
const headers = { "Retry-After": String(RETRY_SECONDS), "Cache-Control": "no-store" };

/** What the doors answer until everything behind them is open: a page that looks again to people. */
export function startingApp(options: { isHttps: boolean }) {
  return new Hono()
    .use(securityHeaders(options))
    .get("/api/health", (c) => c.json({ status: "ok" }))
    .get("/sign-in.css", (c) => c.body(plainPageCss, 200, { "Content-Type": "text/css; charset=utf-8" }))
    .all("*", (c) => {
      const isForPeople = c.req.method === "GET" && c.req.header("accept")?.includes("text/html");
      if (isForPeople) return c.html(startingPage(), 503, headers);
      return problem({ status: 503, detail: "Stepwright is starting. Try again in a moment.", headers });
    });
}

function startingPage() {
  return plainPage(
    "Stepwright is starting…",
    html`<main class="card">
<p class="brand">Stepwright</p>
<h1>Stepwright is starting…</h1>
<p class="quiet">This page looks again by itself. The first start takes some seconds.</p>
</main>`,
    { reloadSeconds: RETRY_SECONDS },
  );
}
