import { nameOf, refOf } from "./listed-plan.ts";
import type { World } from "./reference.ts";
import { edits, type Reading, refuse, withSteps } from "./understanding.ts";

const LIST =
  "(?:in the (?:list|numbering|order of the list)|the (?:number(?:ing|s)?|place in the list|list order|position))";
const LED = new RegExp(
  `^(?:only|just)?\\s*(?:change |move |renumber |reorder )?(?:only |just )?(?:${LIST}|the list)(?: only| order)?\\s*[:,–-]\\s*`,
  "i",
);
const TAIL =
  /(?:[,;.:–-]\s*|\s+)(?:and |but )?(?:(?:with |keep(?:ing)? )?(?:the |all |its |all the )*same (?:dependenc(?:y|ies)|links?)(?: as (?:before|now|it has))?|(?:keep(?:ing)?|leave|leaving) (?:the|all|its|all its|all the) (?:dependenc(?:y|ies)|links?)(?: as (?:they|it) (?:are|is)| untouched| unchanged)?|without (?:touching|changing|altering)(?: (?:who|what) waits for (?:whom|what)| (?:the|any|its) (?:dependenc(?:y|ies)|links?|graph|order of running))|(?:do not|never) (?:touch|change|alter) (?:who waits for whom|(?:the|any|its) (?:dependenc(?:y|ies)|links?))|(?:the|all|its) (?:dependenc(?:y|ies)|links?) (?:stays?|remains?|keeps?|are kept)(?: (?:as|the same|untouched|unchanged|where)(?: (?:they|it) (?:is|are))?)?|(?:only|just) in the list)$/i;
const MOVE =
  /^(?:(?:put|list|move|place|shift|show|bring) )?(.+?)(?: (?:goes|comes|belongs|is (?:listed|shown)|(?:should|must|has to) (?:be|go|come|stand)(?: listed| shown| placed| put| moved)?))?(?: up| down)? (?:right |directly |straight |just |immediately )*(after|behind|below|following|before|in front of|above)\s+(.+?)(?: in the (?:list|numbering))?$/i;

/** "Only in the list: put 3 after 5": another place, and nothing else about when it runs. */
export function readListPlace(clause: string, world: World): Reading {
  const bare = clause.replace(LED, "").replace(TAIL, "");
  const found = MOVE.exec(bare);
  const isOfList =
    / in the (?:list|numbering)$|^list\b|\b(?:is|be) listed (?:right |directly |just )?(?:after|behind|below|before|above|in front of)\b/i;
  if (!found || (bare === clause && !isOfList.test(clause))) return null;
  const [, span = "", word = "", anchor = ""] = found;
  return withSteps(
    span,
    world,
    ([step]) =>
      withSteps(
        anchor,
        world,
        ([target]) => {
          if (!step || !target) return null;
          if (step === target)
            return refuse(
              `${nameOf(step)} cannot stand beside itself. Nothing was changed.`.replace(/^s/, "S"),
            );
          const { plan } = world;
          const isBefore = /^(?:before|in front of|above)$/i.test(word);
          const above = isBefore
            ? plan.steps.filter((other) => other.number < target.number && other !== step).at(-1)
            : target;
          const edit = {
            op: "move_step",
            step: refOf(step, plan),
            after: above ? refOf(above, plan) : 0,
            reinsert: null,
          };
          const said = `Moved ${nameOf(step)} ${isBefore ? "in front of" : "behind"} ${nameOf(target)} in the list; who waits for whom stays as it is`;
          return edits([edit], [step], said);
        },
        { one: true },
      ),
    { one: true, what: "should move" },
  );
}
