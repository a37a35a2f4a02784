import { listOf } from "#server/core/list-of.ts";
import { joined, piecesOf } from "./clauses.ts";
import { readClause } from "./read-clause.ts";
import type { World } from "./reference.ts";

/** Which parts of a message make sense and which do not; null when none of it does. */
export function halfUnderstood(text: string, world: World): string | null {
  const parts = piecesOf(text)
    .map((piece) => joined([piece]))
    .filter((part) => part !== "");
  const isClear = parts.map((part) => {
    const type = readClause(part, world)?.type;
    return type === "edits" || type === "call";
  });
  const clear = parts.filter((_part, index) => isClear[index]);
  const unclear = parts.filter((_part, index) => !isClear[index]);
  if (clear.length === 0 || unclear.length === 0) return null;
  const quoted = (items: readonly string[]) =>
    listOf(items.map((item) => (/^".*"$/.test(item) ? item : `"${item}"`)));
  return `I understood ${quoted(clear)}, but not ${quoted(unclear)}, so nothing was changed. Say that part in other words, or leave it out.`;
}
