import { listOf } from "#server/core/list-of.ts";
import { type ListedStep, nameOf, refOf } from "./listed-plan.ts";
import { isFieldOfStep } from "./field-told.ts";
import type { World } from "./reference.ts";
import { ask, edits, type Reading, refuse, withSteps } from "./understanding.ts";

const QUOTED = `["'“‘]([^"“”]+?)["'”’]`;
const RENAME = [
  /^(?:re-?name|re-?title|re-?label)(?: the)?(?: title of| name of)? (.+?) (?:(?:to|as|into):?(?=[\s"“])|=|->|→) ?:? ?(.+)$/i,
  /^(?:re-?name|re-?title|re-?label)(?: the)?(?: title of| name of)? (.+?) in:? (.+)$/i,
  new RegExp(`^(?:re-?name|re-?title|re-?label) (.+?)[:,]? ${QUOTED}$`, "i"),
  new RegExp(`^(?:call|name|title) (.+?)[:,]? ${QUOTED}$`, "i"),
  /^(?:call|name) ((?:the )?(?:step )?(?:#?\d+|it|that one|last step|first step)) (.+)$/i,
  /^(.+?) (?:should|must|shall|is to|can|ought to|has to|needs to|will|would|could|may) (?:now |rather |better )?be (?:called|named|titled|labell?ed|entitled|known as|renamed(?: to| as)?) (.+)$/i,
  /^(.+?) (?:is|are) (?:now|from now on|henceforth|better|rather) (?:called|named|titled|known as) (.+)$/i,
  /^(?:give|assign) (.+?) (?:the|a) (?:new )?(?:title|name|label) (?:of )?(.+)$/i,
  /^(.+?) (?:gets?|has|takes?|should (?:get|have)|must have|needs?) (?:the|a) (?:new )?(?:title|name|label) (?:of )?(.+)$/i,
  new RegExp(`^use ${QUOTED} as (?:the )?(?:new )?(?:title|name|label) (?:of|for) (?<span>.+)$`, "i"),
  new RegExp(
    `^(?:change|turn|reword|set|make|rewrite) (?!(?:the |its )?(?:title|name)\\b)(.+?) (?:to|into|to read) ${QUOTED}$`,
    "i",
  ),
  /^(?:change|set|make) (?:the )?(?:title|name) of (.+?) (?:to|into|=) (.+)$/i,
  /^(?:change|set|make) (.+?)(?:'s| its) (?:title|name) (?:to|into|=)? ?(.+)$/i,
  /^(.+?)(?:'s)? (?:name|title) (?:should|must|shall|has to) be(?:come)?(?: changed to| set to)? (.+)$/i,
  /^(?:the )?(?:title|name) of (.+?) ?(?:->|→|=>) ?(.+)$/i,
  /^(.+?) ?(?:->|→|=>) ?(.+?) \((?:just|only) the (?:name|title)\)$/i,
];

/** Titles. */
export function readRename(clause: string, world: World): Reading {
  const instead = /^(?:call|name) (?:it|that|this) (.+?) (?:instead of|rather than|and not) (.+)$/i.exec(
    clause,
  );
  if (instead) return rename(instead[2] ?? "", instead[1] ?? "", world);
  const several = renames(clause, world) ?? calls(clause, world);
  if (several !== null) return several;
  if (isFieldOfStep(clause, world)) return null;
  for (const pattern of RENAME) {
    const found = pattern.exec(clause);
    const span = found?.groups?.["span"];
    if (found && span !== undefined) return rename(span, found[1] ?? "", world);
    if (found) return rename(found[1] ?? "", found[2] ?? "", world);
  }
  const bare = /^(?:re-?name|re-?title|re-?label)(?: (.+?))?(?: to| as| into)?$/i.exec(clause);
  if (!bare) return null;
  return withSteps(
    bare[1] ?? "",
    world,
    ([step]) => (step ? ask(`What should ${nameOf(step)} be called?`) : null),
    {
      one: true,
      what: "should be renamed, and to what",
    },
  );
}

const MAX_TITLE = 120;

const NEXT =
  /(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)(?=(?:the )?(?:steps? )?(?:#?\d+|\w+ (?:step|one)) (?:to|as|into) )/i;

// "Rename 3 to A, 4 to B and 5 to C": a name may hold commas, so only a number and "to" begin the next one.
function renames(clause: string, world: World): Reading {
  const rest = /^(?:re-?name|re-?title|re-?label) (.+)$/i.exec(clause)?.[1];
  const parts = rest?.split(NEXT) ?? [];
  if (parts.length < 2) return null;
  const readings = parts.map((part) => {
    const pair = /^(.+?) (?:to|as|into):? (.+)$/i.exec(part);
    return pair ? rename(pair[1] ?? "", pair[2] ?? "", world) : null;
  });
  return allRenamed(readings);
}

const CALLED = /^(?:call|name|title) ((?:the )?step #?\d+|#?\d+) (\S.*)$/i;

// "Call step 5 Plot and step 6 Check": only a step named like the first one begins the next title.
function calls(clause: string, world: World): Reading {
  const [, first = "", rest = ""] = CALLED.exec(clause) ?? [];
  if (rest === "") return null;
  const step = /step/i.test(first) ? "(?:the )?step #?\\d+" : "#?\\d+";
  const next = new RegExp(
    `(?:,\\s*(?:and\\s+)?|\\s+and\\s+)(?:(?:call|name|title)\\s+)?(?=${step}:? \\S)`,
    "i",
  );
  const [title = "", ...others] = rest.split(next);
  const pairs = others.map((part) => new RegExp(`^(${step}):? (.+)$`, "i").exec(part) ?? []);
  const numbers = [first, ...pairs.map((pair) => pair[1] ?? "")].map((words) =>
    Number(/\d+/.exec(words)?.[0]),
  );
  const isList = pairs.length > 0 && new Set(numbers).size === numbers.length;
  if (!isList || numbers.some((number) => !world.plan.steps[number - 1])) return null;
  return allRenamed([
    rename(first, title, world),
    ...pairs.map((pair) => rename(pair[1] ?? "", pair[2] ?? "", world)),
  ]);
}

function allRenamed(readings: readonly Reading[]): Reading {
  const other = readings.find((reading) => reading?.type !== "edits");
  if (other !== undefined) return other;
  const all = readings.flatMap((reading) => (reading?.type === "edits" ? [reading] : []));
  return edits(
    all.flatMap((reading) => reading.edits),
    all.flatMap((reading) => reading.about),
    `Renamed ${listOf(all.map((reading) => reading.said.replace(/^Renamed /, "")))}`,
  );
}

function rename(span: string, wanted: string, world: World): Reading {
  // Words behind a quoted text: that is no title.
  if (/^["“][^"”]*["”]\s*\S/.test(wanted.trim())) return null;
  // "…, then mail the boss" may be part of the title or an order of its own: without quotes it is no title.
  if (/^[^"“]*,\s*(?:and )?then\s+\S/i.test(wanted.trim())) return null;
  if (/^(?:something (?:else|different)|differently|otherwise|another name)\b/i.test(wanted)) return null;
  const title = unquoted(wanted.replace(/^be (?=["“\p{Lu}])/u, ""));
  if (title === "") return ask(`What should ${span} be called?`);
  return withSteps(span, world, ([step]) => (step ? renamed(step, title, world) : null), {
    one: true,
    what: "should be renamed",
  });
}

/** The step under another title; a refusal when the title is too long. */
export function renamed(step: ListedStep, title: string, { plan }: World): Reading {
  if (title.length > MAX_TITLE) {
    return refuse(
      `A title has at most ${MAX_TITLE} characters; "${title.slice(0, 40)}…" has ${title.length}. Nothing was changed.`,
    );
  }
  const change = { op: "update_step", step: refOf(step, plan), changes: [{ field: "title", value: title }] };
  return edits(step.title === title ? [] : [change], [step], `Renamed ${nameOf(step)} to "${title}"`);
}

export function unquoted(text: string): string {
  const clean = text
    .trim()
    .replace(/ \((?:just|only) the (?:name|title)\)$/i, "")
    .replace(/(?:,? please|,? instead)$/i, "");
  return /^["'“‘`](.*)["'”’`][.!]?$/.exec(clean)?.[1]?.trim() ?? clean.replace(/[.!]$/, "");
}
