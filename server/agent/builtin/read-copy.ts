import type { Json } from "#server/core/json.ts";
import { listOf } from "#server/core/list-of.ts";
import type { Step } from "#server/core/plan.ts";
import { capitalised, type ListedPlan, type ListedStep, nameOf, refOf } from "./listed-plan.ts";
import { freeId, titleFrom } from "./new-step.ts";
import { strayFields } from "./read-kind.ts";
import { unquoted } from "./read-settings.ts";
import type { World } from "./reference.ts";
import { edits, type Reading, refuse, withSteps } from "./understanding.ts";

const COPY =
  /^(?:duplicate|copy|clone|repeat|(?:make|add|create|insert) (?:a|another|one more) (?:copy|duplicate) of)(?: the)? (.+?)(?: (?:as|and call it|called|named) (.+))?$/i;

type Setting = { field: string; [part: string]: Json };

/** A second step that does exactly what another one does. */
export function readCopy(clause: string, world: World): Reading {
  const found = COPY.exec(clause);
  if (!found || /\b(?:twice|times|to|into)\b/i.test(found[1] ?? "")) return null;
  const title = unquoted(found[2] ?? "");
  return withSteps(
    found[1] ?? "",
    { ...world, isStrict: true },
    ([step]) => (step ? copy(step, title || titleFrom(`${step.title} (copy)`), world) : null),
    { one: true, what: "should be copied" },
  );
}

function copy(step: ListedStep, title: string, { plan }: World): Reading {
  const { exact } = step;
  if (exact === undefined)
    return refuse(
      `Not all settings of ${nameOf(step)} are at hand here, so it cannot be copied exactly. Name it by its number, as in "Copy step ${step.number}". Nothing was changed.`,
    );
  const awaited = exact.dependsOn.map((id) => ({ id, step: awaitedAs(id, step, plan) }));
  const left = [
    ...strayFields(step),
    ...awaited.flatMap((link) => (link.step ? [] : [`the dependency on "${link.id}"`])),
  ];
  const id = freeId(title, [...plan.steps.flatMap((other) => other.id ?? []), ...(plan.retiredIds ?? [])]);
  const made = {
    id,
    title,
    kind: exact.kind,
    instructions: exact.instructions,
    expectedOutput: exact.expectedOutput,
    dependsOn: awaited.flatMap((link) => (link.step ? [refOf(link.step, plan)] : [])),
    settings: settingsOf(exact, plan).filter((setting) => !left.includes(setting.field)),
  };
  const edit = { op: "add_step", step: made, after: refOf(step, plan), requiredBy: [] };
  const without = left.length > 0 ? `. Left out, because no new step can have it: ${listOf(left)}` : "";
  const said = `Added "${title}", a copy of ${nameOf(step)}; no step waits for it${without}`;
  return edits([edit], [{ ...step, number: 0, id, title }], capitalised(said));
}

// The copy has an id of its own, so that of the step can only mean another step that shares it.
function awaitedAs(id: string, step: ListedStep, { steps }: ListedPlan): ListedStep | undefined {
  return steps.find((other) => other.id === id && other !== step);
}

function settingsOf(step: Step, plan: ListedPlan): Setting[] {
  const { check, wait, precondition, approval } = step;
  const verified = plan.steps.find((other) => other.id === step.verifies);
  return [
    ...text("tool", step.tool),
    ...text("input", json(step.input)),
    ...text("agent", step.agent),
    ...text("if", step.if),
    ...text("outputSchema", json(step.outputSchema)),
    ...(check ? [{ field: "check", ...check }] : []),
    ...(wait ? [{ field: "wait", seconds: null, until: null, ...wait }] : []),
    ...(verified ? [{ field: "verifies", value: refOf(verified, plan) }] : []),
    ...(precondition
      ? [{ field: "precondition", ...precondition, input: json(precondition.input) ?? null }]
      : []),
    ...(approval
      ? [
          {
            field: "approval",
            required: true,
            reason: approval.reason ?? null,
            expiresAfterHours: approval.expiresAfterHours ?? null,
            approvers: approval.approvers ?? null,
          },
        ]
      : []),
    ...(step.maxAttempts === undefined ? [] : [{ field: "retries", value: step.maxAttempts - 1 }]),
    ...(step.timeoutSeconds === undefined ? [] : [{ field: "timeoutSeconds", value: step.timeoutSeconds }]),
    ...(step.onError === undefined ? [] : [{ field: "onError", value: step.onError }]),
    ...(step.usesRunInput === true ? [{ field: "usesRunInput", value: true }] : []),
  ];
}

function text(field: string, value: string | undefined): Setting[] {
  return value === undefined ? [] : [{ field, value }];
}

function json(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
