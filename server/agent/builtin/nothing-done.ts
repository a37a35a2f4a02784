import type { PlanContext } from "./listed-plan.ts";
import { plainWords } from "./plain-words.ts";
import { isQuestion } from "./question.ts";
import type { ReadPrompt } from "./read-prompt.ts";

const OF_LAST =
  /^(?:(?:no+|oh|oops|please|can you|could you|wait|sorry|actually|hm+)[\s,.!-]*)*(?:undo|revert|take|roll|put|reverse|cancel)(?: (?:it|that|this))?(?: back)?(?: again| please)*[.!?\s]*$/i;

/** "Undo that" right after a message that changed nothing would take back an older change. */
export function isOfNothing(text: string, { asked: said, earlier }: ReadPrompt): boolean {
  const last = earlier.at(-1) ?? "";
  return (
    OF_LAST.test(text) &&
    last !== "" &&
    !isQuestion(plainWords(last)) &&
    /\b[Nn]othing was changed\b|^That was refused\b|^The plan already is so\b/.test(said)
  );
}

/** What undo would take back when the last message changed nothing. */
export function nothingToTakeBack({ plan, undo, revisions }: PlanContext): string {
  const none = "Your last message changed nothing, so there is nothing of it to take back.";
  const last = revisions.find((item) => item.revision === plan?.revision)?.words ?? "";
  if (undo.length === 0) return `${none} No earlier change is left to undo either.`;
  return `${none} The change before it was r${plan?.revision} ${last === "" ? "" : `"${last}"`}. Do you want that one undone? Then say "undo the last change".`;
}
