import type { Config } from "./config.ts";

/** Every value that the settings keep secret, as it is and as JSON writes it. */
export function secretValues(config: Config): string[] {
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
  ]
    .filter((secret): secret is string => typeof secret === "string" && secret.length >= 4)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
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
