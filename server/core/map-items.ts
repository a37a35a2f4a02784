import type { Json, JsonObject } from "./json.ts";

/** The list or object with what `change` makes of each item; the very same one when that changes nothing. */
export function mapItems(value: Json[] | JsonObject, change: (item: Json, key: string) => Json): Json {
  let isSame = true;
  const changed = (item: Json, key: string): Json => {
    const next = change(item, key);
    if (next !== item) isSame = false;
    return next;
  };
  if (Array.isArray(value)) {
    const items = value.map((item) => changed(item, ""));
    return isSame ? value : items;
  }
  const entries = Object.entries(value);
  for (const entry of entries) entry[1] = changed(entry[1], entry[0]);
  return isSame ? value : Object.fromEntries(entries);
}
