import type { Decision } from "./decide.ts";
import { replied } from "./schedule-control.ts";
import { TIMES } from "./further-times.ts";
import { TIME } from "./time-of-day.ts";
import { DAY } from "./weekdays.ts";

const RUN =
  "(?:run|start|execute|launch|trigger|schedule|fire|do) (?:it|this|that|the (?:plan|agent|whole thing)|everything)(?: to run)?(?: (?:just |only )?(?:once|one time))?";
const ONE_DAY = `(?:tomorrow|today|tonight|the day after tomorrow|(?:on |this |next |coming )*(?:${DAY})|next (?:week|month)|in (?:\\d+|an?|one|two|three|half an) (?:minutes?|hours?|days?|weeks?)|on (?:the )?\\d{1,2}(?:st|nd|rd|th)?)(?: (?:morning|afternoon|evening|night))?`;
const ONCE = new RegExp(
  `^${RUN} (?<when>(?:${ONE_DAY})(?:${TIME})?|(?:at )?${TIME}(?:,? ${ONE_DAY}))$`,
  "iu",
);
const UNSAID_DAY = new RegExp(`^${RUN} (?<when>(?:at|by) ?${TIMES})$`, "iu");

/** A run at one time only, which no schedule can bring; null for any other message. */
export function onceOf(text: string): Decision | null {
  const once = ONCE.exec(text)?.groups?.["when"];
  if (once !== undefined)
    return replied(
      `A schedule repeats, so it cannot run once, "${once.trim()}". Start that run by hand when it is time ("run it now"), or say how it should repeat, such as "run it every weekday at 9". Nothing was proposed.`,
    );
  const time = UNSAID_DAY.exec(text)?.groups?.["when"]?.trim();
  return time === undefined
    ? null
    : replied(
        `On which days should it run ${time}? Say for example "run it every day ${time}" or "run it every Monday ${time}".`,
      );
}
