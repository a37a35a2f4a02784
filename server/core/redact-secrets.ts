import {
  type CutEdge,
  type Found,
  type FindSecrets,
  merged,
  type Secret,
  secretFinder,
} from "./find-secrets.ts";
import type { Json } from "./json.ts";
import { MIN_SECRET_LENGTH } from "./secret-forms.ts";

const HIDDEN = "(hidden)";
const NONE: Found[] = [];
const NO_SECRETS: Redactor = {
  text: (text) => text,
  textWith: (text) => text,
  cutText: (text) => text,
  json: (value) => value,
  names: () => [],
};

export type Redactor = {
  /** The text with every secret replaced by `(secret NAME)`. */
  text: (text: string) => string;
  /** The same with something else in the place of a secret. */
  textWith: (text: string, mark: (secret: Secret) => string) => string;
  /** The same for a text that was cut off, where only a part of a secret may be left. */
  cutText: (text: string, edges: readonly CutEdge[]) => string;
  /**
   * The value with every secret hidden: in texts, names and numbers, and where a secret is cut into pieces that
   * stand in texts behind each other, or under the same name.
   */
  json: <Value extends Json>(value: Value) => Value;
  /** The names of the secrets in a value; null for one of the server's own settings. */
  names: (value: Json) => (string | null)[];
};

export function createRedactor(secrets: readonly Secret[]): Redactor {
  if (secrets.length === 0) return NO_SECRETS;
  const find = secretFinder(secrets);

  const write = (given: string, found: readonly Found[], mark = markOf) =>
    found.length === 0 ? given : replaced(given, found, mark);

  // What was looked through and held nothing: an output is kept in several places, and may be large.
  const clean = new WeakSet<object>();

  function look(value: Json): Leaves {
    const leaves = leavesOf(value, clean);
    for (const group of groupsOf(leaves.values)) markLeaves(group, find);
    for (const name of leaves.names.keys()) leaves.names.set(name, find(name));
    return leaves;
  }

  function json<Value extends Json>(value: Value): Value;
  function json(value: Json): Json {
    const leaves = look(value);
    if (foundIn(leaves).length > 0) return rebuilt(value, leaves, leaves.values[Symbol.iterator](), clean);
    if (typeof value === "object" && value !== null) clean.add(value);
    return value;
  }

  return {
    text: (given) => write(given, find(given)),
    textWith: (given, mark) => write(given, find(given), mark),
    cutText: (given, edges) => write(given, find(given, edges)),
    json,
    names: (value) => [...new Set(foundIn(look(value)).map(({ secret }) => secret.name))],
  };
}

/** A text or number of a value; `name` is what it stands under. */
type Leaf = { text: string; name: string; isNumber: boolean; found: Found[] };

/** The values in the order in which `rebuilt` meets them, and the names of fields, each once. */
type Leaves = { values: Leaf[]; names: Map<string, Found[]> };

function leavesOf(value: Json, clean: WeakSet<object>): Leaves {
  const values: Leaf[] = [];
  const names = new Map<string, Found[]>();
  const walk = (item: Json, name: string): void => {
    if (typeof item === "string" || typeof item === "number") {
      values.push({ text: String(item), name, isNumber: typeof item === "number", found: NONE });
    } else if (typeof item !== "object" || item === null || clean.has(item)) {
      return;
    } else if (Array.isArray(item)) {
      for (const child of item) walk(child, name);
    } else {
      for (const [key, child] of Object.entries(item)) {
        names.set(key, NONE);
        walk(child, key);
      }
    }
  };
  walk(value, "");
  return { values, names };
}

function foundIn({ values, names }: Leaves): Found[] {
  return [...values, ...[...names.values()].map((found) => ({ found }))].flatMap(({ found }) => found);
}

/** The leaves that are read as one text: all texts, and those under each name. Numbers are read one by one. */
function groupsOf(values: readonly Leaf[]): (readonly Leaf[])[] {
  const texts = values.filter((leaf) => !leaf.isNumber);
  const numbers = values.filter((leaf) => leaf.isNumber && leaf.text.length >= MIN_SECRET_LENGTH);
  const under = Map.groupBy(texts, (leaf) => leaf.name);
  return [texts, ...(under.size > 1 ? under.values() : []), ...numbers.map((leaf) => [leaf])];
}

function markLeaves(leaves: readonly Leaf[], find: FindSecrets): void {
  const found = find(leaves.map((leaf) => leaf.text).join(""));
  if (found.length === 0) return;
  let begin = 0;
  let next = 0;
  for (const leaf of leaves) {
    const finish = begin + leaf.text.length;
    for (let index = next; index < found.length; index += 1) {
      const { start, end, secret } = found[index] as Found;
      if (start >= finish) break;
      if (end > begin) {
        const part = { start: Math.max(start, begin) - begin, end: Math.min(end, finish) - begin, secret };
        leaf.found = merged([...leaf.found, part]);
      }
      if (end <= finish) next = index + 1;
    }
    begin = finish;
  }
}

function rebuilt(value: Json, leaves: Leaves, values: Iterator<Leaf>, clean: WeakSet<object>): Json {
  if (typeof value === "string" || typeof value === "number") {
    const leaf = values.next().value as Leaf;
    return leaf.found.length === 0 ? value : replaced(leaf.text, leaf.found, markOf);
  }
  if (typeof value !== "object" || value === null || clean.has(value)) return value;
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, leaves, values, clean));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      replaced(key, leaves.names.get(key) ?? NONE, markOf),
      rebuilt(item, leaves, values, clean),
    ]),
  );
}

function replaced(text: string, found: readonly Found[], mark: (secret: Secret) => string): string {
  let result = "";
  let done = 0;
  for (const { start, end, secret } of found) {
    result += text.slice(done, start) + mark(secret);
    done = end;
  }
  return result + text.slice(done);
}

function markOf({ name }: Secret): string {
  return name === null ? HIDDEN : `(secret ${name})`;
}
