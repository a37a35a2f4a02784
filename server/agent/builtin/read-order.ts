import { TOGETHER } from "./idiom.ts";
import { type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import { comesBefore, dependentsOf, type World } from "./reference.ts";
import { IN_TURN } from "./stages.ts";
import { ask, type Edit, edits, type Reading, withSteps } from "./understanding.ts";

const NOT_TOGETHER = new RegExp(
  `\\b(?:not|never|no|without)(?: \\w+){0,2} ${TOGETHER}|\\bno parallel\\b`,
  "i",
);
// What runs one behind the other besides is another order.
const OTHER_ORDER =
  /^(?:please )?(?:re-?try|repeat|ask|skip|remove|delete|rename|add|insert|put (?:in )?an? (?:new )?step)\b/i;
const ONE_BY_ONE = new RegExp(`\\b${IN_TURN}\\b`, "i");
const VERB =
  "(?: (?:should|can|could|may|must|shall|to|will))?(?: both| all)?(?: also)?(?: run| happen| go out| go| start| be (?:done|run|scheduled|started|sent)| execute| take place| work| proceed)?";
const AFTER =
  "(?:,? (?:and |both |all )*(?:(?:right |straight |directly |immediately )?after|once|when|as soon as) (.+?))?";
const JOIN =
  "(?:,? (?:and |then )*(?:let |have )?(.+?) (?:waits?|wait|comes?|come|depends?)? ?(?:for|once|after|when|on) (?:both|all(?: \\w+)?|they|these|them|everything)(?: (?:are|have|is|has) (?:done|finished|complete|ready|run))?)?";

const PARALLEL = [
  new RegExp(
    `^(?:do|run|start|make|let|have|put|execute|perform)? ?(.+?)${VERB} ${TOGETHER}${AFTER}${JOIN}$`,
    "i",
  ),
  new RegExp(`^paralleli[sz]e (.+?)${AFTER}$`, "i"),
];
const BESIDE = new RegExp(
  `^(?:do|run|start|make|let|have|put)? ?(.+?)${VERB} (?:at the same time as|in parallel (?:with|to)|alongside|simultaneously with|concurrently with|together with|while|during) (.+?)${AFTER}$`,
  "i",
);
const BOTH_AFTER =
  /^(?:both )?(.+?) (?:can|could|may|should) (?:both|all) (?:go out|go|start|run|happen|begin|be done)(?: directly| right| straight)? (?:as soon as|once|when|after) (.+)$/i;
const AFTER_ALL =
  /^(?:right |straight |directly )?(?:after|once|as soon as|when) (.+?),? (?:everything|all(?: steps)?|every step|the following|these)(?: else)? can (?:start|run|happen|go)(?: (?:at once|in parallel|at the same time|together|simultaneously))?:? ?(.*)$/i;

/** "at the same time": steps of which none waits for another. */
export function readParallel(clause: string, world: World): Reading {
  if (NOT_TOGETHER.test(clause) || ONE_BY_ONE.test(clause) || OTHER_ORDER.test(clause)) return null;
  const { after, rest } = tail(clause);
  const all = AFTER_ALL.exec(clause);
  if (all) return bothAfter(all[2] ?? "", all[1] ?? "", world);
  const both = BOTH_AFTER.exec(clause);
  if (both) return bothAfter(both[1] ?? "", both[2] ?? "", world);
  const beside = BESIDE.exec(rest);
  if (beside) {
    return withSteps(beside[1] ?? "", world, (some) =>
      withSteps(beside[2] ?? "", world, (others) =>
        abreast([...some, ...others], beside[3] ?? null, after, world),
      ),
    );
  }
  for (const pattern of PARALLEL) {
    const found = pattern.exec(rest);
    if (!found) continue;
    return withSteps(found[1] ?? "", world, (steps) =>
      abreast(steps, found[2] ?? null, found[3] ?? after, world),
    );
  }
  return null;
}

// ", then compare" behind a parallel pair names what waits for all of it.
function tail(clause: string): { rest: string; after: string | null } {
  const found = /^(.+?),? (?:and )?then (?!let |have )([^,]+)$/i.exec(clause);
  if (found) return { rest: found[1] ?? clause, after: found[2] ?? null };
  const joined =
    /^(.+?),? (?:and )?(?:let )?([^,]+?) (?:once|when|after|waits? for|wait for) (?:both|all(?: of them)?|they)(?: (?:are|have) (?:done|finished|complete|ready))?$/i.exec(
      clause,
    );
  return joined ? { rest: joined[1] ?? clause, after: joined[2] ?? null } : { rest: clause, after: null };
}

function abreast(steps: ListedStep[], base: string | null, join: string | null, world: World): Reading {
  const group = [...new Set(steps)].sort((a, b) => a.number - b.number);
  if (group.length < 2) return ask(`What should run at the same time as ${namesOf(group)}?`);
  const withJoin = (wait: ListedStep[]): Reading => {
    if (join === null) return parallel(group, wait, [], world);
    return withSteps(join, world, (joins) => parallel(group, wait, joins, world));
  };
  return base === null || /^(?:both|all|they|each other)\b/i.test(base)
    ? withJoin([])
    : withSteps(base, world, withJoin);
}

function parallel(group: ListedStep[], base: ListedStep[], joins: ListedStep[], world: World): Reading {
  const { plan } = world;
  const first = group[0];
  if (!first) return null;
  const list: Edit[] = [];
  const shared = base.length > 0 ? base.map((step) => step.number) : first.dependsOn;
  const inside = new Set(group.map((step) => step.number));
  for (const step of group) {
    const awaited = group.filter((other) => comesBefore(other, step, plan));
    const entangled = awaited.length > 0;
    if (!entangled && base.length === 0) continue;
    const kept = entangled ? [] : step.dependsOn;
    const wanted = [...new Set(base.length > 0 ? shared : [...shared, ...kept])].filter(
      (number) => !inside.has(number),
    );
    if (String([...step.dependsOn].sort()) === String([...wanted].sort())) continue;
    list.push({ op: "set_dependencies", step: refOf(step, plan), dependsOn: refs(wanted, world) });
    if (!entangled) continue;
    for (const dependent of dependentsOf(step, plan)) {
      if (inside.has(dependent.number)) continue;
      const freed = awaited.filter((other) => !dependent.dependsOn.includes(other.number));
      if (freed.length > 0) list.push(wait(dependent, freed, world));
    }
  }
  for (const join of joins) {
    const missing = group.filter((step) => !join.dependsOn.includes(step.number));
    const named = list.some((edit) => edit.op === "add_dependency" && edit["step"] === refOf(join, plan));
    if (missing.length > 0 && !named) list.push(wait(join, missing, world));
  }
  return edits(list, group, `${namesOf(group)} run at the same time`);
}

function wait(step: ListedStep, awaited: ListedStep[], { plan }: World): Edit {
  return {
    op: "add_dependency",
    step: refOf(step, plan),
    dependsOn: awaited.map((other) => refOf(other, plan)),
  };
}

function refs(numbers: number[], { plan }: World): (string | number)[] {
  return numbers.flatMap((number) => {
    const step = plan.steps[number - 1];
    return step ? [refOf(step, plan)] : [];
  });
}

function bothAfter(span: string, awaited: string, world: World): Reading {
  return withSteps(awaited, world, (targets) =>
    withSteps(span, world, (steps) => {
      const numbers = targets.map((target) => target.number);
      const list = steps
        .filter((step) => String([...step.dependsOn].sort()) !== String([...numbers].sort()))
        .map((step) => ({
          op: "set_dependencies",
          step: refOf(step, world.plan),
          dependsOn: refs(numbers, world),
        }));
      return edits(list, steps, `${namesOf(steps)} start after ${namesOf(targets)}`);
    }),
  );
}
