import { listOf } from "#server/core/list-of.ts";
import { mergedTexts } from "./kept-texts.ts";
import { lowerFirst, titleFrom } from "./new-step.ts";
import { nameOf, namesOf, refOf } from "./listed-plan.ts";
import { unquoted } from "./read-settings.ts";
import type { World } from "./reference.ts";
import { ask, edits, overview, type Reading, refuse, withSteps } from "./understanding.ts";

const SWAP = [
  /^(?:swap|switch|exchange|flip|trade|reverse|interchange)(?: (?:the )?(?:order|places?|positions?) of)? (.+?)(?: (?:around|round|places|over|please))*$/i,
  /^(.+?) (?:should be |should run )?(?:in (?:the )?reversed? order|turned around|the other way (?:round|around)|in reverse order|swapped|switched|in the opposite order)$/i,
  /^(?:put|do|have|run) (.+?) (?:the other way (?:round|around)|in (?:the )?(?:reverse|opposite) order)$/i,
];

/** Two steps that change places. */
export function readSwap(clause: string, world: World): Reading {
  const flip =
    /^(?:do )?(.+?) before (.+?),? (?:i\.?e\.?,? |that is,? |so )?(?:flip|swap|switch|exchange) (?:those|these|the|them)(?: two)?$/i.exec(
      clause,
    );
  if (flip) return swap(`${flip[1]} and ${flip[2]}`, world);
  for (const pattern of SWAP) {
    const span = pattern.exec(clause)?.[1];
    if (span === undefined || /\bin (?:right |directly )?(?:before|after|between)\b/i.test(span)) continue;
    if (/\bwith$/i.test(span)) return ask(`With which step? ${overview(world.plan.steps)}`);
    return swap(
      span.replace(/,? so (?:that )?.*$/i, "").replace(/\s+(?:with|for|against)\s+/i, " and "),
      world,
    );
  }
  return null;
}

function swap(span: string, world: World): Reading {
  return withSteps(
    span,
    world,
    (steps) => {
      const [a, b] = steps;
      if (!a || !b) return ask(`With which step should ${namesOf(steps)} be swapped?`);
      if (steps.length > 2)
        return ask(`Two steps can be swapped, not ${steps.length}: which two of ${namesOf(steps)}?`);
      const edit = { op: "swap_steps", step: refOf(a, world.plan), with: refOf(b, world.plan) };
      return edits([edit], [a, b], `Swapped ${nameOf(a)} and ${nameOf(b)}`);
    },
    { what: "should be swapped with which other one" },
  );
}

const MERGE =
  /^(?:merge|combine|lump|squash|blend|pool|condense|compress|melt|pack|glue|tie|fold|join|unite|unify|fuse|consolidate|collapse|roll|bundle|put) (.+?)(?: together)?(?:,? (?:in|into|to(?! (?:step )?#?\d)|as|(?:and )?(?:call|name|title) (?:it|them|the result))(?: one| a single)?(?: step)?(?: one)?(?:,? (?:called|named|titled))?:?(?: (.+))?)?$/i;

const INTO =
  /^(?:merge|combine|fold|join|fuse|roll|unify|consolidate|collapse|put|work|absorb) (.+?) (?:into|in) ((?:the )?step #?\d+|#\d+|(?:the )?(?:step )?"[^"]+")(?:,? (?:and )?(?:call|called|name|named|title|titled)(?: (?:it|them|the result))? (.+))?$/i;

// "Merge step 6 into step 7": what is behind "into" is a step where the plan has it, and a title otherwise.
function withTarget(clause: string, world: World): [string, string, string?] | null {
  const [, from = "", into = "", title] = INTO.exec(clause) ?? [];
  const quoted = /"([^"]+)"/.exec(into)?.[1]?.toLowerCase();
  const isStep = quoted === undefined || world.plan.steps.some((step) => step.title.toLowerCase() === quoted);
  return from === "" || !isStep ? null : [clause, `${from} and ${into}`, title];
}

/** Several steps that become one. */
export function readMerge(clause: string, world: World): Reading {
  if (/^put\b/i.test(clause) && !/\b(?:into|in) (?:one|a single)\b/i.test(clause)) return null;
  const found = withTarget(clause, world) ?? MERGE.exec(clause);
  if (!found) return null;
  const span = (found[1] ?? "").replace(/\s+(?:with|into)\s+/i, " and ");
  const named = unquoted(
    (found[2] ?? "").replace(/^(?:one|a single one|single|step|a step)\b:?\s*(?:called|named)?\s*/i, ""),
  );
  // What goes on behind "into one" is another order, no title.
  if (/^[,;]/.test(named)) return null;
  return withSteps(
    span,
    world,
    (steps) => {
      const [first] = steps;
      if (!first) return null;
      if (steps.length < 2) return ask(`With which step should ${nameOf(first)} be merged?`);
      const ordered = [...steps].sort((a, b) => a.number - b.number);
      const calls = ordered.filter((step) => step.tool !== null);
      const keys = new Set(calls.map((step) => JSON.stringify([step.tool, step.input ?? null])));
      if (keys.size > 1)
        return refuse(
          `A step calls one tool with one input: ${listOf(calls.map((step) => `${nameOf(step)} calls ${step.tool}`))}. Merged, only one of these calls would be left, so they stay apart. Nothing was changed.`,
        );
      const title =
        named ||
        titleFrom(ordered.map((step, at) => (at === 0 ? step.title : lowerFirst(step.title))).join(" and "));
      if (title.length > 120)
        return refuse(`A title has at most 120 characters; "${title.slice(0, 40)}…" is longer.`);
      const edit = {
        op: "merge_steps",
        steps: ordered.map((step) => refOf(step, world.plan)),
        title,
        ...mergedTexts(ordered, title),
        changes: [],
      };
      return edits([edit], ordered, `Merged ${namesOf(ordered)} into "${title}"`);
    },
    { what: "should be merged with which other one" },
  );
}
