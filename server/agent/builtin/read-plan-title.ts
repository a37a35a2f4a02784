import { unquoted } from "./read-settings.ts";
import type { World } from "./reference.ts";
import { answer, ask, edits, type Reading, refuse } from "./understanding.ts";

const PLAN = "(?:the |this |my )?(?:whole )?plan";
const TITLED = [
  new RegExp(
    `^(?:change|set|make|re-?name) (?:the )?(?:title|name) of ${PLAN}(?:[:,]? (?:to|into|=|as))? (.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:change|set|make|re-?name) ${PLAN}(?:'s)? (?:title|name)(?:[:,]? (?:to|into|=|as))? (.+)$`,
    "i",
  ),
  new RegExp(`^(?:re-?name|re-?title) ${PLAN}[:,]? (?:to |into |as )?(.+)$`, "i"),
  new RegExp(`^(?:call|name|title) ${PLAN}[:,]? (.+)$`, "i"),
  new RegExp(`^${PLAN} (?:should|must|shall) (?:now )?be (?:called|named|titled) (.+)$`, "i"),
  new RegExp(`^(?:the )?(?:plan )?(?:title|name) (?:of ${PLAN} )?(?:should|must|shall) be (.+)$`, "i"),
];
const MAX_TITLE = 120;

/** What the plan as a whole is called. */
export function readPlanTitle(clause: string, { plan }: World): Reading {
  const wanted = TITLED.map((pattern) => pattern.exec(clause)?.[1]).find((text) => text !== undefined);
  if (wanted === undefined) return null;
  const title = unquoted(wanted);
  if (title === "") return ask("What should the plan be called?");
  if (title.length > MAX_TITLE)
    return refuse(
      `A title has at most ${MAX_TITLE} characters; this one has ${title.length}. Nothing was changed.`,
    );
  if (title === plan.title) return answer(`The plan is called "${title}" already.`);
  const edit = { op: "set_plan", changes: [{ field: "title", value: title }] };
  return edits([edit], [], `The plan is called "${title}" now`);
}
