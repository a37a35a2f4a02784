import { type ListedStep, nameOf, refOf } from "./listed-plan.ts";
import { inPlan, moveEach } from "./move-each.ts";
import { dependentsOf, downstreamOf, upstreamOf, type World } from "./reference.ts";
import { cardinal } from "./numerals.ts";
import { ask, type Edit, edits, type Reading, refuse, withSteps } from "./understanding.ts";

const MOVE = "(?:move|put|shift|bring|push|place|relocate|take|swap|pull)";
const SO =
  "(?:,? (?:up|down|back|forward|over))?(?:,? (?:so|such)(?: that)? (?:it|they)(?: (?:comes?|is|runs?|happens?|goes?|sits?))?)?(?: to)?(?: be| come| run| happen)?";
const PRECISE = "(?:right|directly|straight|just|immediately)?";

const END = new RegExp(`^${MOVE} (.+?)${SO} (?:at )?the (?:very )?end(?:,? (?:right )?after (.+))?$`, "i");
const LAST =
  /^(?:make|let|have) (.+?) (?:the (?:very )?last(?: step)?|run last|come last|be last|go last)$|^(?:do|run) (.+?) last$/i;
const START = new RegExp(`^${MOVE} (.+?)${SO} (?:at )?the (?:very )?(?:start|beginning|top|front)$`, "i");
const FIRST =
  /^(?:make|let|have) (.+?) (?:the (?:very )?first(?: step)?|run first|come first|be first|go first)$|^(?:do|run) (.+?) first$/i;
const BETWEEN = new RegExp(`^${MOVE} (.+?)${SO} (?:in )?between (.+?) and (.+)$`, "i");
const BOTH = new RegExp(
  `^${MOVE} (.+?)${SO} (?:(${PRECISE}) ?before) (.+?),? (?:and |but )?${PRECISE} ?after (.+)$`,
  "i",
);
const AFTER = new RegExp(`^${MOVE} (.+?)${SO} (${PRECISE}) ?(?:after|behind|below|following) (.+)$`, "i");
const BEFORE = new RegExp(
  `^${MOVE} (.+?)${SO} (?:in )?(${PRECISE}) ?(?:before|in front of|ahead of|above) (.+)$`,
  "i",
);
const PLACE = new RegExp(`^${MOVE} (.+?)${SO} (?:place|position|number|no\\.?|#|step) ?(\\w+)$`, "i");

/** A step that gets another place, and with it another time to run. */
export function readMove(clause: string, world: World): Reading {
  if (/^(?:put|place|bring|take|pull|push) (?:in )?(?:a|an|another|the) (?:new )?step\b/i.test(clause))
    return null;
  const one = { one: true, what: "should move" };
  const stepwise = STEPWISE.exec(clause);
  const count = stepwise
    ? (cardinal(stepwise[3] ?? "one") ?? (/^(?:a|an|once)$/i.test(stepwise[3] ?? "") ? 1 : null))
    : null;
  if (stepwise && count !== null) {
    const isUp = /^(?:up|earlier|forward|ahead|higher)$/i.test(stepwise[2] ?? "");
    return withSteps(
      stepwise[1] ?? "",
      world,
      ([step]) => (step ? byPlaces(step, isUp ? -count : count, world) : null),
      one,
    );
  }
  const end = END.exec(clause) ?? LAST.exec(clause);
  if (end)
    return withSteps(
      end[1] ?? end[2] ?? "",
      world,
      (steps) => moveEach(steps, world, (step, _previous, now) => toEnd(step, now)),
      {
        what: "should move",
      },
    );
  const start = START.exec(clause) ?? FIRST.exec(clause);
  if (start)
    return withSteps(
      start[1] ?? start[2] ?? "",
      world,
      (steps) => moveEach([...steps].reverse(), world, (step, _previous, now) => toStart(step, now)),
      { what: "should move" },
    );
  const between = BETWEEN.exec(clause);
  if (between) return placed(between[1] ?? "", between[2] ?? null, between[3] ?? null, world);
  const both = BOTH.exec(clause);
  if (both) return placed(both[1] ?? "", both[4] ?? null, both[3] ?? null, world);
  const after = AFTER.exec(clause);
  if (after) return placed(after[1] ?? "", after[3] ?? null, null, world);
  const before = BEFORE.exec(clause);
  if (before) return placed(before[1] ?? "", null, before[3] ?? null, world);
  const place = PLACE.exec(clause);
  const number = place ? cardinal(place[2] ?? "") : null;
  if (place && number !== null) return toPlace(place[1] ?? "", number, world);
  const open = /^move (.+?)(?: to| up| down)?$/i.exec(clause);
  return open
    ? withSteps(
        open[1] ?? "",
        world,
        ([step]) => (step ? ask(`Where should ${nameOf(step)} go?`) : null),
        one,
      )
    : null;
}

const STEPWISE =
  /^(?:move|shift|push|bring|put|pull) (.+?) (up|down|earlier|later|forward|ahead|back|higher|lower)(?: by)? (an?|one|once|two|three|four|five|six|seven|eight|nine|ten|\d+)(?: (?:places?|positions?|steps?|spots?|rows?|lines?))?$/i;

function placed(span: string, after: string | null, before: string | null, world: World): Reading {
  return withSteps(
    span,
    world,
    (steps) => {
      const inner = { ...world, focus: steps };
      const between = (anchor: ListedStep | null): Reading => {
        if (before === null) {
          if (!anchor) return null;
          return moveEach(steps, world, (step, previous, now) =>
            behind(step, previous ?? inPlan(anchor, now), now),
          );
        }
        return withSteps(before, inner, ([target]) =>
          target
            ? moveEach(steps, world, (step, previous, now) =>
                inFront(step, previous ?? (anchor && inPlan(anchor, now)), inPlan(target, now), now),
              )
            : null,
        );
      };
      return after === null
        ? between(null)
        : withSteps(after, inner, ([anchor]) => (anchor ? between(anchor) : null));
    },
    { what: "should move" },
  );
}

function byPlaces(step: ListedStep, count: number, world: World): Reading {
  const number = step.number + count;
  const target = world.plan.steps[number - 1];
  if (!target)
    return refuse(
      `${nameOf(step)} cannot move ${count < 0 ? "up" : "down"} ${Math.abs(count)}: the plan has steps 1 to ${world.plan.steps.length}. Nothing was changed.`.replace(
        /^s/,
        "S",
      ),
    );
  return moveEach([step], world, (own, _previous, now) =>
    count > 0 ? behind(own, target, now) : inFront(own, null, target, now),
  );
}

function behind(step: ListedStep, anchor: ListedStep, world: World): Reading {
  if (step === anchor)
    return refuse(`S${nameOf(step).slice(1)} cannot move behind itself. Nothing was changed.`);
  const taken = dependentsOf(anchor, world.plan).filter((other) => other !== step);
  const wasAbove = downstreamOf([step], world.plan).includes(anchor);
  const isBetween = taken.length === 1 && (wasAbove || followsAlone(step, world));
  const follower = isBetween ? taken : [];
  return move(step, anchor, [anchor], follower, world, `Moved ${nameOf(step)} behind ${nameOf(anchor)}`);
}

// A step that others wait for keeps followers at its new place; one at an end stays an end.
function followsAlone(step: ListedStep, { plan }: World): boolean {
  return dependentsOf(step, plan).length > 0;
}

function inFront(step: ListedStep, anchor: ListedStep | null, target: ListedStep, world: World): Reading {
  if (step === target)
    return refuse(`S${nameOf(step).slice(1)} cannot move in front of itself. Nothing was changed.`);
  const { plan } = world;
  const upstream = target.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []);
  const through = upstream.flatMap((other) =>
    other === step ? step.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []) : [other],
  );
  const waits = anchor ? [anchor] : [...new Set(through)];
  const place = anchor ?? plan.steps[target.number - 2] ?? null;
  const said = `Moved ${nameOf(step)} in front of ${nameOf(target)}`;
  return move(
    step,
    place === step ? (plan.steps[step.number - 2] ?? null) : place,
    waits,
    [target],
    world,
    said,
  );
}

function toEnd(step: ListedStep, world: World): Reading {
  const { plan } = world;
  const others = plan.steps.filter((other) => other !== step);
  const followed = dependentsOf(step, plan).length > 0;
  const ends = others.filter((other) => {
    const dependents = dependentsOf(other, plan);
    return dependents.length === 0 || (!followed && dependents.every((dependent) => dependent === step));
  });
  return move(step, others.at(-1) ?? null, ends, [], world, `Moved ${nameOf(step)} to the end`);
}

function toStart(step: ListedStep, world: World): Reading {
  const starters = world.plan.steps.filter((other) => other !== step && other.dependsOn.length === 0);
  return move(step, null, [], starters, world, `Moved ${nameOf(step)} to the start`);
}

function toPlace(span: string, number: number, world: World): Reading {
  const { steps } = world.plan;
  const target = steps[number - 1];
  if (!target)
    return refuse(
      `There is no place ${number}: the plan has steps 1 to ${steps.length}. Nothing was changed.`,
    );
  return withSteps(
    span,
    world,
    ([step]) => {
      if (!step) return null;
      if (step === target) return edits([], [step], `${nameOf(step)} is at place ${number}`);
      return moveEach([step], world, (own, _previous, now) =>
        target.number > step.number ? behind(own, target, now) : inFront(own, null, target, now),
      );
    },
    { one: true },
  );
}

function move(
  step: ListedStep,
  after: ListedStep | null,
  waits: ListedStep[],
  required: ListedStep[],
  { plan }: World,
  said: string,
): Reading {
  const edit = {
    op: "move_step",
    step: refOf(step, plan),
    after: after ? refOf(after, plan) : 0,
    reinsert: {
      dependsOn: waits.map((other) => refOf(other, plan)),
      requiredBy: required.map((other) => refOf(other, plan)),
    },
  };
  return edits([edit, ...withoutDetours(step, required, plan)], [step], said);
}

// The steps behind take over what the moved one waited for; where another of their dependencies waits for that, it says nothing new.
function withoutDetours(step: ListedStep, required: ListedStep[], plan: World["plan"]): Edit[] {
  return dependentsOf(step, plan).flatMap((dependent) => {
    if (required.includes(dependent)) return [];
    const others = dependent.dependsOn
      .flatMap((number) => plan.steps[number - 1] ?? [])
      .filter((other) => other !== step);
    const known = upstreamOf(others, plan);
    const taken = step.dependsOn.filter((number) => !dependent.dependsOn.includes(number));
    const detours = taken
      .flatMap((number) => plan.steps[number - 1] ?? [])
      .filter((other) => known.includes(other));
    if (detours.length === 0) return [];
    return [
      {
        op: "remove_dependency",
        step: refOf(dependent, plan),
        dependsOn: detours.map((other) => refOf(other, plan)),
      },
    ];
  });
}
