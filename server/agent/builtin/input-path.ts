import type { Json } from "#server/core/json.ts";

/** What becomes of a field: nothing, or a name and a value. */
type FieldChange = (name: string, value: Json) => { name: string; value: Json } | null;

/**
 * The value with the field at a path changed; undefined where it has no such field. A path leads into
 * objects and lists with dots or brackets, and a key may hold a dot itself.
 */
export function changedAt(value: Json | undefined, path: string, change: FieldChange): Json | undefined {
  if (Array.isArray(value)) return changedInList(value, path, change);
  if (typeof value !== "object" || value === null) return undefined;
  for (const key of Object.keys(value).sort((a, b) => b.length - a.length)) {
    const rest = restAfter(path, key);
    const inner = rest === null ? undefined : changedAt(value[key], rest, change);
    if (key !== path && inner === undefined) continue;
    const into: FieldChange =
      key === path ? change : (name) => (inner === undefined ? null : { name, value: inner });
    const entries = Object.entries(value).flatMap(([field, own]) => {
      const made = field === key ? into(field, own) : { name: field, value: own };
      return made === null ? [] : [[made.name, made.value]];
    });
    return Object.fromEntries(entries);
  }
  return undefined;
}

function restAfter(path: string, key: string): string | null {
  if (!path.startsWith(key) || !/^[.[]/.test(path.slice(key.length))) return null;
  return path.slice(key.length).replace(/^\./, "");
}

function changedInList(list: readonly Json[], path: string, change: FieldChange): Json | undefined {
  const [, digits = "", rest] = /^\[?(\d+)\]?(?:\.?(.+))?$/.exec(path) ?? [];
  const [at, item] = [Number(digits), digits === "" ? undefined : list[Number(digits)]];
  if (item === undefined) return undefined;
  const inner = rest === undefined ? change(digits, item)?.value : changedAt(item, rest, change);
  if (rest !== undefined && inner === undefined) return undefined;
  return list.flatMap((own, index) => (index !== at ? [own] : inner === undefined ? [] : [inner]));
}
