import { nameOf, refOf } from "./listed-plan.ts";
import { newStep, titleFrom } from "./new-step.ts";
import { unquoted } from "./read-settings.ts";
import type { World } from "./reference.ts";
import { edits, type Reading, refuse, withSteps } from "./understanding.ts";

const COPY =
  /^(?:duplicate|copy|clone|repeat|(?:make|add|create|insert) (?:a|another|one more) (?:copy|duplicate) of)(?: the)? (.+?)(?: (?:as|and call it|called|named) (.+))?$/i;

/** A second step that does what another one does. */
export function readCopy(clause: string, world: World): Reading {
  const found = COPY.exec(clause);
  if (!found || /\b(?:twice|times|to|into)\b/i.test(found[1] ?? "")) return null;
  const { plan } = world;
  return withSteps(
    found[1] ?? "",
    { ...world, isStrict: true },
    ([step]) => {
      if (!step) return null;
      if (!["tool", "reasoning"].includes(step.kind))
        return refuse(
          `${nameOf(step)} is a ${step.kind} step, which cannot be copied by talking. Nothing was changed.`.replace(
            /^s/,
            "S",
          ),
        );
      const title = unquoted(found[2] ?? "") || titleFrom(`${step.title} (copy)`);
      const awaited = step.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []);
      const made = newStep(
        title,
        plan,
        awaited.map((other) => refOf(other, plan)),
        [
          ...(step.tool === null ? [] : [{ field: "tool", value: step.tool }]),
          ...(step.input === undefined ? [] : [{ field: "input", value: JSON.stringify(step.input) }]),
          ...(step.condition === null ? [] : [{ field: "if", value: step.condition }]),
          ...(step.retries === null ? [] : [{ field: "retries", value: step.retries }]),
          ...(step.onError === null ? [] : [{ field: "onError", value: step.onError }]),
          ...(step.usesRunInput ? [{ field: "usesRunInput", value: true }] : []),
          ...(step.approval
            ? [{ field: "approval", required: true, reason: null, expiresAfterHours: null, approvers: null }]
            : []),
        ],
      );
      const copy = { ...made, kind: step.kind, instructions: `${step.title}.` };
      const edit = { op: "add_step", step: copy, after: refOf(step, plan), requiredBy: [] };
      const about = { ...step, number: 0, id: copy.id, title };
      return edits([edit], [about], `Added "${title}", a copy of ${nameOf(step)}; no step waits for it`);
    },
    { one: true, what: "should be copied" },
  );
}
