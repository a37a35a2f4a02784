import { distance } from "fastest-levenshtein";
import { firstCharacters, shortened } from "#server/core/characters.ts";
import type { Draft } from "./draft.ts";

/** A step that an earlier revision had. */
export type GoneStep = { id: string; title: string };

const MAX_LISTED = 8;
const MAX_COMPARED = 500;
const MAX_COMPARED_LENGTH = 100;

/** The steps that could be brought back, those first whose id or title is most like `name`; a sentence. */
export function goneSteps(draft: Draft, name: string): string {
  const present = new Set(draft.slots.map((slot) => slot.step.id));
  const known = new Map<string, string>();
  for (const id of draft.usedIds) known.set(id, id);
  for (const plan of Object.values(draft.revisions))
    for (const { id, title } of plan.steps) known.set(id, title);
  for (const { id, title } of draft.gone) known.set(id, title);

  const gone = [...known].filter(([id]) => !present.has(id)).slice(0, MAX_COMPARED);
  if (gone.length === 0) return "No step of this plan was ever removed.";
  const wanted = plain(name);
  const listed = gone
    .map(([id, title]) => ({
      id,
      title,
      away: Math.min(unlike(wanted, plain(id)), unlike(wanted, plain(title))),
    }))
    .sort((a, b) => a.away - b.away)
    .slice(0, MAX_LISTED)
    .map(({ id, title }) =>
      id === title ? `"${shortened(id)}"` : `"${shortened(id)}" (${shortened(title)})`,
    );
  const more = gone.length > listed.length ? ` and ${gone.length - listed.length} more` : "";
  return `Ids of removed steps, the most alike first: ${listed.join(", ")}${more}.`;
}

function plain(text: string): string {
  return firstCharacters(text, MAX_COMPARED_LENGTH)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** From 0, equal, to 1: letters that differ, and half of that when one has a word of the other. */
function unlike(a: string, b: string): number {
  const words = new Set(a.split(" "));
  const isRelated = b.split(" ").some((word) => words.has(word));
  return (distance(a, b) / Math.max(a.length, b.length, 1)) * (isRelated ? 0.5 : 1);
}
