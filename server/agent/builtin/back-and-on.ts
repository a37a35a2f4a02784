import { joined, piecesOf } from "./clauses.ts";
import { readHistory } from "./history.ts";
import type { PlanContext } from "./listed-plan.ts";
import { readMessage } from "./read-message.ts";
import type { World } from "./reference.ts";
import { type Edit, edits, refuse, type Understanding } from "./understanding.ts";

const AT_END = /^(?:undo|redo|revert|roll back|go back to|back to)\b/i;

/**
 * "Go back to revision 1 and rename step 1": both in one list of edits, where the revision is the one before the
 * last change and so its steps are known; otherwise it is said that these are two messages.
 */
export function readBackAndOn(text: string, context: PlanContext, world: World): Understanding[] | null {
  const pieces = piecesOf(text);
  for (let at = 1; at < pieces.length; at += 1) {
    const [first, rest] = [joined(pieces.slice(0, at)), joined(pieces.slice(at))];
    const back = readHistory(first, context);
    const revision = back?.type === "call" ? back.call.input["revision"] : null;
    if (typeof revision === "number") {
      const before = context.beforeLastChange;
      const isKnown = before?.revision === revision;
      const read = readMessage(rest, isKnown ? { ...world, plan: before, focus: [] } : world);
      const list = read?.flatMap((reading) => (reading.type === "edits" ? reading.edits : [])) ?? [];
      if (read?.some((reading) => reading.type !== "edits") || list.length === 0) continue;
      return [isKnown ? both(revision, read ?? [], list) : apart(first, rest)];
    }
    if (!AT_END.test(rest) || readHistory(rest, context)?.type !== "call") continue;
    const read = readMessage(first, world);
    if (read?.some((reading) => reading.type === "edits" && reading.edits.length > 0))
      return [apart(first, rest)];
  }
  return null;
}

function both(revision: number, read: readonly Understanding[], list: Edit[]): Understanding {
  const said = read.flatMap((reading) =>
    reading.type === "edits" && reading.said !== "" ? [reading.said] : [],
  );
  return edits(
    [{ op: "restore_revision", revision }, ...list],
    [],
    [`Back to revision ${revision}`, ...said].join("; "),
  );
}

function apart(first: string, second: string): Understanding {
  return refuse(
    `Going to another revision and changing something in one message is not read, because the numbers of the steps may be others there. Say "${first}" first, and then "${second}" in a message of its own. Nothing was changed.`,
  );
}
