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
  /(?:[,;.:–-]\s*|\s+)(?:and |but )?(?:without (?:touching|changing|altering)(?: (?:who|what) waits for (?:whom|what)| (?:the|any|its) (?:dependenc(?:y|ies)|links?|graph|order of running))|(?:do not|never) (?:touch|change|alter) (?:who waits for whom|(?:the|any|its) (?:dependenc(?:y|ies)|links?))|(?:the|all|its) (?:dependenc(?:y|ies)|links?) (?:stays?|remains?|keeps?|are kept)(?: (?:as|the same|untouched|unchanged|where)(?: (?:they|it) (?:is|are))?)?|(?:only|just) in the list)$/i;
const MOVE =
  /^(?:(?:put|list|move|place|shift|show|bring) )?(.+?)(?: (?:goes|comes|belongs|should (?:be|go|come|stand)))?(?: up| down)? (?:right |directly |straight |just |immediately )*(after|behind|below|following|before|in front of|above)\s+(.+?)(?: in the (?:list|numbering))?$/i;

/** "Only in the list: put 3 after 5": another place, and nothing else about when it runs. */
export function readListPlace(clause: string, world: World): Reading {
  const bare = clause.replace(LED, "").replace(TAIL, "");
  const found = MOVE.exec(bare);
  if (!found || (bare === clause && !/ in the (?:list|numbering)$/i.test(clause))) return null;
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
