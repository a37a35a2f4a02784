import { secretNames, secretPlacesIn, placeSecrets } from "./secret-places.ts";

export const DATABASE_NAME = /^[a-z][a-z0-9_-]{0,39}$/;
export const DATABASE_URL_FORM =
  'a reference such as "{{secret.SHOP_URL}}" to a secret that holds the whole URL, or a URL such as "postgres://reader:{{secret.SHOP_PASSWORD}}@host:5432/shop"';

// Others would read files of this machine, or hold a password.
const PARAMETERS = ["sslmode", "application_name", "uselibpqcompat"];
const STAND_IN = "stand-in";

/** Why a database cannot be set to this text, in words; null when it can. The words hold no part of it. */
export function databaseUrlProblem(template: string): string | null {
  const names = secretNames(template);
  const isWhole = names.length === 1 && secretPlacesIn(template)[0]?.parts.length === 1;
  if (isWhole) return null;
  const filled = filledUrl(template, new Map(names.map((name) => [name, STAND_IN])));
  if (filled === null) return `It takes ${DATABASE_URL_FORM}.`;
  const url = new URL(filled);
  if (![...url.searchParams.keys()].every((name) => PARAMETERS.includes(name))) {
    return `A database URL takes the parameters ${PARAMETERS.join(", ")} only. A password belongs into a secret.`;
  }
  if (url.password !== "" && url.password !== STAND_IN) {
    return `The URL holds a password in plain. Put it into a secret: ${DATABASE_URL_FORM}.`;
  }
  return null;
}

/** The URL with the secrets in their places, each written as URLs write it; null when it is none of PostgreSQL. */
export function filledUrl(template: string, values: ReadonlyMap<string, string>): string | null {
  const [place] = secretPlacesIn(template);
  const isWhole = place?.parts.length === 1;
  const written = isWhole
    ? values
    : new Map([...values].map(([name, value]) => [name, encodeURIComponent(value)]));
  const filled = place === undefined ? template : placeSecrets(template, [place], written);
  const text = typeof filled === "string" ? filled : filled.ok ? filled.value : null;
  if (typeof text !== "string") return null;
  const url = URL.parse(text.trim());
  const isPostgres = url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== "";
  return isPostgres ? text.trim() : null;
}
