import { type Context as Request, Hono } from "hono";
import { deleteCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { AppError } from "#server/errors.ts";
import { type Access, COOKIE_NAME, COOKIE_SECONDS, remoteAddress } from "./access.ts";
import { plainPage, plainPageCss } from "./plain-page.ts";

/** The way in for people: a page that trades the access token for a cookie. */
export function signInPages(access: Access | null, options: { isHttps: boolean }) {
  const cookie = { httpOnly: true, sameSite: "Lax", secure: options.isHttps, path: "/" } as const;

  return new Hono()
    .get("/sign-in.css", (c) =>
      c.body(plainPageCss, 200, {
        "Content-Type": "text/css; charset=utf-8",
        "Cache-Control": "public, max-age=3600",
      }),
    )
    .get("/sign-in", (c) =>
      access === null ? c.redirect("/", 303) : c.html(signInPage(ownPath(c.req.query("next")), null)),
    )
    .post("/sign-in", async (c) => {
      const next = ownPath(await field(c, "next"));
      if (access === null) return c.redirect(next, 303);
      try {
        await access.checkToken((await field(c, "token")).trim(), `person ${remoteAddress(c)}`);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const status = error.code === "too-many-requests" ? 429 : 401;
        const seconds = error.details?.["retry-after"];
        if (typeof seconds === "number") c.header("Retry-After", String(seconds));
        return c.html(signInPage(next, error.message), status);
      }
      setCookie(c, COOKIE_NAME, access.sealCookie(), { ...cookie, maxAge: COOKIE_SECONDS });
      return c.redirect(next, 303);
    })
    .post("/sign-out", (c) => {
      deleteCookie(c, COOKIE_NAME, cookie);
      return c.redirect("/sign-in", 303);
    });
}

async function field(c: Request, name: string): Promise<string> {
  const type = c.req.header("content-type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new AppError(
      "unsupported-media-type",
      `The sign-in form is "${type.slice(0, 100)}". Send it as application/x-www-form-urlencoded.`,
    );
  }
  const value = (await c.req.parseBody())[name];
  return typeof value === "string" ? value : "";
}

/** Only a path of this server: a link to the sign-in page cannot lead elsewhere afterwards. */
function ownPath(next: string | undefined): string {
  if (next === undefined || !next.startsWith("/")) return "/";
  const here = "http://localhost";
  const url = URL.parse(next, here);
  return url?.origin === here ? url.pathname + url.search : "/";
}

function signInPage(next: string, problem: string | null) {
  return plainPage(
    "Sign in · Stepwright",
    html`<main class="card">
<p class="brand">Stepwright</p>
<h1>Sign in</h1>
<p class="quiet" id="hint">This server asks for its access token: the value of ACCESS_TOKEN where it was started.</p>
<form method="post" action="/sign-in">
<input type="hidden" name="next" value="${next}">
<label for="token">Access token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus
  aria-describedby="${problem === null ? "hint" : "problem"}" ${problem === null ? "" : html`aria-invalid="true"`}>
${problem === null ? "" : html`<p class="problem" id="problem" role="alert">${problem}</p>`}
<button type="submit">Sign in</button>
</form>
</main>`,
  );
}
