import { listOf } from "#server/core/list-of.ts";
import { bareStep, nameOf } from "./listed-plan.ts";
import { matchTitles } from "./match-title.ts";
import type { World } from "./reference.ts";
import type { RemovedStep } from "./removed-steps.ts";
import { answer, ask, edits, type Reading } from "./understanding.ts";

const STEP = "(?:(?:the|my|that|our) )?(?:old |removed |deleted |former |earlier )?(.+?)";
const AGAIN = "(?: (?:again|in|into the plan|to the plan|in again|please|after all|now))*";
const GONE =
  "(?:,? (?:that|which) (?:i|we|you) (?:just |had |have )*(?:removed|deleted|dropped|took out|cut)(?: (?:earlier|before|again|just now))?)?";
const BRING = [
  new RegExp(
    `^(?:bring|put|add|take|get|give me|want|need|have) back(?: in)? (?!to (?:me|us)\\b)${STEP}${GONE}${AGAIN}$`,
    "i",
  ),
  new RegExp(
    `^(?:i |we )?(?:bring|put|add|take|get|want|need|have|would like|give me)(?: to have)? ${STEP}${GONE} back${AGAIN}$`,
    "i",
  ),
  new RegExp(
    `^(?:restore|undelete|un-delete|re-?add|re-?insert|reinstate|revive) ${STEP}${GONE}${AGAIN}$`,
    "i",
  ),
];

/** What a clause wants back that is neither the plan nor the last change; null when it wants nothing back. */
function wantedBack(clause: string): string | null {
  const span = BRING.map((pattern) => pattern.exec(clause)?.[1]).find((words) => words !== undefined) ?? "";
  const isOther =
    /^(?:it|that|this|them|everything|all)$/i.test(span) ||
    /^(?:revision|version|r|v|the (?:first|original)\b.*|plan)\s*#?\d*$/i.test(span);
  return span === "" || isOther ? null : span;
}

/** Whether a clause asks for a step that was removed. */
export function asksForRemoved(clause: string): boolean {
  return wantedBack(clause) !== null;
}

/** A step that was removed comes back as it was. */
export function readRestore(clause: string, world: World): Reading {
  const span = wantedBack(clause);
  if (span === null) return null;
  const { plan, removed = [] } = world;
  const meant = meantBy(span, removed);
  const [step, other] = meant;
  if (step && other) return ask(`Which of them should come back: ${names(meant, "or")}?`);
  if (step) return bringBack(step);

  const present = matchTitles(span, plan.steps, 0.5)[0]?.step;
  if (present) return answer(`${nameOf(present)} is part of the plan; there is nothing to bring back.`);
  if (removed.length === 0) return answer("No step was removed, so there is none to bring back.");
  return ask(
    `No removed step fits "${span}". Which one should come back: ${names(removed.slice(0, 5), "or")}?`,
  );
}

function meantBy(span: string, removed: readonly RemovedStep[]): RemovedStep[] {
  const number = /^(?:step |#|number |no\.? )*(\d+)$/i.exec(span)?.[1];
  if (number !== undefined) return removed.filter((step) => step.number === Number(number)).slice(0, 1);
  if (/^(?:last|removed|deleted|the last)?\s*(?:step|one)(?: i removed)?$/i.test(span))
    return removed.slice(0, 1);
  const listedSteps = removed.map(({ id, title }, index) => bareStep(index + 1, id, title));
  const quoted = span.replace(/^["'`]|["'`]$|\s+steps?$/gi, "");
  const [first, ...others] = matchTitles(quoted, listedSteps, 0.3);
  if (!first) return [];
  const close = [first, ...others.filter((item) => item.score > first.score - 0.05)];
  return close.flatMap((item) => removed[item.step.number - 1] ?? []);
}

function bringBack({ id, title, followers }: RemovedStep): Reading {
  const edit = { op: "restore_step", step: id, revision: null, requiredBy: followers ?? [] };
  const lonely = (followers ?? []).length === 0 ? ". No step waits for it yet" : "";
  return edits([edit], [], `Brought back "${title}"${lonely}`);
}

function names(steps: readonly RemovedStep[], joiner: string): string {
  return listOf(
    steps.map((step) => `"${step.title}"`),
    joiner,
  );
}
