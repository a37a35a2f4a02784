import type { Json } from "./json.ts";

const MASK = "(hidden)";
const SECRET_NAME =
  /^(proxy-)?authorization$|^(set-)?cookie$|passw(or)?d|passphrase|secret|credential|token$|(api|access|private|auth)[-_]?key$/i;
const QUERY_PARAMETER = /([?&]([^=&#?\s]{1,100})=)[^&#\s"']+/g;
const SCHEME = /^(Basic|Bearer|Token) (?=\S)/i;

/**
 * The value as a log may keep it: texts under names that secrets have (authorization, cookie, password,
 * api_key, …) are hidden, at any depth, and so are such parameters in the query of a URL.
 */
export function maskSecrets<Value extends Json>(value: Value): Value;
export function maskSecrets(value: Json): Json {
  if (typeof value === "string") return maskQuery(value);
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === "string" && item !== "" && SECRET_NAME.test(name) ? masked(item) : maskSecrets(item),
    ]),
  );
}

/** The text with what stands behind `?token=`, `&api_key=` and the like hidden. */
export function maskQuery(text: string): string {
  return text.replace(QUERY_PARAMETER, (all, head: string, name: string) =>
    SECRET_NAME.test(name) ? `${head}${MASK}` : all,
  );
}

function masked(text: string): string {
  return `${SCHEME.exec(text)?.[0] ?? ""}${MASK}`;
}
