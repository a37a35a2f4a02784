import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import type { WebhookScheme } from "#server/core/trigger.ts";
import { webhookSample } from "#web/triggers/webhook-sample.ts";

const URL = "https://example.com/hooks/wh_1";

/** What the sample's commands give curl: its headers by their small names, its address and its body. */
function sent(scheme: WebhookScheme, secret: string) {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${webhookSample(scheme, URL, secret)}`;
  const words = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
  const after = (option: string) => words.filter((_word, index) => words[index - 1] === option);
  const headers = Object.fromEntries(
    after("-H").map((header) => {
      const colon = header.indexOf(":");
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
    }),
  );
  return { address: words[2], headers, body: after("-d")[0] ?? "" };
}

test("the sample of Standard Webhooks signs so that the library takes it", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const { address, headers, body } = sent("standard", secret);

  expect(address).toBe(URL);
  expect(new Webhook(secret).verify(body, headers)).toEqual({ order: 42 });
});

test("the sample of GitHub signs as GitHub does, whatever the secret holds", () => {
  const secret = 'it\'s $HOME `x` "y"';
  const { headers, body } = sent("github", secret);

  expect(headers["x-hub-signature-256"]).toBe(
    `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  );
  expect(headers["x-github-delivery"]).toMatch(/^[0-9a-f]{32}$/);
});

test("the sample of a bearer token can be used as it is", () => {
  const { headers, body } = sent("token", "tok'en");

  expect(headers["authorization"]).toBe("Bearer tok'en");
  expect(headers["content-type"]).toBe("application/json");
  expect(JSON.parse(body)).toEqual({ order: 42 });
});

test("without the secret something stands in for it", () => {
  expect(webhookSample("standard", URL, null)).toContain("SECRET='whsec_…'");
  expect(webhookSample("token", URL, null)).toContain("Bearer the token");
});
