import { shortened } from "#server/core/characters.ts";
import { diffPlans } from "#server/core/plan-diff.ts";
import type { Issue, Plan } from "#server/core/plan.ts";
import type { PlanningState } from "#server/services/read-planning-state.ts";
import { diffSentences } from "./diff-sentences.ts";
import { escapeLine } from "./escape-context.ts";
import { issueLines } from "./issue-lines.ts";
import { idOfTitle, planLines } from "./plan-lines.ts";
import { stepJsonLines, wordsOf } from "./plan-step-json.ts";
import { renumbered } from "./renumbered.ts";
import { toolLine } from "./tool-line.ts";
import { triggerLines } from "./trigger-lines.ts";

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

const MAX_REMOVED = 6;
const MAX_REMOVED_TITLE = 60;
const MAX_OFF = 12;
const MAX_AGENTS = 12;
const MAX_SECRETS = 30;
const MAX_RESTORE_TARGETS = 5;
const MAX_REVISIONS = 4;
const MAX_DESCRIPTION = 72;
const MAX_CHANGE = 200;
const MAX_ERRORS = 10;
const MAX_WARNINGS = 1;
const MAX_ISSUE = 100;
const MAX_TEXT = 400;
// Together, list and JSON of a plan stay near this length while the list alone is shorter.
const PLAN_CHARACTERS = 6_000;
const MIN_JSON_CHARACTERS = 800;

/** The last user message: how things stand, then the person's words. It grows with the plan, not with the conversation. */
export function planContext(request: PlanContextRequest): string {
  return `<context>\n${contextLines(request).join("\n")}\n</context>\n\n<message>\n${request.words}\n</message>`;
}

function contextLines({ state, words, changedLast, seen, lastTurn }: PlanContextRequest): string[] {
  const { current } = state;
  if (current === null) return [...workspaceLines(state), "", "Plan: none yet."];
  const { plan, revision, issues } = current;
  const list = planLines(plan);
  const room = Math.max(MIN_JSON_CHARACTERS, PLAN_CHARACTERS - list.join("\n").length);
  const json = stepJsonLines(plan, { words, lastTurn, room });
  return [
    ...workspaceLines(state),
    "",
    ...revisionLines(state, revision),
    ...(state.previous ? changeLines(state.previous, plan, changedLast) : []),
    ...removedLines(state, words),
    "",
    `Plan, revision ${revision}: "${escapeLine(plan.title)}"`,
    ...list,
    "",
    ...planFacts(plan),
    ...hiddenLines(json),
    `Issues: ${issues.length === 0 ? "none" : issues.length}.`,
    ...shownIssues(issues),
    ...(seen === null ? [] : [seenLine(seen, plan)]),
  ];
}

function hiddenLines({ lines, left }: ReturnType<typeof stepJsonLines>): string[] {
  return [
    ...(lines.length > 0 ? ["What the list does not show:", ...lines] : []),
    ...(left.length > 0 ? [`Left out for room, for read_plan: ${ranges(left)}.`] : []),
  ];
}

/** `3–5, 9` for 3, 4, 5 and 9. */
function ranges(numbers: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const number of numbers) {
    const last = spans.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else spans.push([number, number]);
  }
  return spans.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

function workspaceLines(state: PlanningState): string[] {
  const { tools, offTools, agentSlugs, secretNames, saved, lastRuns } = state;
  const runs = lastRuns.map((run) => `${run.runId} ${run.status} (${run.createdAt.toISOString()})`);
  return [
    toolLine(tools),
    ...(offTools.length > 0
      ? [
          `Off, find_tools tells why: ${firstOf(
            offTools.map(({ name }) => name),
            MAX_OFF,
          )}.`,
        ]
      : []),
    ...(agentSlugs.length > 0 ? [`Agents: ${firstOf(agentSlugs, MAX_AGENTS)}.`] : []),
    ...(secretNames.length > 0
      ? [`Secrets, for inputs as {{secret.NAME}}: ${firstOf(secretNames, MAX_SECRETS)}.`]
      : []),
    ...triggerLines(state).map(escapeLine),
    saved === null ? "Saved: nothing yet." : `Saved: revision ${saved.revision} as version ${saved.version}.`,
    ...(runs.length > 0 ? [`Last runs, newest first: ${runs.join("; ")}.`] : []),
  ];
}

function revisionLines({ revisions, restore }: PlanningState, current: number): string[] {
  const shown = revisions.slice(-MAX_REVISIONS);
  const oldest = shown[0]?.revision ?? 1;
  return [
    "Revisions:",
    ...(oldest > 1 ? [`${oldest === 2 ? "r1" : `r1 to r${oldest - 1}`}: see read_history.`] : []),
    ...shown.map(
      (item) =>
        `r${item.revision} ${escapeLine(shortened(item.changeDescription, MAX_DESCRIPTION))}${item.revision === current ? " (current)" : ""}`,
    ),
    `${leadsTo("Undo", restore.undo)}. ${leadsTo("Redo", restore.redo)}.`,
  ];
}

/** `Undo leads to r5, then r4, r3`: once, twice, three times. */
function leadsTo(word: "Undo" | "Redo", targets: readonly number[]): string {
  const [next, ...further] = targets.slice(0, MAX_RESTORE_TARGETS).map((revision) => `r${revision}`);
  if (next === undefined) return `${word}: nothing to ${word.toLowerCase()}`;
  const more = targets.length > MAX_RESTORE_TARGETS ? " and so on" : "";
  return `${word} leads to ${next}${further.length > 0 ? `, then ${further.join(", ")}${more}` : ""}`;
}

function changeLines(
  { revision, plan }: { revision: number; plan: Plan },
  current: Plan,
  changedLast: boolean,
): string[] {
  // What was removed stands among the numbers.
  const diff = { ...diffPlans(plan, current), removed: [] };
  const sentences =
    diffSentences(diff, { before: plan, after: current }).map(escapeLine).join(" ") || "only removals.";
  const maker = changedLast
    ? "made by the message before this one"
    : "not made by the message before this one";
  return [
    `The last change, to r${revision}, ${maker}: ${shortened(sentences, MAX_CHANGE)}`,
    `Numbers of r${revision}: ${renumbered(plan, current)}.`,
  ];
}

/** Those whose title has words of the message, then those that went last. */
function removedLines({ removed, retiredIds }: PlanningState, words: string): string[] {
  if (removed.length === 0) return [];
  const spoken = new Set(wordsOf(words));
  const shown = removed
    .map((step) => ({ ...step, alike: wordsOf(step.title).filter((word) => spoken.has(word)).length }))
    .sort((a, b) => b.alike - a.alike)
    .slice(0, MAX_REMOVED)
    .map(({ id, title }) => {
      const short = shortened(title, MAX_REMOVED_TITLE);
      return `${escapeLine(short)}${id === idOfTitle(short) ? "" : ` · id ${escapeLine(id)}`}`;
    });
  const hidden = retiredIds.length - shown.length;
  return [`Removed steps: ${shown.join("; ")}${hidden > 0 ? ` and ${hidden} more` : ""}.`];
}

/** Whether there is more of the past than a context shows. */
export function hasLongPast({ current, retiredIds }: Pick<PlanningState, "current" | "retiredIds">): boolean {
  return current !== null && (current.revision > MAX_REVISIONS || retiredIds.length > MAX_REMOVED);
}

function firstOf(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).map(escapeLine).join(", ")}${more}`;
}

function seenLine(seen: { revision: number; plan: Plan }, now: Plan): string {
  return `The person wrote while seeing revision ${seen.revision}, so their numbers are its numbers: ${renumbered(seen.plan, now)}.`;
}

/** Every error that there is room for; of what is only advised a few. */
function shownIssues(issues: readonly Issue[]): string[] {
  const lines = issueLines(issues);
  const warnings = lines.filter((line) => line.severity === "warning");
  const shown = [
    ...lines.filter((line) => line.severity === "error").slice(0, MAX_ERRORS),
    ...warnings.slice(0, MAX_WARNINGS),
  ];
  const words = shown.map((line) => `- ${line.severity}: ${escapeLine(shortened(line.text, MAX_ISSUE))}`);
  const hidden = lines.length - shown.length;
  return [...words, ...(hidden > 0 ? [`- and ${hidden} more`] : [])];
}

/** Objective, budget and the like; of long texts the beginning. */
function planFacts(plan: Plan): string[] {
  const { steps: _steps, title: _title, ...facts } = plan;
  const told = Object.entries(facts).filter(([, value]) => value !== "" && JSON.stringify(value) !== "[]");
  if (told.length === 0) return [];
  const short = (_name: string, value: unknown) =>
    typeof value === "string" ? shortened(value, MAX_TEXT) : value;
  const json = JSON.stringify(Object.fromEntries(told), short).replaceAll("<", "\\u003c");
  return [`The plan itself: ${json}`];
}
