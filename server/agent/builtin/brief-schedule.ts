import type { Triggers } from "./brief-task.ts";
import { type SaidSchedule, scheduleIn } from "./schedule.ts";
import { meetingBeside, meetingMeant } from "./schedule-meeting.ts";
import { webhookSaid } from "./webhook-talk.ts";

const IT = "(?:it|this|that|the (?:plan|agent|whole thing|job)|everything|all (?:of )?this|es|das)";
const ALSO = "(?: (?:also|too|as well|again|in addition|automatically|by itself|then|at|auch|zusätzlich))*";
// A sentence that says when to run and nothing else to do.
const ONLY_RUN = new RegExp(
  `^(?:(?:and|also|please|but|additionally|in addition)[\\s,]+)*(?:(?:run|start|execute|repeat|launch|trigger|schedule|do)(?: ${IT})?|do the same|${IT} (?:(?:should|must|shall|has to|is to|will) (?:also )?)?(?:runs?|starts?|be (?:run|started)))?${ALSO}\\s*[:.,]?$`,
  "i",
);

/** Takes out when a run starts by the clock, and what happens to runs that meet. */
export function takeSchedule(text: string, triggers: Triggers): string {
  const sentence = text.trim().replace(/[.!]+$/, "");
  if (triggers.schedule !== null && /\bruns?\b/i.test(sentence)) {
    const meeting = meetingMeant(sentence, false);
    const isAlone =
      /^(?:(?:and|also|please|but)[\s,]+)*(?:queue|skip|allow|let|do not|don't|never|catch|if|when|ignore|drop|runs?|missed|overlapping)\b/i.test(
        sentence,
      );
    if (meeting !== null && isAlone && !/\bsteps?\b|\d/i.test(sentence)) {
      triggers.meeting = { ...triggers.meeting, ...meeting };
      return "";
    }
  }
  for (const { rest, said, meeting } of meetingBeside(sentence)) {
    const schedule = scheduleIn(rest);
    if (meeting === null || schedule === null || !isOnlyRun(schedule) || /\bsteps?\b/i.test(said)) continue;
    triggers.meeting = { ...triggers.meeting, ...meeting };
    return takeSchedule(rest, triggers);
  }
  const schedule = scheduleIn(text);
  if (schedule === null) return text;
  if (triggers.schedule !== null) return addedTo(triggers, schedule) ? "" : text;
  if (!schedule.cron && !(schedule.unclear !== null && isOnlyRun(schedule))) return text;
  const { cron, timezone, words, isTimed, unclear, more } = schedule;
  triggers.schedule = { cron: cron ?? "", timezone, words, isTimed, unclear };
  triggers.others.push(...more.map((other) => ({ cron: other, timezone, words })));
  return isOnlyRun(schedule) ? "" : withoutFurther(schedule.rest, triggers);
}

// "Every Monday at 9 and Tuesday at 10: …": what goes on as it began.
function withoutFurther(rest: string, triggers: Triggers): string {
  const lead = /^(?:,? ?(?:and|und|y|et)|,) (?:also )?/i.exec(rest)?.[0];
  if (lead === undefined) return rest;
  const behind = rest.slice(lead.length);
  const further = [behind, `every ${behind}`]
    .map((said) => ({ said, schedule: scheduleIn(said) }))
    .find(({ said, schedule }) => schedule !== null && said.startsWith(schedule.words));
  const schedule = further?.schedule;
  if (!schedule?.cron || !schedule.isTimed || schedule.unclear !== null) return rest;
  const { cron, more, timezone, words } = schedule;
  triggers.others.push(...[cron, ...more].map((each) => ({ cron: each, timezone, words })));
  return withoutFurther(schedule.rest, triggers);
}

// "Run it also every Friday at 17": a second schedule beside the first.
function addedTo(triggers: Triggers, schedule: SaidSchedule): boolean {
  const { cron, timezone, words, isTimed, unclear, more } = schedule;
  if (cron === null || !isTimed || unclear !== null || !isOnlyRun(schedule)) return false;
  triggers.others.push(...[cron, ...more].map((each) => ({ cron: each, timezone, words })));
  return true;
}

function isOnlyRun({ rest }: SaidSchedule): boolean {
  return ONLY_RUN.test(rest.trim());
}

const CUE = "(?:when(?:ever)?|each time|every time|as soon as|on every|on each)";
const SYSTEM =
  "(?:git ?hub|git ?lab|bitbucket|stripe|shopify|paypal|slack|jira|linear|sentry|zapier|(?:our|the|my) (?:shop|store|web ?site|api|crm|app))";
const CALLED = new RegExp(
  `^${CUE} (?:an? )?${SYSTEM} (?:\\p{L}+ )?(?:push(?:es)?|calls?|sends?|posts?|pings?|notif(?:y|ies)|emits?|fires?|delivers?|reports?|opens?|creates?|publish(?:es)?|merges?|event)\\b[^,:]*[,:]\\s*`,
  "iu",
);

/** A hook of another system is where something goes, and starts no run. */
export const SENDS_TO =
  /\b(?:to|into) (?:the |my |our |an? |their )?(?:\w+ )?(?:web ?hook|hook)\b(?: at| under)?:? https?:/i;

/** Takes out what calls from outside: "When GitHub pushes, …", "Run it when GitHub pushes". */
export function takeWebhook(text: string, triggers: Triggers, isFirst: boolean): string {
  const said = SENDS_TO.test(text) ? null : webhookSaid(text, []);
  if (said !== null && triggers.webhook === null) {
    triggers.webhook = said;
    return "";
  }
  const found = isFirst ? CALLED.exec(text) : null;
  if (!found) return text;
  const words = found[0].replace(/[\s,:.]+$/, "");
  triggers.usesRunInput = true;
  triggers.webhook ??= { scheme: /\bgit ?hub\b/i.test(words) ? "github" : "standard", words };
  return text.slice(found[0].length);
}
