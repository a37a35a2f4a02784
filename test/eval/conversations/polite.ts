import { oneOf, type Random } from "./random.ts";

const ORDER =
  /^(?:make|block|unlink|replace|chain|pause|skip|cancel|allow|squeeze|strike|use|fold|trade|relocate|roll|reset|don't|let|run|hold|remove|cut|drop|stop|set|do|ask|require|check|put|retry|give|keep|ignore|continue|abort|only|add|insert|append|delete|get|take|scrap|throw|kick|leave|rename|call|change|split|break|divide|merge|combine|join|swap|switch|exchange|move|shift|undo|revert|go|restore|redo)\b/;

/** An order as it may be dressed: a request, a please, a full stop. Questions and remarks stay as they are. */
export function politely(random: Random, say: string): string {
  if (/[?!.]$/.test(say)) return say;
  const isOrder = ORDER.test(say) && !/[;:]|\. |^(?:don't|only)/.test(say);
  return oneOf(random, [
    say,
    say,
    say,
    `${say}.`,
    upper(say),
    `${upper(say)}.`,
    `ok, ${say}`,
    `one more thing: ${say}`,
    ...(isOrder
      ? [
          `now ${say}`,
          `I'd like you to ${say}`,
          `please ${say}`,
          `${say}, please`,
          `could you ${say}?`,
          `can you ${say}`,
        ]
      : []),
  ]);
}

function upper(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
