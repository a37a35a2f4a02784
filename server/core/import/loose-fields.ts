import type { Json, JsonObject } from "#server/core/json.ts";

/** `depends_on`, `dependsOn` and `Depends-On` are one name. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, "");
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field as it was written. `takes` says which values it has; null when there is no such field. */
export type LeftOut = { name: string; value: Json; takes: string | null };

/** Takes fields out of a loose object under any of their names, and knows at the end what nobody took. */
export type Fields = {
  /** The first field that has one of the names; undefined when there is none or it is null. */
  take: (...names: string[]) => Json | undefined;
  /** Counts a field as left out although it was taken. */
  refuse: (takes: string | null, ...names: string[]) => void;
  /** Counts fields inside of a field as left out. */
  refuseInside: (name: string, left: readonly LeftOut[]) => void;
  left: () => LeftOut[];
};

export function fieldsOf(object: JsonObject): Fields {
  const byName = new Map<string, string>();
  for (const key of Object.keys(object)) if (!byName.has(plainKey(key))) byName.set(plainKey(key), key);
  const taken = new Set<string>();
  const refused = new Map<string, LeftOut[]>();
  const takenKeys = (names: readonly string[]) =>
    names.flatMap((name) => {
      const key = byName.get(plainKey(name));
      return key !== undefined && taken.has(key) && object[key] !== null ? [key] : [];
    });
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
    refuse: (takes, ...names) => {
      for (const key of takenKeys(names))
        refused.set(key, [{ name: key, value: object[key] ?? null, takes }]);
    },
    refuseInside: (name, left) => {
      for (const key of takenKeys([name])) {
        refused.set(
          key,
          left.map((inner) => ({ ...inner, name: `${key}.${inner.name}` })),
        );
      }
    },
    left: () =>
      Object.entries(object).flatMap(
        ([key, value]) => refused.get(key) ?? (taken.has(key) ? [] : [{ name: key, value, takes: null }]),
      ),
  };
}

export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** A text, or a list of texts as its lines. */
export function linesOf(value: Json | undefined): string | undefined {
  if (!Array.isArray(value)) return textOf(value);
  const lines = value.map(textOf);
  return lines.every((line) => line !== undefined) ? lines.join("\n") : undefined;
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
