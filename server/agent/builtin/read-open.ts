import { nameOf } from "./listed-plan.ts";
import type { World } from "./reference.ts";
import { switchSteps } from "./read-approval.ts";
import { ask, overview, type Reading, withSteps } from "./understanding.ts";

// Nothing but a step: "and step 6 too".
const TOO =
  /^(?:(?:and|also|for|on|with) )*((?:the )?(?:steps? |number )?#?\d+(?:(?:,| and|, and) (?:step )?#?\d+)*|(?:the )?(?:step )?"[^"]+"|(?:the )?\w+ (?:step|one)) (?:as well|too|likewise|also)$/i;

const APPLIES =
  /^(?:(?:and|but|so) )*(?:this|that|it|the same|same)(?: thing| rule| one)? (?:(?:should|must|shall|has to|also|then) )*(?:goes?|appl(?:y|ies)|holds?|counts?|is true|works?) (?:also )?(?:for|to|with) (.+?)(?: too| as well| also| likewise)?$/i;
const WAITS =
  /^(?:make |let |have )?(.+?) (?:has to|have to|must|should|needs to|shall|will|is to) (?:wait|hold on|be held back|be delayed|come later)$/i;
const ORDERING =
  /^(?:change|fix|alter|adjust|rearrange|reorder|rework|redo|improve|switch|swap) (?:around )?(?:the )?(?:order|sequence|steps|dependencies|plan|arrangement)(?: of (?:the )?(?:steps|plan|things))?(?: (?:around|a bit|please))*$/i;

// "The next one": the step behind the one that was spoken of.
function besideIt(words: string, { focus, plan }: World): string {
  const side =
    /^(?:the )?(next|following|previous|preceding)(?: one| step)?(?: after(?: it| that)?| before(?: it| that)?)?$/i.exec(
      words,
    )?.[1];
  const [step, other] = focus;
  if (side === undefined || !step || other) return words;
  const beside = plan.steps[step.number - 1 + (/next|following/i.test(side) ? 1 : -1)];
  return beside ? `step ${beside.number}` : words;
}

/** Orders that lack what matters most: the question that fills the gap. */
export function readOpen(clause: string, world: World): Reading {
  const { steps } = world.plan;
  if (
    /^(?:add|insert|include|append)(?: (?:a|another|one|one more|some|new|more|something|anything|else|thing|useful|other|stuff))*(?: steps?)?$/i.test(
      clause,
    )
  ) {
    return ask("What should the new step do, and after which step does it come?");
  }
  if (
    /^(?:change|edit|update|modify|fix|improve|adjust)(?: (?:it|that|this|the plan|something|(?:a|the|one) step))?$/i.test(
      clause,
    )
  ) {
    return ask(`What should change, and in which step? ${overview(steps)}`);
  }
  if (ORDERING.test(clause)) return ask(`Which step should come before which? ${overview(steps)}`);
  const waiting = WAITS.exec(clause)?.[1];
  if (waiting !== undefined)
    return withSteps(
      waiting,
      world,
      ([step]) => (step ? ask(`What should ${nameOf(step)} wait for?`) : null),
      {
        what: "should wait, and for what",
      },
    );
  const half =
    /^(.+?) (?:should |must |has to |to )?(?:depends? on|waits? for|runs? after|comes? after|after|before)$/i.exec(
      clause,
    );
  if (half) {
    const span = (half[1] ?? "").replace(/^(?:make|let|have) /i, "");
    return withSteps(span, world, ([step]) => (step ? ask(`What should ${nameOf(step)} wait for?`) : null), {
      what: "should wait, and for what",
    });
  }
  const same = /^(?:do )?(?:the same|same|likewise|ditto)(?: thing)? (?:for|with|to|on) (.+)$/i.exec(clause);
  if (same && world.repeat) return world.repeat(same[1] ?? "");
  const applies = APPLIES.exec(clause)?.[1];
  if (applies !== undefined && world.repeat) return world.repeat(besideIt(applies, world));
  const too = TOO.exec(clause);
  const more = too && world.repeat ? world.repeat(too[1] ?? "") : null;
  if (more !== null) return more;
  const needs = /^(?:make|let|have) (?:it|them|that|this) wait$/i.exec(clause);
  if (needs) return ask("Which step should wait, and for what?");
  const seen = /^(?:approval|ok|sign[- ]?off) (?:on|for|at) (.+?)(?: only)?$/i.exec(clause);
  return seen ? withSteps(seen[1] ?? "", world, (found) => switchSteps(found, world, true)) : null;
}
