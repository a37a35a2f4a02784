import { listOf } from "#server/core/list-of.ts";
import { conditionsSaid } from "./condition-said.ts";
import { conditionFrom, fieldsOf } from "./condition-from.ts";
import { matchTitles } from "./match-title.ts";
import { capitalised, type ListedStep, nameOf, namesOf, refOf } from "./listed-plan.ts";
import { dependentsOf, upstreamOf, type World } from "./reference.ts";
import { namedWholly } from "./named-wholly.ts";
import { readDependency } from "./read-dependency.ts";
import { likeness, wordsIn } from "./words.ts";
import { withoutIds } from "./without-ids.ts";
import { ask, type Edit, edits, type Reading, withSteps } from "./understanding.ts";

const ALWAYS = [
  /^(?:always|unconditionally) (?:run|do) (.+)$/i,
  /^(?:run|do) (.+?) (?:always|in any case|unconditionally|no matter what)$/i,
  /^(?:remove|drop|delete|clear) (?:the )?condition (?:from|of|on|for) (.+)$/i,
];

/** "only if…", "unless…", "always". */
export function readCondition(clause: string, world: World): Reading {
  if (/^(?:add|insert|append)\b|\beven (?:if|when|though)\b/i.test(clause)) return null;
  const end = STOPS.exec(clause) ?? STOPS_TURNED.exec(clause);
  const claim = end?.groups?.["claim"];
  if (claim !== undefined) return stopIf(claim, world);
  for (const pattern of ALWAYS) {
    const span = pattern.exec(clause)?.[1];
    if (span !== undefined) return setCondition(span, null, false, world);
  }
  const ways = conditionsSaid(clause);
  const sure = ways.find((way) => namesOne(way.span, world)) ?? ways.find((way) => way.isSure);
  // What the person does is an approval, no outcome of a step.
  if (sure === undefined || /^(?:i|we|you)\b/i.test(sure.claim)) return null;
  const { span, negated } = sure;
  if (
    !negated &&
    /\b(?:only|may|can|should|must)\b.*\bwhen\b/i.test(clause) &&
    isDeedOfStep(sure.claim, world)
  )
    return readDependency(`${span} should wait for ${sure.claim}`, world);
  return setCondition(span, sure.claim, negated, world);
}

function namesOne(span: string, world: World): boolean {
  const named = namedWholly(span, world);
  return named?.type === "steps" && named.steps.length === 1;
}

// "Only when the form is submitted": what a step does is waited for, it is no condition on what it finds.
function isDeedOfStep(claim: string, { plan }: World): boolean {
  const [, number, done = "done"] = NUMBERED_DEED.exec(claim) ?? [];
  const numbered = number === undefined ? undefined : plan.steps[Number(number) - 1];
  const isPassive = /\b(?:is|are|was|were|been|gets?)\b/i.test(claim);
  const named = numbered || !isPassive ? null : namedWholly(claim, { plan, focus: [] });
  const [only, other] = named?.type === "steps" ? named.steps : [];
  const step = numbered ?? (other ? undefined : only);
  const [verb = ""] = wordsIn(step?.title ?? "");
  const words = numbered ? [done] : wordsIn(claim);
  return (
    step !== undefined &&
    words.some((word) => likeness(word, verb) > 0.9 || /^(?:done|finished|over)$/i.test(word))
  );
}

const NUMBERED_DEED = /^(?:the )?step (\d+)(?: (?:is|are|was|were|has been|have been|gets?) (\w+))?$/i;

const STOP_THERE =
  "(?:please )?(?:just )?(?:stop|end|quit|abort|halt|do nothing|do not (?:continue|go on|proceed)|skip (?:the rest|everything(?: else)?|all the rest|what follows))(?: (?:everything|there|here|it|it all|right there|the (?:whole )?(?:run|plan)|more|further|at all))*";
const STOPS = new RegExp(`^(?:if|when|in case) (?<claim>.+?),? (?:then )?${STOP_THERE}$`, "i");
const STOPS_TURNED = new RegExp(`^${STOP_THERE},? (?:if|when|in case) (?<claim>.+)$`, "i");

/** "If the file is empty, stop": what waits for the step that tells it runs only if it is not so. */
function stopIf(claim: string, world: World): Reading {
  const { plan } = world;
  const unclear = ask(
    `Which step tells "${claim}"? The steps behind it can run only if it is not so; say, for example, "only run step 3 if step 2 has more than 0 rows". Nothing was changed.`,
  );
  const [told, twin] = matchTitles(claim, plan.steps);
  const isClear = told !== undefined && (twin === undefined || twin.score < told.score - 0.05);
  const readers = plan.steps.filter(
    (step) => fieldsOf(step.tool).length > 0 && dependentsOf(step, plan).length > 0,
  );
  const step = isClear ? told.step : readers[0];
  if (!step) return unclear;
  const followers = dependentsOf(step, plan);
  const values = followers.map((follower) => conditionFrom(claim, follower, world, true));
  const [value] = values;
  if (followers.length === 0 || value === null || value === undefined || values.includes(null))
    return unclear;
  const list = followers.map((follower) => ({
    op: "update_step",
    step: refOf(follower, plan),
    changes: [
      { field: "if", value: follower.condition === null ? value : `(${follower.condition}) && ${value}` },
    ],
  }));
  const only = `${namesOf(followers)} ${followers.length > 1 ? "run" : "runs"} only if ${withoutIds(value, plan)}`;
  return edits(
    list,
    followers,
    `${only}; what waits for ${followers.length > 1 ? "them" : "it"} is skipped otherwise`,
  );
}

// A condition reads only steps that settle before.
function readInIt(condition: string | null, step: ListedStep, { plan }: World): string[] {
  const before = upstreamOf([step], plan);
  return [...(condition ?? "").matchAll(/\$([A-Za-z0-9][\w-]*)\.(?:status|output)\b/g)]
    .map((found) => found[1] ?? "")
    .filter(
      (id) =>
        id !== step.id &&
        plan.steps.some((other) => other.id === id) &&
        !before.some((other) => other.id === id),
    );
}

function setCondition(span: string, claim: string | null, negated: boolean, world: World): Reading {
  return withSteps(
    span,
    world,
    ([step]) => {
      if (!step) return null;
      const value = claim === null ? null : conditionFrom(claim, step, world, negated);
      if (claim !== null && value === null) {
        const known = step.dependsOn
          .flatMap((number) => world.plan.steps[number - 1] ?? [])
          .flatMap((other) =>
            fieldsOf(other.tool).length > 0 ? [`${nameOf(other)} gives ${listOf(fieldsOf(other.tool))}`] : [],
          );
        if (known.length > 0)
          return ask(
            `Which field, and which value, tells "${claim}"? ${capitalised(known.join("; "))}. Nothing was changed.`,
          );
        return ask(
          `${capitalised(nameOf(step))} waits for no step whose output could tell "${claim}". Which step tells it?`,
        );
      }
      const waits = readInIt(value, step, world);
      const list: Edit[] = [
        ...(waits.length > 0
          ? [{ op: "add_dependency", step: refOf(step, world.plan), dependsOn: waits }]
          : []),
        { op: "update_step", step: refOf(step, world.plan), changes: [{ field: "if", value }] },
      ];
      const said =
        claim === null
          ? `No condition on ${nameOf(step)}`
          : `Condition on ${nameOf(step)}: ${withoutIds(value ?? "", world.plan)}`;
      return edits(step.condition === value ? [] : list, [step], said);
    },
    { one: true },
  );
}
