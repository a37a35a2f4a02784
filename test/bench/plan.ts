import { cpus, loadavg } from "node:os";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { canonicalPlan } from "#server/core/canonical-plan.ts";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { diffPlans } from "#server/core/plan-diff.ts";
import { applyEdits } from "#server/core/plan-edits.ts";
import { importPlan } from "#server/core/plan-import.ts";
import { markdownToPlan, planToMarkdown } from "#server/core/plan-markdown.ts";
import { planToMermaid } from "#server/core/plan-mermaid.ts";
import { benchPlan, isUnread } from "./bench-plan.ts";
import { BENCH_WORKSPACE } from "./bench-workspace.ts";
import { measure, type Timing } from "./measure.ts";

const SIZES = [50, 500, 5_000];
const JSON_ALONE = "JSON.stringify + JSON.parse";
const REMARK_ALONE = "remark-parse alone";

/** What is measured, and up to which size: a parser that is not linear itself takes minutes. */
type Task = { name: string; call: () => unknown; most?: number };

/** The yardsticks first, then everything that is done with a plan. */
function tasksOf(plan: Plan): Task[] {
  const middle = Math.floor(plan.steps.length / 2);
  const unread = plan.steps.findIndex((_step, index) => index > middle && isUnread(index));
  const update: PlanEdit = { op: "update_step", step: middle, changes: [{ field: "title", value: "New" }] };
  const remove: PlanEdit = { op: "remove_step", step: unread + 1, rewire: "bridge" };
  const add: PlanEdit = {
    op: "add_step",
    step: {
      id: "new-step",
      title: "New step",
      kind: "reasoning",
      instructions: "Look at the totals.",
      expectedOutput: "A sentence.",
      dependsOn: [middle],
      settings: [],
    },
    after: middle,
    requiredBy: [middle + 1],
  };
  const updated = planAfter(plan, [update]);
  const reshaped = planAfter(plan, [remove, add]);
  const markdown = planToMarkdown(plan);
  const json = JSON.stringify(plan);
  const reader = unified().use(remarkParse).freeze();
  refuseUnequal(markdownToPlan(markdown), plan);

  return [
    { name: JSON_ALONE, call: () => JSON.parse(JSON.stringify(plan)) },
    { name: REMARK_ALONE, call: () => reader.parse(markdown), most: 500 },
    { name: "validatePlan", call: () => validatePlan(plan, BENCH_WORKSPACE) },
    { name: "diffPlans, one title changed", call: () => diffPlans(plan, updated) },
    { name: "diffPlans, one added, one removed", call: () => diffPlans(plan, reshaped) },
    { name: "applyEdits, update", call: () => planAfter(plan, [update]) },
    { name: "applyEdits, remove and add", call: () => planAfter(plan, [remove, add]) },
    { name: "planToMarkdown", call: () => planToMarkdown(plan) },
    { name: "markdownToPlan", call: () => markdownToPlan(markdown) },
    { name: "planToMermaid", call: () => planToMermaid(plan) },
    { name: "importPlan, JSON", call: () => importPlan(json) },
    { name: "canonical text", call: () => canonicalJson(canonicalPlan(plan)) },
  ];
}

function planAfter(plan: Plan, edits: readonly PlanEdit[]): Plan {
  const edited = applyEdits(plan, edits);
  if (!edited.ok) throw new Error(edited.error.map((issue) => issue.message).join(" "));
  return edited.value.plan;
}

function refuseUnequal(read: ReturnType<typeof markdownToPlan>, plan: Plan): void {
  if (!read.ok) throw new Error(read.error.message);
  if (canonicalJson(read.value) !== canonicalJson(plan))
    throw new Error("The Markdown reads back as another plan.");
}

/** Errors would cut checks short; more steps than can be saved are no matter here. */
function refuseErrors(plan: Plan): void {
  const issues = validatePlan(plan, BENCH_WORKSPACE);
  const found = issues.find(({ severity, code }) => severity === "error" && code !== "too_many_steps");
  if (found) throw new Error(found.message);
}

const plans = SIZES.map(benchPlan);
for (const plan of plans) refuseErrors(plan);
const rows = new Map<string, Timing[]>();
for (const plan of plans) {
  for (const { name, call, most = plan.steps.length } of tasksOf(plan)) {
    if (plan.steps.length <= most) rows.set(name, [...(rows.get(name) ?? []), measure(call)]);
  }
}

const links = plans.map((plan) => plan.steps.reduce((total, step) => total + step.dependsOn.length, 0));
const load = loadavg().map((value) => value.toFixed(1));
console.log(`Node ${process.version}, ${cpus().length} cores, load ${load.join(" ")}.`);
console.log(
  "Milliseconds of a call: processor time | median by the clock (what 95 of 100 calls stay under).",
);
console.log(
  "growth: how much longer a step takes in a plan ten times as large. ×: against the yardstick at 500 steps.",
);
console.log("Both compare processor times, which other work on the machine hardly touches.\n");
print(["", ...SIZES.map((size, index) => `${size} steps, ${links[index]} links`), "growth", "growth", "×"]);
for (const [name, timings] of rows) print(cellsOf(name, timings));

function cellsOf(name: string, timings: readonly Timing[]): string[] {
  const perStep = timings.map(({ processor }, index) => processor / Number(SIZES[index]));
  const growth = SIZES.slice(1).map((_size, index) => Number(perStep[index + 1]) / Number(perStep[index]));
  const yardstick = rows.get(name.includes("arkdown") || name === REMARK_ALONE ? REMARK_ALONE : JSON_ALONE);
  const ratio = Number(timings[1]?.processor) / Number(yardstick?.[1]?.processor);
  return [
    name,
    ...SIZES.map((_size, index) => {
      const timing = timings[index];
      return timing ? `${shown(timing.processor)} | ${shown(timing.median)} (${shown(timing.p95)})` : "–";
    }),
    ...growth.map((factor) => (Number.isNaN(factor) ? "–" : factor.toFixed(2))),
    ratio.toFixed(1),
  ];
}

function shown(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 2 : 0);
}

function print([name = "", ...cells]: readonly string[]): void {
  const widths = [24, 26, 29, 8, 8, 7];
  console.log(name.padEnd(34) + cells.map((cell, index) => cell.padStart(Number(widths[index]))).join(""));
}
