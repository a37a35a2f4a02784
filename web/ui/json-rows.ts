import type { Json } from "#server/core/json.ts";
import { cutText } from "./cut-text.ts";

type JsonRow = {
  path: string;
  depth: number;
  name: string | null;
  /** The value, or for an object or list what is in it. */
  text: string;
  kind: "text" | "lines" | "number" | "literal" | "branch";
  isOpen: boolean;
};

const FIRST_DEPTH_OPEN = 2;

/** The visible lines of a value as a tree. `toggled` holds the paths that are not as they first were. */
export function jsonRows(value: Json, toggled: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const stack: { value: Json; path: string; depth: number; name: string | null }[] = [
    { value, path: "$", depth: 0, name: null },
  ];
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { path, depth, name } = item;
    const entries = entriesOf(item.value);
    if (entries === null || entries.length === 0) {
      rows.push({ path, depth, name, ...leaf(item.value), isOpen: false });
      continue;
    }
    const isOpen = depth < FIRST_DEPTH_OPEN !== toggled.has(path);
    const isList = Array.isArray(item.value);
    rows.push({ path, depth, name, kind: "branch", text: branchText(isList, entries.length), isOpen });
    if (!isOpen) continue;
    for (const [key, child] of entries.toReversed()) {
      stack.push({ value: child, path: `${path}/${key}`, depth: depth + 1, name: key });
    }
  }
  return rows;
}

function entriesOf(value: Json): [string, Json][] | null {
  if (typeof value !== "object" || value === null) return null;
  return Array.isArray(value) ? value.map((item, index) => [String(index), item]) : Object.entries(value);
}

function leaf(value: Json): Pick<JsonRow, "text" | "kind"> {
  // A text of several lines is read as such; quotes and escapes would bury it.
  if (typeof value === "string" && value.includes("\n")) return { text: cutText(value), kind: "lines" };
  if (typeof value === "string") return { text: JSON.stringify(cutText(value)), kind: "text" };
  if (typeof value === "number") return { text: String(value), kind: "number" };
  return { text: JSON.stringify(value), kind: "literal" };
}

function branchText(isList: boolean, count: number): string {
  const noun = isList ? "item" : "field";
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
