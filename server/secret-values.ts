import type { Config } from "./config.ts";

// Shorter ones are passwords such as "postgres", which innocent text is full of.
const LONG = 12;

/** The values of the settings that are hidden in what plans work with, too. */
export function longSecretValues(config: Config): string[] {
  return valuesOf(config).filter((value) => value.length >= LONG);
}

/** Every value that the settings keep secret, as it is and as JSON writes it. */
export function secretValues(config: Config): string[] {
  return valuesOf(config)
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
}

function valuesOf(config: Config): string[] {
  const { accessToken, openai, secretKey, databaseUrl, mail, tracing } = config;
  const headers = tracing?.headers.map((header) => header.slice(header.indexOf("=") + 1).trim()) ?? [];
  return [
    accessToken,
    openai.apiKey,
    secretKey,
    ...(secretKey?.split(",").map((key) => key.trim()) ?? []),
    ...passwordOf(databaseUrl),
    ...passwordOf(tracing?.endpoint ?? null),
    mail?.password,
    ...headers,
  ].filter((secret): secret is string => typeof secret === "string");
}

function passwordOf(url: string | null): string[] {
  const password = (url === null ? null : URL.parse(url))?.password ?? "";
  return [password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
