import { type Logger, destination, pino } from "pino";
import type { Config } from "./config.ts";
import { secretValues } from "./secret-values.ts";

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

/**
 * Writes JSON lines to stderr. What the settings keep secret is masked wherever it turns up, and so is what
 * `redact` finds.
 */
export function createLog(config: Config, redact: (line: string) => string = (line) => line): Logger {
  const secrets = secretValues(config);
  return pino(
    {
      level: config.logLevel,
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        censor: HIDDEN,
      },
      hooks: {
        streamWrite: (line) =>
          redact(secrets.reduce((masked, secret) => masked.replaceAll(secret, HIDDEN), line)),
      },
    },
    destination({ dest: STDERR, sync: true }),
  );
}
