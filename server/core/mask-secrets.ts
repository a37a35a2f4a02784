import type { Json } from "./json.ts";
import { mapStrings, type Place } from "./references.ts";

const MASK = "(hidden)";
const SECRET_NAME =
  /^(proxy-)?authorization$|^(set-)?cookie$|passw(or)?d|passphrase|secret|credential|token$|(api|access|private|auth)[-_]?key$/i;
const QUERY_PARAMETER = /([?&]([^=&#?\s]{1,100})=)[^&#\s"']+/g;
const SCHEME = /^(Basic|Bearer|Token) (?=\S)/i;

/**
 * The value as a log may keep it: texts, and lists of texts, under names that secrets have (authorization,
 * cookie, password, api_key, …) are hidden, at any depth, and so are such parameters in the query of a URL.
 */
export function maskSecrets<Value extends Json>(value: Value): Value;
export function maskSecrets(value: Json): Json {
  return mapStrings(value, (text, place) =>
    text !== "" && SECRET_NAME.test(nameOf(place)) ? masked(text) : maskQuery(text),
  );
}

/** The name under which a text stands, alone or in a list. */
function nameOf(place: Place): string {
  if (place === null) return "";
  return typeof place.key === "string" ? place.key : nameOf(place.above);
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
