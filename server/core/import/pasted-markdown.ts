import { shortened } from "#server/core/characters.ts";
import type { JsonObject } from "#server/core/json.ts";
import { readPlanMarkdown } from "#server/core/plan-markdown.ts";
import type { PlanDocument } from "#server/core/plan-markdown-read.ts";
import { err, ok, type Result } from "#server/core/result.ts";
import { laidOut } from "./lay-out-markdown.ts";
import { plainKey } from "./loose-fields.ts";
import { hasLabels } from "./markdown-labels.ts";
import type { PastedPlan } from "./pasted-plan.ts";
import { tangleOf } from "./tangled-markdown.ts";

type Pasted = { pasted: PastedPlan; lead: string };

const STEP_NUMBER = /^(?:step\s*|#)?([1-9]\d*)$/i;
const ID_LINE = /^[ \t]*(?:[-*+][ \t]+)?[*_`]{0,3}id[*_`]{0,3}:/im;
const KIND_LINE =
  /^[ \t]*(?:[-*+][ \t]+)?[*_`]{0,3}kind[*_`]{0,3}:[*_`]{0,3}[ \t]*(?:tool|reasoning|agent|check|wait)[ \t]*$/im;

/** The plan of a document in our Markdown, or in one that a person changed; null when it is any other text. */
export function pastedMarkdown(text: string): Result<Pasted, { message: string }> | null {
  const tangle = tangleOf(text);
  if (tangle !== null) return err({ message: tangle });
  const own = readPlanMarkdown(text);
  const isOwn =
    own.ok && own.value.plan.steps.length > 0 && own.value.plan.steps.every((step) => "id" in step);
  const isTouched = hasLabels(text) && !(isOwn && !Object.keys(own.value.leftOut).some(hasLabels));
  const again = isTouched ? laidOut(text) : null;
  if (again) {
    const read = readPlanMarkdown(again.text);
    return read.ok ? pastedFrom(read.value, again.lead, true) : read;
  }
  if (!own.ok) return isTouched ? withoutSteps(text) : own;
  if (!own.value.plan.steps.some((step) => "id" in step)) return isTouched ? withoutSteps(text) : null;
  return pastedFrom(own.value, text.slice(0, own.value.start), false);
}

function withoutSteps(text: string): Result<never, { message: string }> | null {
  const [line] = KIND_LINE.exec(text) ?? [];
  if (line === undefined || !ID_LINE.test(text)) return null;
  const says = `"${shortened(line.trim())}" belongs to no step.`;
  return err({ message: `${says} Write the steps as a numbered list, and what holds for each below it.` });
}

function pastedFrom({ plan, leftOut }: PlanDocument, lead: string, isAgain: boolean): Result<Pasted, never> {
  const { title, objective, steps, ...others } = plan;
  const stated: JsonObject = {
    ...others,
    ...((title !== "" || !isAgain) && { title }),
    ...(objective !== "" && { objective }),
  };
  const known = new Set(Object.keys(stated).map(plainKey));
  const left = Object.entries(leftOut).map(([name, text]) => [
    known.has(plainKey(name)) ? `section ${name}` : name,
    text,
  ]);
  const isNumbered = isAgain || linksByName(steps);
  const pasted = { plan: { ...stated, ...Object.fromEntries(left) }, steps };
  return ok({ pasted: { ...pasted, ...(isNumbered && { isNumbered }) }, lead });
}

/** Whether a step names one that it waits for by its number or its title. */
function linksByName(steps: readonly JsonObject[]): boolean {
  const ids = new Set(steps.map((step) => step["id"]));
  const titles = new Set(steps.map((step) => String(step["title"]).trim().toLowerCase()));
  return steps
    .flatMap((step) => [step["dependsOn"]].flat())
    .filter((link) => !ids.has(link))
    .map((link) => String(link).trim().toLowerCase())
    .some((link) => titles.has(link) || Number(STEP_NUMBER.exec(link)?.[1]) <= steps.length);
}
