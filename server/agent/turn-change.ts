import type { Issue } from "#server/core/plan.ts";
import type { Result } from "#server/core/result.ts";
import type { PlanChange, PlanRefusal } from "#server/services/change-plan.ts";
import { diffSentences } from "./diff-sentences.ts";
import { issueLines, newIssues } from "./issue-lines.ts";
import { keepChanging, type Turn } from "./turn.ts";

const CHANGING_TOOLS = ["edit_plan", "propose_plan", "restore_revision"];

/** Whether a tool makes a revision. */
export function isChangingTool(name: string): boolean {
  return CHANGING_TOOLS.includes(name);
}

/** Makes the one change that an answer asks for. Of several none is made: half of what was meant would be wrong. */
export function makeChange(
  turn: Turn,
  tool: string,
  change: () => Promise<Result<PlanChange, PlanRefusal>>,
): Promise<string> {
  if (turn.hasRead !== null) return Promise.resolve(refuseAfterReading(turn, tool));
  const changing = turn.happened.called.filter(isChangingTool);
  if (changing.length > 1) {
    const message = `The answer makes ${changing.length} calls that change the plan: ${namesOf(changing)}. A message makes one revision, so none of them was carried out. Put all of it into one call: edit_plan takes any number of edits, and restore_revision as the first of them.`;
    return Promise.resolve(reportRefusal(turn, tool, message));
  }
  return keepChanging(turn, async () => reportChange(turn, tool, await change()));
}

/** What a run wrote may hold anything; the word of the person alone changes or saves something. */
export function refuseAfterReading(turn: Turn, tool: string): string {
  const message = `This reply has read what run ${turn.hasRead?.runId} wrote, so it changes nothing by itself: edits of edit_plan are shown as a card. Ask the person to say what they want in a message of its own.`;
  return reportRefusal(turn, tool, message);
}

/** `edit_plan (12 times), restore_revision`. */
function namesOf(calls: readonly string[]): string {
  return [...new Set(calls)]
    .map((name) => [name, calls.filter((other) => other === name).length] as const)
    .map(([name, times]) => (times === 1 ? name : `${name} (${times} times)`))
    .join(", ");
}

/** Tells the person and the record what a tool did to the plan, and the model in words. */
function reportChange(turn: Turn, tool: string, result: Result<PlanChange, PlanRefusal>): string {
  if (!result.ok) return reportRefusal(turn, tool, result.error.message);
  showChange(turn, result.value);
  return changeWords(result.value, turn.state.current);
}

// The page and the count of tries know a refusal by its first word.
const REFUSED = "Refused";

export function isRefusal(output: unknown): boolean {
  return typeof output === "string" && output.startsWith(REFUSED);
}

export function reportRefusal(turn: Turn, tool: string, message: string): string {
  turn.happened.refusals.push({ tool, message, isAfterChange: turn.happened.change !== null });
  return `${REFUSED}, nothing was ${tool === "save_plan" ? "saved" : "changed"}. ${message}`;
}

export function showChange(turn: Turn, change: PlanChange): void {
  const { revision, previousRevision, plan, issues, changeDescription, diff } = change;
  const errors = issues.filter((issue) => issue.severity === "error");
  const newWarnings = newIssues(issuesBefore(turn), issues).filter((issue) => issue.severity === "warning");
  turn.happened.change = change;
  turn.emit({ type: "data-plan", data: { revision, plan, issues }, transient: true });
  turn.emit({
    type: "data-revision",
    id: `revision-${revision}`,
    data: {
      revision,
      previousRevision,
      changeDescription,
      stepCount: plan.steps.length,
      diff,
      // What is kept with each message has the warnings that it brought, not those of hundreds of old steps.
      issues: [...errors, ...newWarnings],
    },
  });
}

function issuesBefore(turn: Turn): readonly Issue[] {
  return turn.state.current?.issues ?? [];
}

function changeWords(change: PlanChange, before: Turn["state"]["current"]): string {
  const { revision, changeDescription, diff, notes, plan } = change;
  const found = newIssues(before?.issues ?? [], change.issues);
  const errors = change.issues.filter((issue) => issue.severity === "error").length;
  return [
    `r${revision}: ${changeDescription}`,
    ...diffSentences(diff, { before: before?.plan ?? null, after: plan }),
    ...notes.map((note) => `Note: ${note}`),
    `The plan has ${plan.steps.length} ${plan.steps.length === 1 ? "step" : "steps"} now.`,
    ...(errors > 0
      ? [`It cannot be saved yet: it has ${errors === 1 ? "an error" : `${errors} errors`}.`]
      : []),
    `New issues: ${found.length === 0 ? "none" : found.length}.`,
    ...issueLines(found).map((line) => `- ${line.severity}: ${line.text}`),
  ].join("\n");
}
