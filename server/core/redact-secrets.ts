import {
  type CutEdge,
  type Found,
  type FindSecrets,
  merged,
  type Secret,
  secretFinder,
} from "./find-secrets.ts";
import type { Json } from "./json.ts";

const HIDDEN = "(hidden)";
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

  function json<Value extends Json>(value: Value): Value;
  function json(value: Json): Json {
    const leaves = leavesOf(value);
    for (const group of groupsOf(leaves)) markLeaves(group, find);
    const isClean = leaves.every(({ found }) => found.length === 0);
    return isClean ? value : rebuilt(value, leaves[Symbol.iterator]());
  }

  return {
    text: (given) => write(given, find(given)),
    textWith: (given, mark) => write(given, find(given), mark),
    cutText: (given, edges) => write(given, find(given, edges)),
    json,
    names: (value) => {
      const leaves = leavesOf(value);
      for (const group of groupsOf(leaves)) markLeaves(group, find);
      return [...new Set(leaves.flatMap(({ found }) => found.map(({ secret }) => secret.name)))];
    },
  };
}

/** A text or number of a value, or a name in it; `name` is what it stands under. */
type Leaf = { text: string; name: string; isName: boolean; found: Found[] };

/** In the order in which `rebuilt` meets them. */
function leavesOf(value: Json): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (item: Json, name: string): void => {
    if (typeof item === "string" || typeof item === "number") {
      leaves.push({ text: String(item), name, isName: false, found: [] });
    } else if (Array.isArray(item)) {
      for (const child of item) walk(child, name);
    } else if (typeof item === "object" && item !== null) {
      for (const [key, child] of Object.entries(item)) {
        leaves.push({ text: key, name: "", isName: true, found: [] });
        walk(child, key);
      }
    }
  };
  walk(value, "");
  return leaves;
}

/** The leaves that are read as one text: all values, all names, and the values under each name. */
function groupsOf(leaves: readonly Leaf[]): Leaf[][] {
  const names = leaves.filter((leaf) => leaf.isName);
  const values = leaves.filter((leaf) => !leaf.isName);
  const under = Map.groupBy(values, (leaf) => leaf.name);
  return [names, values, ...(under.size > 1 ? under.values() : [])].filter((group) => group.length > 0);
}

function markLeaves(leaves: readonly Leaf[], find: FindSecrets): void {
  const found = find(leaves.map((leaf) => leaf.text).join(""));
  let begin = 0;
  let next = 0;
  for (const leaf of leaves) {
    const finish = begin + leaf.text.length;
    for (let index = next; index < found.length; index += 1) {
      const { start, end, secret } = found[index] as Found;
      if (start >= finish) break;
      if (end > begin) {
        leaf.found.push({
          start: Math.max(start, begin) - begin,
          end: Math.min(end, finish) - begin,
          secret,
        });
      }
      if (end <= finish) next = index + 1;
    }
    begin = finish;
  }
}

function rebuilt(value: Json, leaves: Iterator<Leaf>): Json {
  if (typeof value === "string" || typeof value === "number") {
    const leaf = leaves.next().value as Leaf;
    return leaf.found.length === 0 ? value : replaced(leaf.text, merged(leaf.found), markOf);
  }
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, leaves));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const leaf = leaves.next().value as Leaf;
      const name = leaf.found.length === 0 ? key : replaced(key, merged(leaf.found), markOf);
      return [name, rebuilt(item, leaves)];
    }),
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
