import { characterCount, isLonger } from "#server/core/characters.ts";
import { controlCharactersOf, withoutControlCharacters } from "#server/core/control-characters.ts";
import { MAX_OBJECTIVE_LENGTH, MAX_TITLE_LENGTH } from "#server/core/plan.ts";
import { type Draft, quoted, refuse, type Slot } from "./draft.ts";

/** Refuses a title, of the plan or of the step in `slot`, that is empty, longer than fits or not all to be seen. */
export function refuseBadTitle(draft: Draft, title: string, slot?: Slot): void {
  const problem = problemOf("title", title, MAX_TITLE_LENGTH);
  if (problem !== null) refuse(draft, "bad_title", problem, slot);
}

export function refuseBadObjective(draft: Draft, objective: string): void {
  const problem = problemOf("objective", objective, MAX_OBJECTIVE_LENGTH);
  if (problem !== null) refuse(draft, "bad_objective", problem);
}

function problemOf(what: "title" | "objective", text: string, most: number): string | null {
  if (text.trim() === "") return `The ${what} cannot be empty. Give one of 1 to ${most} characters.`;
  const hidden = controlCharactersOf(text);
  if (hidden.length > 0) {
    const shown = quoted(withoutControlCharacters(text));
    return `The ${what} ${shown} has characters that cannot be seen: ${hidden.join(", ")}. Leave them out.`;
  }
  if (!isLonger(text, most)) return null;
  return `The ${what} ${quoted(text)} has ${characterCount(text)} characters; at most ${most} fit. Shorten it.`;
}
