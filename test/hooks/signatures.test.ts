import { sign, verify } from "@octokit/webhooks-methods";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import type { WebhookScheme } from "#server/core/trigger.ts";
import { checkSender } from "#server/services/check-sender.ts";
import { keyOf } from "#server/services/webhook-secret.ts";
import { githubHeaders, type Headers, standardHeaders } from "./senders.ts";

const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

// Escapes, number forms, spacing and the order of keys as writers of JSON may choose them.
const spaces = fc.constantFrom("", " ", "\n", "\t", "  ");
const text = fc
  .array(fc.constantFrom("a", "ü", "\\u001B", "\\u001b", "\\/", "/", "\\n", "𝄞", "\\ud834\\udd1e", " "))
  .map((parts) => `"${parts.join("")}"`);
const scalar = fc.oneof(text, fc.constantFrom("1", "1.0", "1e2", "1E+2", "-0", "true", "null", "0.10"));
const document = fc
  .array(fc.tuple(text, spaces, scalar, spaces), { maxLength: 8 })
  .map((fields) => `{${fields.map(([k, a, v, b]) => `${k}${a}:${b}${v}`).join(",")}}`);

function accepts(
  scheme: WebhookScheme,
  headers: Headers,
  body: string | Buffer,
  secrets = [SECRET],
): boolean {
  const keys = secrets.map((secret) => keyOf(scheme, secret));
  try {
    const header = (name: string) => headers[name] ?? null;
    checkSender(scheme, header, { keys, now: new Date() }).verify(Buffer.from(body));
    return true;
  } catch {
    return false;
  }
}

test("WEBHOOK-A07: a thousand documents verify, however their sender writes JSON", async () => {
  await fc.assert(
    fc.asyncProperty(document, async (body) => {
      expect(accepts("standard", standardHeaders(SECRET, body), body)).toBe(true);
      expect(accepts("github", await githubHeaders(SECRET, body), body)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("a signature that the libraries refuse is refused here, and one that they take is taken", async () => {
  const bodies = fc.constantFrom('{"a":1}', '{"a":2}', "ü", "x");
  const secrets = fc.constantFrom(SECRET, OTHER);
  await fc.assert(
    fc.asyncProperty(bodies, bodies, secrets, async (signed, sent, secret) => {
      const headers = standardHeaders(secret, signed);
      expect(accepts("standard", headers, sent)).toBe(takenByLibrary(headers, sent));
      const signature = await sign(secret, signed);
      expect(accepts("github", { "x-hub-signature-256": signature }, sent)).toBe(
        await verify(SECRET, sent, signature),
      );
    }),
  );
});

test("one of several signatures is enough, as senders add one while they change their secret", () => {
  const one = standardHeaders(OTHER, "{}", { id: "m" });
  const both = `${one["webhook-signature"]} ${standardHeaders(SECRET, "{}", { id: "m" })["webhook-signature"]}`;

  expect(accepts("standard", one, "{}")).toBe(false);
  expect(accepts("standard", { ...one, "webhook-signature": both }, "{}")).toBe(true);
  expect(accepts("standard", one, "{}", [SECRET, OTHER])).toBe(true);
});

test("bytes that are no text are checked as they are", () => {
  const headers = standardHeaders(SECRET, "\ufffd");

  expect(accepts("standard", headers, "\ufffd")).toBe(true);
  expect(accepts("standard", headers, Buffer.from([0xff]))).toBe(false);
});

test("an id or a time that was changed breaks the signature", () => {
  const headers = standardHeaders(SECRET, "{}");
  const later = String(Number(headers["webhook-timestamp"]) + 1);

  expect(accepts("standard", { ...headers, "webhook-id": "msg_other" }, "{}")).toBe(false);
  expect(accepts("standard", { ...headers, "webhook-timestamp": later }, "{}")).toBe(false);
  expect(accepts("standard", { ...headers, "webhook-timestamp": `${later}x` }, "{}")).toBe(false);
});

test("a captured delivery cannot be passed off with its time as a part of its body, or of its id", () => {
  const body = '{"n":1}';
  const at = Math.floor(Date.now() / 1_000);
  const captured = standardHeaders(SECRET, `${at}.${body}`, { id: "evt" });
  const stretched = { ...captured, "webhook-id": `evt.${captured["webhook-timestamp"]}` };

  expect(accepts("standard", captured, `${at}.${body}`)).toBe(true);
  expect(() => claim({ ...stretched, "webhook-timestamp": String(at) })).toThrow('The webhook-id "evt.');
  expect(accepts("standard", standardHeaders(SECRET, body, { id: "evt.1" }), body)).toBe(false);
});

function claim(headers: Headers) {
  return checkSender("standard", (name) => headers[name] ?? null, {
    keys: [keyOf("standard", SECRET)],
    now: new Date(),
  });
}

function takenByLibrary(headers: Headers, body: string): boolean {
  try {
    new Webhook(SECRET).verify(body, headers, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}
