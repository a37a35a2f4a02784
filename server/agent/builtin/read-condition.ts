import { conditionFrom, fieldsOf } from "./condition-from.ts";
import { capitalised, listed, nameOf, refOf } from "./listed-plan.ts";
import type { World } from "./reference.ts";
import { withoutIds } from "./without-ids.ts";
import { ask, edits, type Reading, withSteps } from "./understanding.ts";

const ONLY_IF = [
  /^(.+?)(?: should| must| may| can)? only (?:runs?|starts?|happens?|executes?|goes ahead|be (?:run|done|started)) (?:if|when|in case|provided(?: that)?) (.+)$/i,
  /^(?:only|just) (?:run |do |start |execute )?(.+?) (?:if|when|in case|provided(?: that)?) (.+)$/i,
  /^(?:run |do |start |execute )?(.+?)(?: should| must| may)?(?: only)?(?: run| start| happen)? only (?:run |start |happen |be (?:run|done|sent) )?(?:if|when|in case|provided(?: that)?) (.+)$/i,
  /^(?:run|do|start|execute) (.+?) (?:if|in case|provided(?: that)?) (.+)$/i,
  /^(.+?) (?:should|must|may) (?:run|start|happen) (?:if|when) (.+)$/i,
  /^(?:if|when) (.+?),? (?:then )?(?:run|do|start) (.+)$/i,
];
const UNLESS = [
  /^(?:run |do )?(.+?) unless (.+)$/i,
  /^(?:skip|leave out|omit|do not run|do not do) (.+?) (?:if|when|in case) (.+)$/i,
];
const ALWAYS = [
  /^(?:always|unconditionally) (?:run|do) (.+)$/i,
  /^(?:run|do) (.+?) (?:always|in any case|unconditionally|no matter what)$/i,
  /^(?:remove|drop|delete|clear) (?:the )?condition (?:from|of|on|for) (.+)$/i,
];

/** "only if…", "unless…", "always". */
export function readCondition(clause: string, world: World): Reading {
  if (/^(?:add|insert|append)\b/i.test(clause)) return null;
  for (const pattern of ALWAYS) {
    const span = pattern.exec(clause)?.[1];
    if (span !== undefined) return setCondition(span, null, false, world);
  }
  for (const [index, pattern] of ONLY_IF.entries()) {
    const found = pattern.exec(clause);
    if (!found) continue;
    const swapped = index === ONLY_IF.length - 1;
    const [span, claim] = swapped ? [found[2], found[1]] : [found[1], found[2]];
    return setCondition(span ?? "", claim ?? "", false, world);
  }
  for (const pattern of UNLESS) {
    const found = pattern.exec(clause);
    if (found) return setCondition(found[1] ?? "", found[2] ?? "", true, world);
  }
  return null;
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
            fieldsOf(other.tool).length > 0 ? [`${nameOf(other)} gives ${listed(fieldsOf(other.tool))}`] : [],
          );
        if (known.length > 0)
          return ask(
            `Which field, and which value, tells "${claim}"? ${capitalised(known.join("; "))}. Nothing was changed.`,
          );
        return ask(
          `${capitalised(nameOf(step))} waits for no step whose output could tell "${claim}". Which step tells it?`,
        );
      }
      const list = [{ op: "update_step", step: refOf(step, world.plan), changes: [{ field: "if", value }] }];
      const said =
        claim === null
          ? `No condition on ${nameOf(step)}`
          : `Condition on ${nameOf(step)}: ${withoutIds(value ?? "", world.plan)}`;
      return edits(step.condition === value ? [] : list, [step], said);
    },
    { one: true },
  );
}
