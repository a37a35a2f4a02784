import { diffPlans } from "#server/core/plan-diff.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import type { PlanningState } from "#server/services/read-planning-state.ts";
import { diffSentences } from "./diff-sentences.ts";
import { escapeLine, escapeTags } from "./escape-context.ts";
import { issueLines } from "./issue-lines.ts";
import { planLines, waitsFor } from "./plan-lines.ts";
import { stepJsonLines } from "./plan-step-json.ts";

/** What the person wrote, and what they and the planner had before them. */
export type PlanContextRequest = {
  state: PlanningState;
  words: string;
  /** Whether the message before this one made the current revision. */
  changedLast: boolean;
  /** The plan that the person saw while writing, when it is not the current one. */
  seen: { revision: number; plan: Plan } | null;
  /** The person's last words and the reply to them. */
  lastTurn: string;
};

const MAX_LISTED_TOOLS = 60;
const MAX_RETIRED_IDS = 60;
const MAX_RESTORE_TARGETS = 20;

/** The last user message: how things stand, then the person's words. */
export function planContext(request: PlanContextRequest): string {
  return `<context>\n${contextLines(request).join("\n")}\n</context>\n\n<message>\n${request.words}\n</message>`;
}

function contextLines({ state, words, changedLast, seen, lastTurn }: PlanContextRequest): string[] {
  const { current } = state;
  if (current === null) return [workspaceLine(state), ...runLines(state), "", "Plan: none yet."];
  const { plan, revision, issues } = current;
  const json = stepJsonLines(plan, `${words}\n${lastTurn}`);
  return [
    workspaceLine(state),
    ...runLines(state),
    "",
    ...revisionLines(state, revision),
    ...(changedLast && state.previous ? beforeLines(state.previous, plan) : []),
    ...(seen === null ? [] : [seenLine(seen)]),
    ...retiredLines(state.retiredIds),
    "",
    `Plan, revision ${revision}: "${escapeLine(plan.title)}"`,
    ...planLines(plan),
    "",
    ...planFacts(plan),
    ...(json.length > 0 ? ["JSON of the steps with settings or in question, one a line:", ...json] : []),
    `Issues: ${issues.length === 0 ? "none" : issues.length}.`,
    ...issueLines(issues).map((line) => `- ${line.severity}: ${escapeLine(line.text)}`),
  ];
}

function workspaceLine(state: PlanningState): string {
  const { tools, schedules, webhookCount } = state;
  const listed = tools.slice(0, MAX_LISTED_TOOLS).map(toolSignature);
  const more = tools.length > listed.length ? [`and ${tools.length - listed.length} more (find_tools)`] : [];
  const crons = schedules.map((item) => `${item.cron} ${item.timezone}${item.enabled ? "" : " (off)"}`);
  return [
    "Workspace.",
    `Tools: ${[...listed, ...more].join(", ") || "none connected"}.`,
    `Agents: ${state.agentSlugs.join(", ") || "none"}.`,
    `Schedules: ${crons.map(escapeLine).join("; ") || "none"}.`,
    `Webhooks: ${webhookCount === 0 ? "none" : webhookCount}.`,
  ].join(" ");
}

/** `read_file(path, encoding?)`. */
function toolSignature(tool: ToolDefinition): string {
  const properties = tool.inputSchema["properties"];
  const required = tool.inputSchema["required"];
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return `${tool.name}(${names.map((name) => (isRequired(name) ? name : `${name}?`)).join(", ")})`;
}

function runLines({ saved, lastRuns }: PlanningState): string[] {
  const runs = lastRuns.map((run) => `${run.runId} ${run.status} (${run.createdAt.toISOString()})`);
  return [
    saved === null ? "Saved: nothing yet." : `Saved: revision ${saved.revision} as version ${saved.version}.`,
    ...(runs.length > 0 ? [`Last runs, newest first: ${runs.join("; ")}.`] : []),
  ];
}

function revisionLines({ revisions, restore }: PlanningState, current: number): string[] {
  const oldest = revisions[0]?.revision ?? 1;
  return [
    "Revisions:",
    ...(oldest > 1 ? [`r1 to r${oldest - 1} are older, and can be restored as well.`] : []),
    ...revisions.map(
      (item) =>
        `r${item.revision} ${escapeLine(item.changeDescription)}${item.revision === current ? " (current)" : ""}`,
    ),
    `${leadsTo("Undo", restore.undo)}. ${leadsTo("Redo", restore.redo)}.`,
  ];
}

/** `Undo leads to r5, then r4, r3`: once, twice, three times. */
function leadsTo(word: "Undo" | "Redo", targets: readonly number[]): string {
  const [next, ...further] = targets.slice(0, MAX_RESTORE_TARGETS).map((revision) => `r${revision}`);
  if (next === undefined) return `${word}: nothing to ${word.toLowerCase()}`;
  return `${word} leads to ${next}${further.length > 0 ? `, then ${further.join(", ")}` : ""}`;
}

function beforeLines(previous: { revision: number; plan: Plan }, current: Plan): string[] {
  return [
    `Before the last change (r${previous.revision}): ${numberedSteps(previous.plan)}`,
    `The last change: ${diffSentences(diffPlans(previous.plan, current)).map(escapeLine).join(" ")}`,
  ];
}

function retiredLines(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const shown = ids.slice(0, MAX_RETIRED_IDS).map(escapeLine).join(", ");
  const more = ids.length > MAX_RETIRED_IDS ? ` and ${ids.length - MAX_RETIRED_IDS} more` : "";
  return [`Ids of steps that were removed: ${shown}${more}.`];
}

function seenLine(seen: { revision: number; plan: Plan }): string {
  return `The person wrote while seeing revision ${seen.revision}, so their numbers are its numbers: ${numberedSteps(seen.plan, true)}`;
}

function numberedSteps(plan: Plan, withIds = false): string {
  const steps = plan.steps.map((step, index) => {
    const id = withIds ? ` (id ${step.id})` : ` (waits for ${waitsFor(plan, step)})`;
    const settings = withIds ? [] : settingWords(step);
    return `${index + 1} ${escapeLine(step.title)}${id}${settings.map((item) => ` ${item}`).join(",")}`;
  });
  return steps.join(" · ") || "no steps";
}

function settingWords(step: Step): string[] {
  return [
    ...(step.approval ? ["approval"] : []),
    ...(step.maxAttempts === undefined ? [] : [`${step.maxAttempts - 1} retries`]),
    ...(step.onError === undefined ? [] : [`onError ${step.onError}`]),
    ...(step.if === undefined ? [] : [`if ${escapeTags(step.if)}`]),
  ];
}

function planFacts(plan: Plan): string[] {
  const { steps: _steps, title: _title, ...facts } = plan;
  const told = Object.entries(facts).filter(([, value]) => value !== "" && JSON.stringify(value) !== "[]");
  if (told.length === 0) return [];
  return [`The plan itself: ${JSON.stringify(Object.fromEntries(told)).replaceAll("<", "\\u003c")}`];
}
