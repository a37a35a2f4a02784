import { scheduleIn } from "./schedule.ts";
import type { World } from "./reference.ts";
import { ask, type Reading } from "./understanding.ts";

const IT =
  "(?:it|this|that|the plan|this plan|the agent|everything|the whole thing|all of it|them|the draft|the changes)";
const SAVE = new RegExp(
  `^(?:save|store|freeze|snapshot|publish)(?: ${IT})?(?: (?:as it is|now|like this|like that|then|for me|as a snapshot))*$`,
  "i",
);
const RUN = new RegExp(
  `^(?:run|start|execute|launch|try|kick off|fire|trigger|test)(?: ${IT})?(?: (?:now|once|right away|immediately|then|for me|again|right now))*$`,
  "i",
);
const WEBHOOK = /\bweb ?hook\b/i;
const SCHEDULED = new RegExp(
  `^(?:(?:please )?(?:run|start|schedule|execute|do|trigger|launch|repeat|set|let|have|make|it should (?:run|start)|this should run|the plan should run|run should (?:happen|start))?(?: ${IT})?(?: (?:to )?(?:run|start|happen))?(?: (?:to|at|for))?|schedule:?|runs?:?)\\s*$`,
  "i",
);

/** What concerns the plan as a whole and the world outside: saving, running, triggers. */
export function readOutward(clause: string, world: World): Reading {
  const { revision } = world.plan;
  if (SAVE.test(clause)) return { type: "call", call: { name: "save_plan", input: { revision } } };
  if (RUN.test(clause)) return { type: "call", call: { name: "start_run", input: { input: null } } };
  const schedule = scheduleIn(clause);
  if (schedule && SCHEDULED.test(schedule.rest)) {
    if (schedule.unclear !== null) return ask(schedule.unclear);
    if (schedule.cron === null)
      return ask(`"${schedule.words}" names no time that repeats. At what time and how often should it run?`);
    if (!schedule.isTimed) return ask(`At what time should it run "${schedule.words}"? No time was said.`);
    if (schedule.more.length > 0)
      return ask(
        `"${schedule.words}" needs more than one schedule. Say "run it ${schedule.words}" in a message of its own.`,
      );
    return {
      type: "call",
      call: {
        name: "set_schedule",
        input: { cron: schedule.cron, timezone: schedule.timezone, words: schedule.words },
      },
    };
  }
  if (/^schedule (?:it|this|the plan)$/i.test(clause))
    return ask("When should it run? Say, for example, every weekday at 9:00.");
  if (
    WEBHOOK.test(clause) &&
    !/^(?:remove|delete|drop|disable|turn off|switch off)\b/i.test(clause) &&
    isTrigger(clause)
  ) {
    const scheme = /\bgit ?hub\b/i.test(clause) ? "github" : "standard";
    return { type: "call", call: { name: "set_webhook", input: { scheme, words: clause } } };
  }
  return null;
}

function isTrigger(clause: string): boolean {
  return (
    /^(?:start|run|trigger|launch|let|have|make|add|create|set up|use|give|connect|enable|i (?:want|need)|when|whenever|each time|every time|it should)\b/i.test(
      clause,
    ) && !/\bsteps?\b/i.test(clause)
  );
}
