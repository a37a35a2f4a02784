import type { Json } from "#server/core/json.ts";
import { triggersTold } from "./answer-triggers.ts";
import type { Decision } from "./decide.ts";
import type { TriggersAtHand } from "./listed-plan.ts";
import type { ReadPrompt } from "./read-prompt.ts";
import { combinedOf } from "./schedule-combined.ts";
import { controlOf } from "./schedule-control.ts";
import { onceOf } from "./schedule-once.ts";
import { settingOf } from "./schedule-setting.ts";

/** What talk of schedules stands on: those there are, and the card that the message before brought. */
export type ScheduleTalk = TriggersAtHand & {
  /** The call behind the card that was shown last; null when the message before was about something else. */
  card: { [field: string]: Json } | null;
  /** Whether the message before was about schedules at all. */
  isSpokenOf: boolean;
  /** Whether the last that was done is a change of the plan, so that "it" may be a step. */
  isOfPlan: boolean;
  /** Whether what is said comes beside what stands: "also", "too". */
  isBeside: boolean;
};

const COURTESY =
  /^(?:(?:please|ok(?:ay)?|and|also|now|then|bitte|und|por favor|y|s'il (?:te|vous) pla[iî]t|et|(?:can|could|would|will) you(?: please)?|kannst du|könntest du|puedes|peux-tu|i (?:want|would like|need) you to|let us|let's)[\s,]+)+/iu;
const CLOSING =
  /(?:[\s,]+(?:please|thanks?(?: you)?|bitte|danke|por favor|gracias|s'il (?:te|vous) pla[iî]t|merci))?[\s.!?]*$/iu;
const ASKED =
  /^(?:(?:what|which|how)(?: is|'s| are|s)? (?:the |its |our |my )?(?:current )?(?:schedules?|triggers?|webhooks?)(?: now| set)?|(?:show|tell|list)(?: me)? (?:the |all )?(?:schedules?|triggers?|webhooks?)|(?:is there|are there|do (?:we|i) have|does it have) (?:a |any )?(?:schedules?|triggers?|webhooks?)|when (?:does|will|is|do|are) (?:it|this|the (?:plan|agent|next run|runs?))(?: next)?(?: going to)?(?: run| start| fire| scheduled| due)?(?: next| again| by itself)?|when(?: is|'s) the next run|how often (?:does|will) (?:it|this|the plan) run|is (?:it|the schedule|this|the plan) (?:scheduled|paused|on|off|active)|(?:was|wie) ist der zeitplan|welche zeitpläne gibt es|wann (?:läuft|startet) (?:er|es|das|der plan)(?: das nächste mal| wieder)?|cuál es el (?:horario|calendario)|cuándo (?:se ejecuta|corre|empieza)|quel(?:le)? est (?:l'horaire|le planning|la planification)|quand (?:est-ce que )?(?:ça|il|le plan) (?:tourne|démarre|se lance|s'exécute))$/iu;

// How this planner's own words about schedules begin: a title may have the word too.
const SPOKEN_OF =
  /^(?:The schedule: |Schedule \d+: |There is no schedule|There is a schedule already|Which schedule do you mean|The schedule already is so|A schedule |One schedule |A pause goes |On which days should it run|Which days should it pause|The schedule is paused |That card is not confirmed|Nothing was proposed: please say )/m;

/** What a message comes to that is about schedules and nothing else; null when it is about something else too. */
export function scheduleTalk(message: string, prompt: ReadPrompt): Decision | null {
  const text = message
    .replace(/[’‘]/g, "'")
    .replace(/^[¿¡\s]+/, "")
    .replace(CLOSING, "")
    .replace(COURTESY, "")
    .trim();
  const talk = { ...talkOf(prompt), isBeside: BESIDE.test(message) };
  if (ASKED.test(text)) return { calls: [], reply: triggersTold(talk) };
  if (
    /\?\s*$/.test(message) &&
    !/^(?:please )?(?:can|could|would|will) you\b|^(?:kannst|könntest) du\b|^¿?puedes\b|^peux-tu\b/i.test(
      message,
    )
  )
    return null;
  return combinedOf(text, talk) ?? controlOf(text, talk) ?? settingOf(text, talk) ?? onceOf(text);
}

const BESIDE =
  /(?<!\p{L})(?:also|too|as well|additionally|in addition|auch|zusätzlich|außerdem|también|además|aussi)(?!\p{L})/iu;

function talkOf({ context, past, asked }: ReadPrompt): Omit<ScheduleTalk, "isBeside"> {
  const last = past.findLast((answer) => answer.name === "set_schedule" && !answer.failed);
  const isCard = /\bcard for (?:the schedule|the changed schedule|taking the schedule away)\b/.test(asked);
  const isOfPlan = past.at(-1)?.name === "edit_plan";
  const input = last?.input;
  const card = isCard && typeof input === "object" && input !== null ? { ...input } : null;
  return { ...context.triggers, card, isSpokenOf: isCard || SPOKEN_OF.test(asked), isOfPlan };
}
