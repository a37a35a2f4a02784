import { readAdd } from "./read-add.ts";
import { readAddBeside } from "./read-add-beside.ts";
import { readAddList } from "./read-add-list.ts";
import { readAddSettings } from "./read-add-settings.ts";
import { readArrow } from "./read-arrow.ts";
import { readApproval } from "./read-approval.ts";
import { readCondition } from "./read-condition.ts";
import { readDependency, readUnlink } from "./read-dependency.ts";
import { readExact } from "./read-exact.ts";
import { readFailure } from "./read-failure.ts";
import { readKind } from "./read-kind.ts";
import { readListPlace } from "./read-list-place.ts";
import { readMove } from "./read-move.ts";
import { readOpen } from "./read-open.ts";
import { readOutward } from "./read-outward.ts";
import { readParallel } from "./read-order.ts";
import { readPlanTitle } from "./read-plan-title.ts";
import { readPlanLists } from "./read-plan-lists.ts";
import { readRemove } from "./read-remove.ts";
import { readParameter, readRepair } from "./read-repair.ts";
import { readReplace } from "./read-replace.ts";
import { readRestore } from "./read-restore.ts";
import { readSequence, readWholeChain } from "./read-sequence.ts";
import { readRename } from "./read-settings.ts";
import { readHead } from "./read-head.ts";
import { readInput } from "./read-input.ts";
import { readCheck } from "./read-check.ts";
import { readCopy } from "./read-copy.ts";
import { readTextField } from "./read-text-field.ts";
import { readTimeLimit } from "./read-time-limit.ts";
import { readTitleSaid } from "./read-title-said.ts";
import { readSplit } from "./read-split.ts";
import { readMerge, readSwap } from "./read-swap-merge.ts";
import { saidPlainly } from "./said-otherwise.ts";
import type { World } from "./reference.ts";
import type { Reader, Reading } from "./understanding.ts";

// From what is said in the most special way to what is said in the most general one.
const READERS: Reader[] = [
  readOutward,
  readPlanTitle,
  readTitleSaid,
  readHead,
  readPlanLists,
  readRestore,
  readListPlace,
  readWholeChain,
  readKind,
  readCheck,
  readRepair,
  readTextField,
  readInput,
  readParameter,
  readRename,
  readArrow,
  readCopy,
  readReplace,
  readSwap,
  readSplit,
  readMerge,
  readAddSettings,
  readAddList,
  readAddBeside,
  readApproval,
  readFailure,
  readTimeLimit,
  readOpen,
  readSequence,
  readParallel,
  readExact,
  readUnlink,
  readCondition,
  readMove,
  readAdd,
  readRemove,
  readDependency,
];

const MAX_CLAUSE = 600;

/**
 * One clause as edits, a call or a reply; null when no reader makes sense of it. A reader that
 * fails to find the steps gives way to a later one that finds them.
 */
export function readClause(words: string, world: World): Reading {
  const clause = saidPlainly(words);
  if (clause.replace(/```[\s\S]*?```|`[^`]*`/g, "").length > MAX_CLAUSE) return null;
  let second: Reading = null;
  for (const reader of READERS) {
    const reading = reader(clause, world);
    if (reading === null) continue;
    if (reading.type !== "reply" || reading.kind !== "refusal")
      return second === null || isSure(reading) ? reading : second;
    second ??= reading;
  }
  return second;
}

function isSure(reading: Exclude<Reading, null>): boolean {
  return reading.type !== "reply";
}
