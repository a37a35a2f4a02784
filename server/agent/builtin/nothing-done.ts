import type { ListedPlan, PlanContext } from "./listed-plan.ts";
import { plainWords } from "./plain-words.ts";
import { isQuestion } from "./question.ts";
import type { ReadPrompt } from "./read-prompt.ts";

const OF_LAST =
  /^(?:(?:no+|oh|oops|please|can you|could you|wait|sorry|actually|hm+)[\s,.!-]*)*(?:undo|revert|take|roll|put|reverse|cancel)(?: (?:it|that|this))?(?: back)?(?: again| please)*[.!?\s]*$/i;

const CHANGED_SINCE = "The plan has changed since you wrote this";

/** "Undo that" right after a message that changed nothing would take back an older change. */
export function isOfNothing(text: string, { asked: said, earlier }: ReadPrompt): boolean {
  const last = earlier.at(-1) ?? "";
  return (
    OF_LAST.test(text) &&
    last !== "" &&
    !said.startsWith(CHANGED_SINCE) &&
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

/** Undo and the like, said of a plan that has changed since: what would be taken back, the person has not seen. */
export function unseenChange({ revisions, seenRevision }: PlanContext, plan: ListedPlan): string {
  const words = revisions.find((item) => item.revision === plan.revision)?.words ?? "";
  const last = `r${plan.revision}${words === "" ? "" : ` "${words}"`}`;
  return `${CHANGED_SINCE}: you saw ${seenRevision === 0 ? "no plan" : `r${seenRevision}`}, and it is at ${last} now. Do you still want that? Then say it again. Nothing was changed.`;
}
