import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { secretValues } from "#server/secret-values.ts";

test("every key, token and password of the settings is a secret, as it is and as JSON writes it", () => {
  const secrets = secretValues(
    readConfig({
      ACCESS_TOKEN: 'access-"token"-plover',
      OPENAI_API_KEY: "sk-sandpiper",
      SECRET_KEY: "secret-key-of-at-least-thirty-two-characters",
      DATABASE_URL: "postgres://planner:pass%2Fword@db:5432/plans",
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://me:collector-pass@collector:4318",
      OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=dunlin-key, authorization=Bearer%20knot",
    }),
  );

  for (const secret of [
    'access-"token"-plover',
    'access-\\"token\\"-plover',
    "sk-sandpiper",
    "secret-key-of-at-least-thirty-two-characters",
    "pass%2Fword",
    "pass/word",
    "collector-pass",
    "dunlin-key",
    "Bearer%20knot",
  ]) {
    expect(secrets).toContain(secret);
  }
  expect(secrets.every((secret) => secret.length >= 4)).toBe(true);
});

test("a password that is no proper URL text is a secret all the same", () => {
  const secrets = secretValues(readConfig({ DATABASE_URL: "postgres://planner:100%sure@db/plans" }));

  expect(secrets).toContain("100%sure");
});
