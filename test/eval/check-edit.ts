import type { Plan, Step } from "#server/core/plan.ts";
import type { EditExpectation, StepExpectation } from "./case-schema.ts";
import {
  bare,
  type Fault,
  graphFaults,
  holdsQuestion,
  mentions,
  permutations,
  upstreamById,
} from "./verdict.ts";

type EditResult = { plan: Plan; reply: string; changed: boolean };

/** Compares what came of a message with what should have come of it. */
export function checkEdit(start: Plan, result: EditResult, expect: EditExpectation): Fault {
  if (expect.type === "edit") return checkPlan(start, result.plan, expect);
  if (result.changed || planKey(start) !== planKey(result.plan))
    return "the plan changed but had to stay as it was";
  const words = expect.replyMentionsAny ?? [];
  if (expect.type === "refuse" && !mentions(result.reply, words))
    return `the refusal does not name the step: "${result.reply}"`;
  if (expect.type === "ask" && !holdsQuestion(result.reply))
    return `had to ask back, but said "${result.reply}"`;
  if (expect.type === "answer" && words.length > 0 && !mentions(result.reply, words))
    return `the answer mentions none of ${words.join(", ")}: "${result.reply}"`;
  return result.reply.trim() === "" ? "no reply" : null;
}

function planKey(plan: Plan): string {
  const title = new Map(plan.steps.map((step) => [step.id, bare(step.title)]));
  const rows = plan.steps.map((step) => [
    bare(step.title),
    step.dependsOn.map((id) => title.get(id) ?? `?${id}`).sort(),
    step.approval !== undefined,
  ]);
  return JSON.stringify(rows.sort());
}

function checkPlan(start: Plan, plan: Plan, expect: EditExpectation): Fault {
  const faults = graphFaults(plan);
  if (faults.length > 0) return `the plan is invalid: ${faults.join("; ")}`;
  if (plan.steps.length === 0) return "no steps in the result";
  const titles = Object.keys(expect.steps);
  const kept = new Map<string, Step>();
  for (const title of titles) {
    const same = plan.steps.filter((step) => bare(step.title) === bare(title));
    const [step] = same;
    if (!step || same.length > 1) return `step "${title}" is there ${same.length} times`;
    kept.set(title, step);
  }
  const stays = expect.removed.find(
    (title) =>
      !titles.some((other) => bare(other) === bare(title)) &&
      plan.steps.some((step) => bare(step.title) === bare(title)),
  );
  if (stays) return `step "${stays}" should be gone`;
  const fresh = plan.steps.filter((step) => ![...kept.values()].includes(step));
  if (fresh.length !== expect.added.length) {
    return `${fresh.length} new steps (${fresh.map((step) => step.title).join(", ")}), expected ${expect.added.length}`;
  }
  return (
    checkWiring(plan, kept, fresh, expect) ??
    checkSettings(start, kept, expect) ??
    checkLast(plan, kept, expect)
  );
}

function checkWiring(plan: Plan, kept: Map<string, Step>, fresh: Step[], expect: EditExpectation): Fault {
  let first: Fault = null;
  for (const order of permutations(fresh)) {
    const fault = wiringFault(plan, kept, order, expect);
    if (fault === null) return null;
    first ??= fault;
  }
  return first;
}

function wiringFault(plan: Plan, kept: Map<string, Step>, fresh: Step[], expect: EditExpectation): Fault {
  const label = new Map([...kept].map(([title, step]) => [step.id, title]));
  for (const [index, added] of expect.added.entries()) {
    const step = fresh[index];
    if (!step) return "a new step is missing";
    label.set(step.id, added.ref);
    const words = added.titleMentionsAny?.length ? added.titleMentionsAny : undefined;
    const alone =
      expect.added.length === 1 &&
      words &&
      mentions(step.instructions + JSON.stringify(step.input ?? ""), words);
    if (words && !mentions(step.title, words) && !alone)
      return `new step "${step.title}" mentions none of ${words.join(", ")}`;
  }
  const wanted = new Map<string, StepExpectation>([
    ...Object.entries(expect.steps),
    ...expect.added.map((added) => [added.ref, added] as const),
  ]);
  for (const step of plan.steps) {
    const name = label.get(step.id) ?? "";
    const got = step.dependsOn.map((id) => label.get(id) ?? id).sort();
    const allowed = accepted(wanted.get(name));
    if (!allowed.some((set) => JSON.stringify([...set].sort()) === JSON.stringify(got))) {
      return `"${name}" depends on [${got.join(", ")}], expected ${allowed.map((set) => `[${[...set].sort().join(", ")}]`).join(" or ")}`;
    }
  }
  return null;
}

function accepted(expectation: StepExpectation | undefined): string[][] {
  return expectation?.dependsOnAnyOf ?? [expectation?.dependsOn ?? []];
}

function checkSettings(start: Plan, kept: Map<string, Step>, expect: EditExpectation): Fault {
  const oldTitle = new Map(Object.entries(expect.renamed).map(([before, after]) => [bare(after), before]));
  for (const [title, step] of kept) {
    const wanted = expect.steps[title] ?? {};
    const old = start.steps.find((other) => bare(other.title) === bare(oldTitle.get(bare(title)) ?? title));
    const approval = wanted.approval ?? old?.approval !== undefined;
    if ((step.approval !== undefined) !== approval) return `"${title}": approval should be ${approval}`;
    if (wanted.retries !== undefined && (step.maxAttempts ?? 1) - 1 !== wanted.retries)
      return `"${title}": ${step.maxAttempts} attempts, expected ${wanted.retries} retries`;
    if (wanted.onError !== undefined && !/continue|skip$/.test(step.onError ?? ""))
      return `"${title}": onError is ${step.onError}`;
    if (wanted.conditionMentionsAny && step.if === undefined) return `"${title}" has no condition`;
    if (!wanted.conditionMentionsAny && step.if !== undefined && old?.if === undefined)
      return `"${title}" got a condition that nobody asked for`;
  }
  return null;
}

function checkLast(plan: Plan, kept: Map<string, Step>, { last }: EditExpectation): Fault {
  const step = last === undefined ? undefined : kept.get(last);
  if (!step) return null;
  if (plan.steps.some((other) => other.dependsOn.includes(step.id)))
    return `"${last}" is not last: another step depends on it`;
  const before = upstreamById(plan).get(step.id)?.size ?? 0;
  return plan.steps.at(-1) !== step && before < plan.steps.length - 1 ? `"${last}" is not last` : null;
}
