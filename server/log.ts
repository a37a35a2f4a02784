import { type Logger, destination, pino } from "pino";
import type { Config } from "./config.ts";

const SECRET_FIELDS = [
  "authorization",
  "cookie",
  "password",
  "token",
  "secret",
  "apiKey",
  "accessToken",
  "secretKey",
];
const HIDDEN = "[hidden]";
const STDERR = 2;

/** Writes JSON lines to stderr. What the settings keep secret is masked wherever it turns up. */
export function createLog(config: Config): Logger {
  const secrets = secretsOf(config);
  return pino(
    {
      level: config.logLevel,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: HIDDEN,
      },
      hooks: {
        streamWrite: (line) => secrets.reduce((masked, secret) => masked.replaceAll(secret, HIDDEN), line),
      },
    },
    destination({ dest: STDERR, sync: true }),
  );
}

function secretsOf(config: Config): string[] {
  const password = config.databaseUrl === null ? "" : URL.parse(config.databaseUrl)?.password;
  return [
    config.accessToken,
    config.openai.apiKey,
    config.secretKey,
    password,
    decodeURIComponent(password ?? ""),
  ]
    .filter((secret): secret is string => typeof secret === "string" && secret.length >= 4)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
}
