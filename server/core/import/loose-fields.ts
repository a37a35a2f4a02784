import type { Json, JsonObject } from "#server/core/json.ts";

/** `depends_on`, `dependsOn` and `Depends-On` are one name. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, "");
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Takes fields out of a loose object under any of their names, and knows at the end what nobody took. */
export type Fields = {
  /** The first field that has one of the names; undefined when there is none or it is null. */
  take: (...names: string[]) => Json | undefined;
  /** Counts a field as not taken after all. */
  refuse: (...names: string[]) => void;
  left: () => string[];
};

export function fieldsOf(object: JsonObject): Fields {
  const byName = new Map<string, string>();
  for (const key of Object.keys(object)) if (!byName.has(plainKey(key))) byName.set(plainKey(key), key);
  const taken = new Set<string>();
  return {
    take: (...names) => {
      for (const name of names) {
        const key = byName.get(plainKey(name));
        if (key === undefined || taken.has(key)) continue;
        taken.add(key);
        const value = object[key];
        if (value !== null && value !== undefined) return value;
      }
      return undefined;
    },
    refuse: (...names) => {
      for (const name of names) {
        const key = byName.get(plainKey(name));
        if (key !== undefined) taken.delete(key);
      }
    },
    left: () => Object.keys(object).filter((key) => !taken.has(key)),
  };
}

export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** A list of texts out of a list, one text or a comma-separated text. */
export function textsOf(value: Json | undefined): string[] {
  if (typeof value === "string")
    return value
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).flatMap(
    (item) => textOf(item) ?? [],
  );
}
