import type { Json, JsonObject } from "#server/core/json.ts";

/** `depends_on`, `dependsOn` and `Depends-On` are one name. */
export function plainKey(key: string): string {
  return key.toLowerCase().replace(/[\s_-]/g, "");
}

/** A field as it was written. `takes` says which values it has; null when there is no such field. */
export type LeftOut = { name: string; value: Json; takes: string | null };

/** Takes fields out of a loose object under any of their names, and knows at the end what nobody took. */
export type Fields = {
  /** Whether a field of the name holds a value of a sort; it is not taken. */
  has: (name: string, isSort: (value: Json) => boolean) => boolean;
  /** The first field that has one of the names; undefined when there is none or it is null. */
  take: (...names: string[]) => Json | undefined;
  /** Every field that has one of the names, with its key as it was written. */
  takeAll: (...names: string[]) => { key: string; value: Json }[];
  /** Counts a field as left out although it was taken. */
  refuse: (takes: string | null, ...names: string[]) => void;
  /** Counts fields inside of a field as left out. */
  refuseInside: (left: readonly LeftOut[], ...names: string[]) => void;
  left: () => LeftOut[];
};

export function fieldsOf(object: JsonObject): Fields {
  const byName = Map.groupBy(Object.entries(object), ([key]) => plainKey(key));
  const taken = new Map<string, { value: Json; left: LeftOut[] }>();
  const entriesOf = (name: string) => byName.get(plainKey(name)) ?? [];
  function* takeEach(names: readonly string[]) {
    for (const [key, value] of names.flatMap(entriesOf)) {
      if (taken.has(key)) continue;
      taken.set(key, { value, left: [] });
      if (value !== null) yield { key, value };
    }
  }
  function leaveOut(names: readonly string[], fields: (key: string, value: Json) => LeftOut[]) {
    for (const key of names.flatMap((name) =>
      taken.has(name) ? name : entriesOf(name).map(([each]) => each),
    )) {
      const field = taken.get(key);
      if (field && field.value !== null) field.left = fields(key, field.value);
    }
  }
  return {
    has: (name, isSort) => entriesOf(name).some(([, value]) => isSort(value)),
    take: (...names) => takeEach(names).next().value?.value,
    takeAll: (...names) => [...takeEach(names)],
    refuse: (takes, ...names) => leaveOut(names, (name, value) => [{ name, value, takes }]),
    refuseInside: (inner, ...names) =>
      leaveOut(names, (key) => inner.map((field) => ({ ...field, name: `${key}.${field.name}` }))),
    left: () =>
      Object.entries(object).flatMap(
        ([name, value]) => taken.get(name)?.left ?? [{ name, value, takes: null }],
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

/** The parts of a comma-separated text. */
export function partsOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
