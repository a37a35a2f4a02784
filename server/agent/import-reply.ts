import { shortened } from "#server/core/characters.ts";
import type { PlanChange } from "#server/services/change-plan.ts";
import { importPlanMessage } from "#server/services/import-plan-message.ts";
import { type IssueLine, issueLines } from "./issue-lines.ts";
import { readPastedPlan } from "./read-pasted-plan.ts";
import type { Turn } from "./turn.ts";
import { showChange } from "./turn-change.ts";

const START_OVER =
  /\b(?:start(?:ing)? (?:over|again|from scratch)|from scratch|replace|instead|overwrite|new plan|von vorn|neu anfangen|ersetz\w*|stattdessen|empezar de (?:nuevo|cero)|reempla\w+|recommenc\w+|remplac\w+)\b|重新开始|替换|やり直/i;

// Words that hand a plan over, and words that hand over a part of one.
const NAMES_PLAN = /\bplan\b|计划|計画|план/iu;
const NAMES_PART =
  /\b(?:add|append|insert|merge|extend|step \d+|input|parameter)\b|\b(?:ergänz|füg|añad|agreg|ajout)/iu;

const MAX_AROUND = 300;
const LISTS_STEPS = /["']?\b(?:steps|tasks)\b["']?\s*:\s*\[/i;

/**
 * Takes over a plan that the message brings, whatever the model, and answers with what reading it
 * found. Null when the message brings none or the plan at hand is not to be replaced: then the
 * planner answers.
 */
export async function importFromMessage(
  turn: Turn,
  words: string,
  signal: AbortSignal,
): Promise<string | null> {
  const { current, agent } = turn.state;
  const hasSteps = current !== null && current.plan.steps.length > 0;
  const imported = await readPastedPlan(words, signal);
  if (imported === null) return null;
  if ("error" in imported) {
    // Beside a plan, a broken value for one of its steps is the planner's to read.
    const isForPlanner = hasSteps && imported.isJson && !isJsonAlone(words) && !LISTS_STEPS.test(words);
    if (isForPlanner && !START_OVER.test(withoutBrackets(words))) return null;
    return `I could not read the plan in your message. ${imported.error} Nothing was changed.`;
  }
  const { around = "" } = imported;
  if (hasSteps && !handsOver(around)) return null;

  const result = await importPlanMessage(turn.ctx, {
    agentId: agent.id,
    messageId: turn.messageId,
    plan: imported.plan,
    issues: imported.issues,
    changeDescription: `Brought in "${imported.plan.title}"`,
  });
  if (!result.ok) return result.error.message;
  showChange(turn, result.value);
  return replyTo(result.value, around, hasSteps);
}

/** A message that is nothing but JSON, bare or fenced: whoever sends that over a plan means it to be the plan. */
function isJsonAlone(text: string): boolean {
  const content = /^```[a-z]*\s*\n([\s\S]*?)\n?\s*```$/i.exec(text.trim())?.[1] ?? text;
  return /^(?:\{[\s\S]*\}|\[[\s\S]*\])$/.test(content.trim());
}

function withoutBrackets(text: string): string {
  return text.replace(/```[\s\S]*?(?:```|$)/g, " ").replace(/\{[\s\S]*\}/, " ");
}

/** Whether the words around a plan mean it to take the place of the one at hand. */
function handsOver(around: string): boolean {
  if (around === "" || START_OVER.test(around)) return true;
  return NAMES_PLAN.test(around) && !NAMES_PART.test(around);
}

function replyTo(
  { plan, revision, previousRevision, issues, diff }: PlanChange,
  around: string,
  hadSteps: boolean,
): string {
  const steps = `${plan.steps.length} ${plan.steps.length === 1 ? "step" : "steps"}`;
  const errors = issueLines(issues.filter((issue) => issue.severity === "error"));
  const warnings = issueLines(issues.filter((issue) => issue.severity === "warning"));
  const changes = previousRevision === null ? "" : ` Against revision ${previousRevision}: ${counts(diff)}.`;
  const undo = hadSteps ? ` It replaces the plan that was there: say "Undo" to have that one back.` : "";
  const paragraphs = [`I took your plan over as a draft: revision ${revision}, ${steps}.${changes}${undo}`];
  if (around !== "")
    paragraphs.push(
      `I took over only the plan, and carried out nothing of the words around it: "${shortened(around.replace(/\s+/g, " "), MAX_AROUND)}". What they ask for beside the plan, say again as a message of its own.`,
    );
  if (errors.length > 0) {
    const these = errors.length === 1 ? "This has" : "These have";
    paragraphs.push(`${these} to be put right before it can be saved:`, bullets(errors));
  }
  if (warnings.length > 0) paragraphs.push("Worth knowing:", bullets(warnings));
  if (issues.length === 0) paragraphs.push("I found nothing wrong with it.");
  return paragraphs.join("\n\n");
}

function counts({ added, removed, changed, moved }: PlanChange["diff"]): string {
  const named = [
    { word: "added", number: added.length },
    { word: "removed", number: removed.length },
    { word: "changed", number: changed.length },
    { word: "moved", number: moved.length },
  ].filter(({ number }) => number > 0);
  if (named.length === 0) return "the steps are the same, texts of the plan changed";
  return `steps ${named.map(({ number, word }) => `${number} ${word}`).join(", ")}`;
}

function bullets(lines: readonly IssueLine[]): string {
  return lines.map((line) => `- ${line.text}`).join("\n");
}
