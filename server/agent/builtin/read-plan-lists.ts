import { listOf } from "#server/core/list-of.ts";
import { unquoted } from "./read-settings.ts";
import { endsWithQuote } from "./field-told.ts";
import type { World } from "./reference.ts";
import { answer, ask, edits, type Reading } from "./understanding.ts";

type List = "tags" | "assumptions";

const KIND = "(?<kind>tag|label|assumption)s?";
const PLAN = "(?:the|this|my|our) plan";
const ADD = [
  new RegExp(
    `^(?:add|append|put|give|set|note|include|use)(?: (?:${PLAN}|it))? (?:the |an? |these )?(?:new |another |further )?${KIND}(?: that)?[:,]? (?:called |named )?(?<value>.+?)(?: (?:to|on|for) (?:${PLAN}|it))?$`,
    "i",
  ),
  new RegExp(`^(?<kind>tag) (?:${PLAN}|it) (?:as|with) (?<value>.+)$`, "i"),
];
const REMOVE = [
  new RegExp(
    `^(?:remove|delete|drop|take (?:out|away|off)|clear|strike) (?:the |an? |these )?${KIND}[:,]? (?<value>.+?)(?: (?:from|of) (?:${PLAN}|it))?$`,
    "i",
  ),
  new RegExp(
    `^(?:remove|delete|drop|take (?:out|away|off)|clear|strike) (?:the )?(?<value>"[^"]+"|\\S+) ${KIND}(?: (?:from|of) (?:${PLAN}|it))?$`,
    "i",
  ),
];
const CLEAR = new RegExp(
  `^(?:remove|delete|drop|clear) (?:all (?:the )?|every |the )${KIND}(?: (?:from|of) ${PLAN})?$`,
  "i",
);
const SET = new RegExp(
  `^(?:set|change|replace|make) (?:the )?${KIND}(?: (?:of|for) ${PLAN})? (?:to|with|into|be):? (?<value>.+)$`,
  "i",
);
const DONE = [
  new RegExp(
    `^(?:set|change|make) (?:the )?(?:completion criteri(?:a|on)|criteri(?:a|on) (?:for|of) completion|definition of done)(?: (?:of|for) (?:${PLAN}|the run))? (?:to|into|be|=):? (.+)$`,
    "is",
  ),
  /^(?:the |a |this )?(?:whole )?(?:run|plan|job) (?:is|counts as|should count as|shall be) (?:done|finished|completed?|over|successful) (?:when|once|if|as soon as|only when|only if) (.+)$/is,
];
const QUOTES = /"([^"]+)"/g;

/** What the plan as a whole assumes, how it is tagged and when a run of it is done. */
export function readPlanLists(clause: string, world: World): Reading {
  const done = DONE.map((pattern) => pattern.exec(clause)?.[1]).find((text) => text !== undefined);
  if (done !== undefined) return endsWithQuote(done) ? setCriteria(unquoted(done), world) : null;
  const { head = {} } = world.plan;
  if (CLEAR.test(clause)) {
    const list = listNamed(CLEAR.exec(clause)?.groups?.["kind"]);
    return setList(list, [], `The plan has no ${list} now`);
  }
  const set = SET.exec(clause)?.groups;
  const wanted = set && valuesIn(set["value"] ?? "");
  if (wanted)
    return setList(
      listNamed(set["kind"]),
      wanted,
      `The ${listNamed(set["kind"])} of the plan are ${quoted(wanted)} now`,
    );
  for (const pattern of REMOVE) {
    const found = pattern.exec(clause)?.groups;
    const values = found && valuesIn(found["value"] ?? "");
    if (values) return without(listNamed(found["kind"]), values, head);
  }
  for (const pattern of ADD) {
    const found = pattern.exec(clause)?.groups;
    const values = found && valuesIn(found["value"] ?? "");
    if (values) return withMore(listNamed(found["kind"]), values, head);
  }
  return null;
}

function listNamed(word: string | undefined): List {
  return /^assumption/i.test(word ?? "") ? "assumptions" : "tags";
}

// One or more texts in quotes and nothing else, or words without any.
function valuesIn(text: string): string[] | null {
  const found = [...text.matchAll(QUOTES)].map((match) => (match[1] ?? "").trim()).filter(Boolean);
  if (found.length > 0) return /^(?:[\s,.]|\band\b)*$/i.test(text.replace(QUOTES, " ")) ? found : null;
  const bare = unquoted(text);
  return /^(?:to|from|on|of|in|after|before|at)\b|\bsteps?\b/i.test(bare) || bare === "" ? null : [bare];
}

type Head = NonNullable<World["plan"]["head"]>;

function withMore(list: List, values: string[], head: Head): Reading {
  const now = head[list] ?? [];
  const added = values.filter((value) => !now.includes(value));
  const noun = nounOf(list, values);
  if (added.length === 0)
    return answer(`The plan has the ${noun} ${quoted(values)} already. Nothing was changed.`);
  return setList(list, [...now, ...added], `The plan has the ${nounOf(list, added)} ${quoted(added)} now`);
}

function without(list: List, values: string[], head: Head): Reading {
  const now = head[list] ?? [];
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const missing = values.filter((value) => !now.some((own) => same(own, value)));
  if (missing.length > 0) {
    const known = now.length > 0 ? `It has ${quoted(now)}.` : `It has no ${list}.`;
    return answer(
      `The plan has no ${nounOf(list, missing)} ${quoted(missing)}. ${known} Nothing was changed.`,
    );
  }
  const kept = now.filter((own) => !values.some((value) => same(own, value)));
  return setList(list, kept, `The plan no longer has the ${nounOf(list, values)} ${quoted(values)}`);
}

function setCriteria(value: string, { plan }: World): Reading {
  if (value === "") return ask("When is a run of this plan done?");
  const criteria = value.charAt(0).toUpperCase() + value.slice(1);
  if (plan.head?.completionCriteria === criteria)
    return answer("The completion criteria already are so. Nothing was changed.");
  const edit = { op: "set_plan", changes: [{ field: "completionCriteria", value: criteria }] };
  return edits([edit], [], `A run of the plan is done when: ${criteria}`);
}

function setList(list: List, value: string[], said: string): Reading {
  return edits([{ op: "set_plan", changes: [{ field: list, value }] }], [], said);
}

function nounOf(list: List, values: readonly string[]): string {
  return values.length > 1 ? list : list.slice(0, -1);
}

function quoted(values: readonly string[]): string {
  return listOf(values.map((value) => `"${value}"`));
}
