import type { Json } from "#server/core/json.ts";
import { readAddBeside } from "./read-add-beside.ts";
import { readAddList } from "./read-add-list.ts";
import { readAdd } from "./read-add.ts";
import type { World } from "./reference.ts";
import { settingsOfNew } from "./settings-of-new.ts";
import { type Edit, edits, type Reading } from "./understanding.ts";

const ADDS =
  /^(?:(?:please|also|then|and) )*(?:add|insert|append|create|put in|include|squeeze in)(?: in)? (?:(?:an? |another |one |the )?(?:\w+ )?steps?\b(?! #?\d)|")/i;

/** "Add a step Backup after 2 that asks me": a new step and what is said of it beside its title and place. */
export function readAddSettings(clause: string, world: World): Reading {
  if (!ADDS.test(clause)) return null;
  const { text, settings, said } = settingsOfNew(clause);
  if (settings.length === 0) return null;
  const reading = readAddList(text, world) ?? readAddBeside(text, world) ?? readAdd(text, world);
  // "A step that asks me first" says nothing else of what it does.
  if (reading?.type !== "edits") return null;
  const added = reading.edits.filter((edit) => edit.op === "add_step");
  if (added.length === 0) return null;
  const list = reading.edits.map((edit) => (edit.op === "add_step" ? withSettings(edit, settings) : edit));
  return edits(list, reading.about, `${reading.said}; ${said.join("; ")}`);
}

function withSettings(edit: Edit, settings: readonly { [field: string]: Json }[]): Edit {
  const { step } = edit;
  if (typeof step !== "object" || step === null || Array.isArray(step)) return edit;
  const own = Array.isArray(step["settings"]) ? step["settings"] : [];
  return { ...edit, step: { ...step, settings: [...own, ...settings] } };
}
