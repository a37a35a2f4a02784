import { importedPlan } from "./import/loose-plan.ts";
import { drawnIssues, drawnPlan } from "./import/mermaid-plan.ts";
import { noPlan } from "./import/no-plan.ts";
import { type PastedPlan, planObject } from "./import/pasted-plan.ts";
import { planCandidates, wantedToBePlan, wholeJson } from "./import/plan-text.ts";
import { tangleOf } from "./import/tangled-markdown.ts";
import { parseJson } from "./parse-json.ts";
import type { Issue, Plan } from "./plan.ts";
import { readPlanMarkdown } from "./plan-markdown.ts";
import { err } from "./result.ts";

// A draft may be broken in any way, but a paste of this many steps is no plan that talking could mend.
const MAX_IMPORTED_STEPS = 5_000;

const PROBLEM = {
  json: "The plan is not valid JSON:",
  markdown: "The plan in Markdown cannot be read.",
};

/** A draft with what was left out of it, or why a text that was meant to be a plan cannot be read. */
export type ImportedPlan = { plan: Plan; issues: Issue[] } | { error: string };

/**
 * The plan that a message holds: JSON, Markdown or a fenced Mermaid flowchart, alone or between words.
 * Null when it holds none and is not JSON as a whole.
 */
export function importPlan(message: string): ImportedPlan | null {
  let problem: string | null = null;
  for (const { form, text } of planCandidates(message)) {
    if (form === "mermaid") {
      const drawn = drawnPlan(text);
      if (drawn) return drafted(drawn, (plan) => drawnIssues(drawn, plan));
      continue;
    }
    const read = form === "json" ? parseJson(text) : readMarkdown(text);
    if (!read.ok) {
      if (form === "markdown" || wantedToBePlan(text)) problem ??= `${PROBLEM[form]} ${read.error.message}`;
      continue;
    }
    const found = planObject(read.value);
    if (!found) continue;
    if (form === "markdown" && !found.steps.some((step) => "id" in step)) continue;
    return drafted(found);
  }
  problem ??= problemOfWhole(message);
  return problem === null ? null : { error: problem };
}

function readMarkdown(text: string): ReturnType<typeof readPlanMarkdown> {
  const tangle = tangleOf(text);
  return tangle === null ? readPlanMarkdown(text) : err({ message: tangle });
}

/** Why a message that is JSON and nothing else brings no plan. */
function problemOfWhole(message: string): string | null {
  const text = wholeJson(message);
  if (text === null) return null;
  const read = parseJson(text.trim());
  return read.ok
    ? noPlan(read.value)
    : `The message begins like JSON and cannot be read: ${read.error.message}`;
}

function drafted(found: PastedPlan, issuesOf: (plan: Plan) => Issue[] = () => []): ImportedPlan {
  const count = found.steps.length;
  if (count > MAX_IMPORTED_STEPS)
    return { error: `The plan has ${count} steps; at most ${MAX_IMPORTED_STEPS} can be brought in.` };
  const { plan, issues } = importedPlan(found);
  return { plan, issues: [...issues, ...issuesOf(plan)] };
}
