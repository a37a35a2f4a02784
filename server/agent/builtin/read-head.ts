import { listOf } from "#server/core/list-of.ts";
import { budgetSchema, type Budget } from "#server/core/plan.ts";
import { cardinal, NUMBER_WORD } from "./numerals.ts";
import { type Limit as LimitSaid, limitsOfMessage } from "./limit-said.ts";
import { unquoted } from "./read-settings.ts";
import { secondsIn, SPAN_OF_TIME } from "./span-of-time.ts";
import type { World } from "./reference.ts";
import { answer, ask, edits, type Reading } from "./understanding.ts";

type Limit = keyof Budget;

const OBJECTIVE =
  /^(?:set|change|make) (?:the )?(?:objective|goal)(?: of (?:the|this) plan)?(?: (?:to|into|=)|:)(?: be)? ([\s\S]+)$/i;
const DROP_BUDGET =
  /^(?:drop|remove|delete|clear|lift) (?:the )?(?:field )?(?:whole )?budget(?: of (?:the|this) plan)?$/i;
const LIMIT = '[`"]?(?<name>tool ?calls?|tokens?|costs?(?: ?usd)?|money|wall ?seconds?|time|approvals?)[`"]?';
const DROP_LIMIT = [
  new RegExp(
    `^(?:leave|take|drop|remove|delete) (?:the )?${LIMIT} (?:limit )?(?:out of|from) (?:the )?budget$`,
    "i",
  ),
  new RegExp(`^(?:drop|remove|delete|lift) (?:the )?(?:budget|limit) (?:for|on|of) ${LIMIT}$`, "i"),
];
const COUNT = `(?<count>${NUMBER_WORD}|\\d+(?:\\.\\d+)?)`;
const SET_LIMIT = [
  new RegExp(
    `^(?:set|change|put) (?:the )?budget(?: of (?:the|this) plan)? (?:to|at)(?: at most)? \\$?${COUNT} (?<unit>tool ?calls?|tokens?|approvals?|dollars?|usd)$`,
    "i",
  ),
  /^(?:set|change|put) (?:the )?budget(?: of (?:the|this) plan)? (?:to|at)(?: at most)? (?<unit>\$)(?<count>\d+(?:\.\d+)?)$/i,
  new RegExp(`^(?:set|change) (?:the )?${LIMIT} (?:of|in) (?:the )?budget to ${COUNT}$`, "i"),
];
const SET_TIME = new RegExp(
  `^(?:set|change|put) (?:the )?budget(?: of (?:the|this) plan)? (?:to|at)(?: at most)? ${SPAN_OF_TIME}$`,
  "i",
);
const LIMITS: [RegExp, Limit][] = [
  [/^tool/i, "toolCalls"],
  [/^token/i, "tokens"],
  [/^(?:cost|money|dollar|usd|\$)/i, "costUsd"],
  [/^(?:wall|time)/i, "wallSeconds"],
  [/^approval/i, "approvals"],
];

/** What the plan as a whole is for, and what one run of it may use. */
export function readHead(clause: string, world: World): Reading {
  const { head = {} } = world.plan;
  const wanted = OBJECTIVE.exec(clause)?.[1];
  if (wanted !== undefined) return setObjective(unquoted(wanted), head.objective);
  if (DROP_BUDGET.test(clause)) {
    if (head.budget === undefined) return answer("The plan has no budget. Nothing was changed.");
    return setBudget({}, "The plan has no budget now");
  }
  for (const pattern of DROP_LIMIT) {
    const name = limitOf(pattern.exec(clause)?.groups?.["name"]);
    if (name !== null) return dropLimit(name, head.budget ?? {});
  }
  const [, count, unit] = SET_TIME.exec(clause) ?? [];
  const seconds = secondsIn(count, unit);
  if (seconds !== null) return setLimit("wallSeconds", seconds, head.budget ?? {});
  for (const pattern of SET_LIMIT) {
    const found = pattern.exec(clause)?.groups;
    const name = limitOf(found?.["name"] ?? found?.["unit"]);
    const written = found?.["count"] ?? "";
    const value = /^[\d.]+$/.test(written) ? Number(written) : cardinal(written);
    if (name !== null && value !== null) return setLimit(name, value, head.budget ?? {});
  }
  const said = limitsOfMessage(clause);
  return said === null ? null : setLimits(said, head.budget ?? {});
}

function limitOf(word: string | undefined): Limit | null {
  if (word === undefined) return null;
  return LIMITS.find(([pattern]) => pattern.test(word))?.[1] ?? null;
}

function setObjective(objective: string, now: string | undefined): Reading {
  if (objective === "") return ask("What should the objective be?");
  if (objective === now) return answer("The objective already is so. Nothing was changed.");
  const edit = { op: "set_plan", changes: [{ field: "objective", value: objective }] };
  return edits([edit], [], "The plan has a new objective");
}

function dropLimit(name: Limit, budget: Budget): Reading {
  const { [name]: gone, ...kept } = budget;
  if (gone === undefined) return answer(`The budget has no ${name}. Nothing was changed.`);
  return setBudget(kept, `The budget sets no limit of ${name} now`);
}

function setLimit(name: Limit, value: number, budget: Budget): Reading {
  const kept = Object.entries(budget).filter(([other]) => other !== name);
  const rest = kept.map(([other, limit]) => `${other} ${limit}`).join(", ");
  const said = `The budget limits ${name} to ${value} now${rest === "" ? "" : `; as before it has ${rest}`}`;
  if (budget[name] === value) return answer(`The budget limits ${name} to ${value} already.`);
  return setBudget({ ...budget, [name]: value }, said);
}

function setLimits(limits: readonly LimitSaid[], budget: Budget): Reading {
  const [only, another] = limits;
  if (only && !another) return setLimit(only.name, only.value, budget);
  const wanted = Object.fromEntries(limits.map(({ name, value }) => [name, value]));
  const said = limits.map(({ name, value }) => `${name} to ${value}`);
  return setBudget({ ...budget, ...wanted }, `The budget limits ${listOf(said)} now`);
}

function setBudget(budget: Budget, said: string): Reading {
  const limits = budgetSchema.keyof().options.map((name) => [name, budget[name] ?? null]);
  return edits([{ op: "set_plan", changes: [{ field: "budget", ...Object.fromEntries(limits) }] }], [], said);
}
