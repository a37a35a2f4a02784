import { sentencesOnSteps, withoutSentences } from "./brief-told.ts";
import type { Decision } from "./decide.ts";
import { saying } from "./guard-edits.ts";
import { readHistory } from "./history.ts";
import type { PlanContext } from "./listed-plan.ts";
import { questionOf } from "./foreign-questions.ts";
import { bareClause, plainWords } from "./plain-words.ts";
import { isQuestion } from "./question.ts";

const DEED = "remove|delete|drop|rename|retitle|move|swap|merge|split|retry|skip|approve|undo|redo";
const STEP = String.raw`(?:(?:the )?steps? #?\d+|#?\d+\b(?! \w)|\d+(?:,| and | to )|the (?:first|second|third|last|next) (?:step|one|two|three)|(?:all|both|every|any)(?: of)?(?: the)? steps?|(?:it|them|this|that)(?: one| step)?(?=[\s.!?]*$))`;
const ORDER = new RegExp(
  `^(?:${DEED})\\b(?: [^.,;:]*?)?\\b${STEP}|^(?:let|make) ${STEP}|^ask me before ${STEP}|^(?:undo|redo)[.!\\s]*$`,
  "i",
);
const STEP_ORDER = new RegExp(`^(?:${DEED}) ${STEP}`, "i");

/** What an order about steps comes to where there are none; null for a brief. */
export function orderWithoutSteps(message: string, context: PlanContext): Decision | null {
  const text = bareClause(plainWords(message));
  const back = readHistory(text.replace(/[?\s]+$/, ""), context);
  if (back?.type === "call") return { calls: [back.call], reply: "" };
  if (asksAboutPlan(text)) return saying(NO_PLAN);
  if (!ORDER.test(text) || isBesideWork(message)) return null;
  const number = /\d+/.exec(/\bsteps? #?\d+\b/i.exec(text)?.[0] ?? "")?.[0];
  const none = number === undefined ? "no step" : `no step ${number}`;
  return saying(
    `The plan has no steps, so there is ${none} to change. What should the agent do? Describe the job as a list or in a few sentences. Nothing was changed.`,
  );
}

const NO_PLAN =
  "There is no plan yet, so there is nothing to tell about it. What should the agent do? Describe the job as a list or in a few sentences.";
const PLAN =
  /\b(?:steps?|(?:the|this|my) (?:plan|workflow|agent|schedule|run)|in parallel|approvals?|my (?:approval|ok)|revisions?)\b/i;
const ASKS =
  /^(?:and |so |but |ok,? )*(?:what (?:happens|is|are|does|do|can|runs?|comes?|waits?|if|about)|which|how (?:many|often|long)|why|when (?:does|will|is)|where (?:does|is)|who|is|are|does|do (?:we|i|you) |will|can (?:step|the|it|they|i))\b/i;

// One question about steps that are not there, and no work beside it.
function asksAboutPlan(text: string): boolean {
  if (questionOf([text]) !== null) return true;
  return !/[.!?;:\n]\s*\S/.test(text) && isQuestion(text) && ASKS.test(text) && PLAN.test(text);
}

// "Ask me before step 2", and then the list that has it.
function isBesideWork(message: string): boolean {
  const told = sentencesOnSteps(message);
  return told.length > 0 && /\p{L}{2}/u.test(withoutSentences(message, told));
}

/** A proposal that takes no order about a step as a step. */
export function withoutOrdersAsSteps(decision: Decision): Decision {
  const steps = decision.calls.find(({ name }) => name === "propose_plan")?.input["steps"];
  const titles = Array.isArray(steps) ? steps.flatMap((step) => titleOf(step)) : [];
  const order = titles.find((title) => STEP_ORDER.test(title));
  if (order === undefined) return decision;
  return saying(
    `"${order}" reads like a change of a plan, not like a step of the work. What should the agent do? Describe the job without it, and change the plan afterwards. Nothing was changed.`,
  );
}

function titleOf(step: unknown): string[] {
  if (typeof step !== "object" || step === null || !("title" in step)) return [];
  return typeof step.title === "string" ? [step.title] : [];
}
