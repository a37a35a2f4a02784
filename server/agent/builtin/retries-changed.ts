import { DEFAULT_MAX_ATTEMPTS } from "#server/core/plan.ts";
import { type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import { cardinal, NUMBER_WORD } from "./numerals.ts";
import type { World } from "./reference.ts";
import { edits, type Reading, refuse, withSteps } from "./understanding.ts";

export const MOST_RETRIES = 9;
const DEFAULT_RETRIES = DEFAULT_MAX_ATTEMPTS - 1;

const TRIES = "(?:retr(?:y|ies)|re-?tries|attempts?|tries|try|chances?)";
const LESS = [
  new RegExp(
    `^(?:give |use )?(?<count>${NUMBER_WORD}|an?) (?:(?:less|fewer) ${TRIES}|${TRIES} (?:less|fewer)) (?:for|on|of|at) (?<span>.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:give )?(?<span>.+?) (?:gets? |should get |needs? )?(?<count>${NUMBER_WORD}|an?) (?:(?:less|fewer) ${TRIES}|${TRIES} (?:less|fewer))$`,
    "i",
  ),
  new RegExp(
    `^(?:lower|reduce|decrease|cut|shorten) (?:the )?(?:number of )?${TRIES} (?:for|on|of|at) (?<span>.+?) by (?<count>${NUMBER_WORD})$`,
    "i",
  ),
];
const MORE = new RegExp(
  `^(?:raise|increase|extend) (?:the )?(?:number of )?${TRIES} (?:for|on|of|at) (?<span>.+?) by (?<count>${NUMBER_WORD})$`,
  "i",
);

/** "One retry less for 3", "raise the retries of 3 by 2": said of what the step has. */
export function readRetriesChanged(clause: string, world: World): Reading {
  const less = LESS.map((way) => way.exec(clause)?.groups).find(Boolean);
  const { span, count = "" } = less ?? MORE.exec(clause)?.groups ?? {};
  if (span === undefined) return null;
  const value = /^an?$/i.test(count) ? 1 : (cardinal(count) ?? 0);
  return withSteps(span, world, (steps) => changeRetries(steps, less ? -value : value, world));
}

/** So many retries more than each of the steps has, or fewer. */
export function changeRetries(steps: readonly ListedStep[], by: number, { plan }: World): Reading {
  const told: string[] = [];
  const list = [];
  for (const step of steps) {
    const value = (step.retries ?? DEFAULT_RETRIES) + by;
    if (value < 0 || value > MOST_RETRIES)
      return refuse(
        `A step can be retried 0 to ${MOST_RETRIES} times; ${namesOf([step])} would get ${value}. Nothing was changed.`,
      );
    told.push(
      `${value === 0 ? "No retries" : value === 1 ? "1 retry" : `${value} retries`} for ${namesOf([step])}`,
    );
    list.push({ op: "update_step", step: refOf(step, plan), changes: [{ field: "retries", value }] });
  }
  return edits(list, [...steps], told.join("; "));
}
