import type { Decision } from "./decide.ts";
import type { ReadPrompt } from "./read-prompt.ts";
import { correctionTalk } from "./correction-talk.ts";
import { scheduleTalk } from "./schedule-talk.ts";
import { webhookTalk } from "./webhook-talk.ts";

const QUESTION =
  /time zone of "|keeps more than one time|evenly\. Should it be|take its place, or come beside it|" mean the \S+ \S+ of each month\?|At what time should it run "/;

/** What a message comes to that is about what starts runs, or about a run that failed; null for any other. */
export function triggerTalk(message: string, prompt: ReadPrompt): Decision | null {
  return correctionTalk(message, prompt) ?? scheduleTalk(message, prompt) ?? webhookTalk(message, prompt);
}

/** Whether the planner has asked something about a schedule that the next message may answer. */
export function asksAboutTriggers(asked: string): boolean {
  return QUESTION.test(asked);
}
