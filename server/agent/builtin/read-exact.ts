import { type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import { cut, link } from "./read-dependency.ts";
import { upstreamOf, type World } from "./reference.ts";
import { type Edit, edits, type Reading, withSteps } from "./understanding.ts";

const MUST = "(?:\\s+(?:should|must|shall|will|can|may|has to|have to|needs to|need to|now|then))*";
const WAITS =
  "(?:is dependent on|should be dependent on|relies on|rely on|depends? (?:up)?on|waits? (?:for|on)|needs?|requires?|comes? (?:straight |directly |right )?after|starts? (?:straight |directly |right )?after|runs? after)";

const EXACT: RegExp[] = [
  /^(?:make |let |have )?(.+?) (?:should |must )?only (?:has to|have to|needs? to) (?:waits?|wait|depend|come|run|start)(?: (?:for|on|after))? (.+)$/i,
  new RegExp(
    `^(?:make |let |have )?(.+?)${MUST} (?:depends? only (?:up)?on|waits? only (?:for|on)|needs? only|only (?:depends? (?:up)?on|waits? (?:for|on)|needs?)|depends? just on|waits? just for|just needs?) (.+?)(?: and nothing else)?$`,
    "i",
  ),
  new RegExp(`^(?:make |let |have )?(.+?)${MUST} ${WAITS} (?:exactly|just|only|nothing but) (.+?)$`, "i"),
  new RegExp(
    `^(?:make |let |have )?(.+?)${MUST} ${WAITS} (.+?)(?: only| alone|,? (?:and )?(?:on |for )?nothing (?:else|more)|,? (?:and )?that is (?:it|all)|,? (?:and )?(?:on |for )?no other(?: step)?s?)$`,
    "i",
  ),
  /^(?:set|change|make) (?:the )?dependenc(?:y|ies) (?:of|for) (.+?) (?:to|be)(?: be)?(?: exactly| just| only)? (.+)$/i,
  new RegExp(
    `^(?:make |let |have )?(.+?)${MUST} (?:come |run |start |go )?(?:straight|directly|right|immediately) after (.+)$`,
    "i",
  ),
];
const INSTEAD: RegExp[] = [
  new RegExp(
    `^(?:change |make |let |have |set )?(.+?)(?: so)?(?: that)?(?: it)?${MUST} (?:${WAITS}|wait for|depend on|follow) (.+?),? (?:rather than|instead of|and not|not|in place of)(?: for| on)? (.+)$`,
    "i",
  ),
];
const BUT: RegExp[] = [
  /^(.+?) (?:should not|does not|need not|must not|do not|no longer)(?: have to| need to)? (?:waits?|depends?|needs?)(?: for| on)? (.+?),? but (?:rather |instead )?(?:directly |straight |only |just )*(?:for|on|after)?(?: only)? ?(.+)$/i,
];
const EXCEPT = new RegExp(
  `^(.+?)${MUST} ${WAITS} (?:everything|all|what) (?:that )?it (?:waits? for|depends on|needs)?(?: now)?,? (?:except|but|apart from|without)(?: for)? (.+)$`,
  "i",
);

/** "only", "exactly", "instead of": the dependencies that a step has afterwards. */
export function readExact(clause: string, world: World): Reading {
  const except = EXCEPT.exec(clause);
  if (except) return cut(except[1] ?? "", except[2] ?? "", world);
  for (const pattern of BUT) {
    const found = pattern.exec(clause);
    if (!found) continue;
    const only = /\bbut (?:rather |instead )?(?:for |on )?only\b|\bbut only\b/i.test(clause);
    return only
      ? exactly(found[1] ?? "", found[3] ?? "", world)
      : exchange(found[1] ?? "", found[2] ?? "", found[3] ?? "", world);
  }
  for (const pattern of INSTEAD) {
    const found = pattern.exec(clause);
    if (found) return exchange(found[1] ?? "", found[3] ?? "", found[2] ?? "", world);
  }
  if (/\b(?:after|once|when|if) i\b|\bmy (?:ok|approval)\b/i.test(clause)) return null;
  for (const pattern of EXACT) {
    const found = pattern.exec(clause);
    if (found) return exactly((found[1] ?? "").replace(/^both /i, "both "), found[2] ?? "", world);
  }
  return null;
}

function exactly(waiting: string, awaited: string, world: World): Reading {
  if (/^(?:nothing|none|nobody)$/i.test(waiting)) return null;
  return withSteps(waiting, world, (waiters) => {
    if (/^(?:nothing|no (?:other )?step|none)$/i.test(awaited.trim())) return set(waiters, [], world);
    const linked = new Set(
      waiters.flatMap((waiter) => upstreamOf([waiter], world.plan).map((step) => step.number)),
    );
    return withSteps(awaited, { ...world, focus: waiters }, (targets) => set(waiters, targets, world), {
      prefer: (step) => linked.has(step.number),
    });
  });
}

export function set(waiters: ListedStep[], targets: ListedStep[], { plan }: World): Reading {
  const list: Edit[] = waiters.flatMap((waiter) => {
    const same =
      String([...waiter.dependsOn].sort()) === String(targets.map((target) => target.number).sort());
    const dependsOn = targets.map((target) => refOf(target, plan));
    return same ? [] : [{ op: "set_dependencies", step: refOf(waiter, plan), dependsOn }];
  });
  const verb = waiters.length > 1 ? "wait" : "waits";
  const said = `${namesOf(waiters)} ${verb} ${targets.length > 0 ? `only for ${namesOf(targets)}` : "for nothing"}`;
  return edits(list, waiters, said);
}

/** The link to `gone` is replaced by one to `come`; other dependencies stay. */
function exchange(waiting: string, gone: string, come: string, world: World): Reading {
  const removed = cut(waiting, gone, world);
  if (removed?.type !== "edits") return removed;
  const added = link(waiting, come, world);
  if (added?.type !== "edits") return added;
  return edits([...removed.edits, ...added.edits], added.about, added.said);
}
