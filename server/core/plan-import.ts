import { noteIssue } from "./import/ignored-fields.ts";
import { importedPlan } from "./import/loose-plan.ts";
import { drawnIssues, drawnPlan } from "./import/mermaid-plan.ts";
import { noPlan } from "./import/no-plan.ts";
import { isYamlPlan, otherForm } from "./import/other-forms.ts";
import { pastedMarkdown } from "./import/pasted-markdown.ts";
import { type PastedPlan, planObject } from "./import/pasted-plan.ts";
import { budgetProblem } from "./import/plan-fields.ts";
import { type Candidate, planCandidates, wantedToBePlan } from "./import/plan-text.ts";
import { wholeJson } from "./import/whole-json.ts";
import { jsonLosses } from "./json-losses.ts";
import { parseJson } from "./parse-json.ts";
import type { Issue, Plan } from "./plan.ts";

// A draft may be broken in any way, but a paste of this many steps is no plan that talking could mend.
const MAX_IMPORTED_STEPS = 5_000;

/**
 * A draft with what was left out of it and the words of the message around it, or why a text that was
 * meant to be a plan cannot be read. `isJson` says that it may have been any other JSON as well.
 */
export type ImportedPlan = { plan: Plan; issues: Issue[]; around?: string } | Problem;
type Problem = { error: string; isJson?: true };

/** A plan as it was pasted. `lead` are words in front of it in its own part of the message. */
type Found = { pasted: PastedPlan; issuesOf: (plan: Plan) => Issue[]; lead: string };

/**
 * The plan that a message holds: JSON, Markdown or a Mermaid flowchart, alone or between words.
 * Null when it holds none and is not JSON as a whole.
 */
export function importPlan(written: string): ImportedPlan | null {
  const message = written.replace(/\r\n?/g, "\n");
  const problems: Problem[] = [];
  const found: { candidate: Candidate; plan: Found }[] = [];
  const sound: Candidate[] = [];
  for (const candidate of planCandidates(message)) {
    // What stands inside of a plan, or of JSON that can be read, is a part of it.
    if (found.some((other) => overlap(other.candidate, candidate))) continue;
    if (sound.some((other) => isInside(other, candidate))) continue;
    const read = readCandidate(candidate, message.slice(0, candidate.textAt));
    if (read === "other") sound.push(candidate);
    else if (read !== null && "error" in read) problems.push(read);
    else if (read !== null) found.push({ candidate, plan: read });
  }
  const [first, ...others] = found;
  if (first) return drafted(first.plan, first.candidate, message, others.length);
  const unread = otherForm(message);
  return unread === null ? (problems[0] ?? problemOfWhole(message)) : { error: unread };
}

/** What a candidate brings; "other" when it is sound JSON of another sort, null when it is nothing. */
function readCandidate({ form, text }: Candidate, lead: string): Found | Problem | "other" | null {
  if (form === "mermaid") {
    const drawn = drawnPlan(text);
    return drawn && { pasted: drawn, issuesOf: (plan) => drawnIssues(drawn, plan), lead: "" };
  }
  if (form === "markdown") {
    const read = isYamlPlan(text) ? null : pastedMarkdown(text);
    if (read === null) return null;
    if (read.ok) return { ...read.value, issuesOf: () => [] };
    return { error: `The plan in Markdown cannot be read. ${read.error.message}` };
  }
  const read = parseJson(text, lead);
  if (!read.ok) {
    const error = `The plan is not valid JSON: ${read.error.message}`;
    return wantedToBePlan(text) ? { error, isJson: true } : null;
  }
  const pasted = planObject(read.value);
  return pasted ? { pasted, issuesOf: () => jsonLosses(text, lead).map(noteIssue), lead: "" } : "other";
}

/** Why a message that is JSON and nothing else brings no plan. */
function problemOfWhole(message: string): Problem | null {
  const text = wholeJson(message);
  if (text === null) return null;
  const body = text.trim();
  const read = parseJson(body, message.slice(0, message.indexOf(body)));
  const error = read.ok
    ? noPlan(read.value)
    : `The message begins like JSON and cannot be read: ${read.error.message}`;
  return { error, isJson: true };
}

function overlap(one: Candidate, other: Candidate): boolean {
  return one.start < other.end && other.start < one.end;
}

function isInside(outer: Candidate, inner: Candidate): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function drafted(
  { pasted, issuesOf, lead }: Found,
  { start, end }: Candidate,
  message: string,
  others: number,
): ImportedPlan {
  const count = pasted.steps.length;
  if (count > MAX_IMPORTED_STEPS)
    return {
      error: `The plan has ${count} steps; at most ${MAX_IMPORTED_STEPS} can be brought in.`,
    };
  const budget = budgetProblem(pasted.plan);
  if (budget !== null)
    return { error: `${budget} Correct it, or leave it out for no limit, and send the plan again.` };
  const { plan, issues } = importedPlan(pasted);
  const more = `The message holds ${others + 1} plans. Only the first one was taken over. Send any other in a message of its own.`;
  const words = [message.slice(0, start), lead, message.slice(end)].map((part) => part.trim());
  const around = words.filter((part) => part !== "").join(" … ");
  return {
    plan,
    issues: [...(others === 0 ? [] : [noteIssue(more)]), ...issues, ...issuesOf(plan)],
    ...(around !== "" && { around }),
  };
}
