import type { Plan, Step } from "#server/core/plan.ts";
import type { BriefExpectation } from "./case-schema.ts";
import { type Fault, graphFaults, holdsQuestion, mentions, textOf, upstreamById } from "./verdict.ts";

type BriefResult = { plan: Plan | null; reply: string; triggers: string };

/** Compares the plan that came of a brief with what the brief asks for. */
export function checkBrief(result: BriefResult, expect: BriefExpectation): Fault {
  const { plan, reply } = result;
  const asked = holdsQuestion(reply);
  if (expect.type === "ask")
    return plan ? "a plan came of a brief that is too vague" : asked ? null : "no question asked";
  if (expect.type === "ask_or_plan" && asked && !plan) return null;
  if (!plan) return `no plan: "${reply}"`;
  const faults = graphFaults(plan);
  if (faults.length > 0) return `invalid plan: ${faults.join("; ")}`;
  const count = plan.steps.length;
  if (count < expect.minSteps || count > expect.maxSteps) {
    return `${count} steps, expected ${expect.minSteps} to ${expect.maxSteps}: ${plan.steps.map((step) => step.title).join(" | ")}`;
  }
  const all = plan.steps.map(textOf).join(" ");
  const unsaid = expect.mustMention.find((group) => !mentions(all, group));
  if (unsaid) return `no step mentions any of ${unsaid.join(", ")}`;
  const found = assign(plan, expect);
  if (typeof found === "string") return found;
  return outside(plan, found, result, expect);
}

type Assignment = Map<string, Step>;

function assign(plan: Plan, expect: BriefExpectation): Assignment | string {
  const names = Object.keys(expect.selectors);
  const upstream = upstreamById(plan);
  const candidates = new Map<string, Step[]>();
  for (const name of names) {
    const words = expect.selectors[name] ?? [];
    const byTitle = plan.steps.filter((step) => mentions(step.title, words));
    const byText = plan.steps.filter((step) => !byTitle.includes(step) && mentions(textOf(step), words));
    if (byTitle.length + byText.length === 0) return `no step for ${name} (${words.join(", ")})`;
    candidates.set(name, [...byTitle, ...byText]);
  }
  const faults = new Map<string, number>();
  let budget = 60_000;
  function solve(index: number, taken: Assignment): Assignment | null {
    const name = names[index];
    if (name === undefined) return taken;
    for (const step of candidates.get(name) ?? []) {
      if (!expect.allowShared && [...taken.values()].includes(step)) continue;
      budget -= 1;
      if (budget < 0) return null;
      const next = new Map(taken).set(name, step);
      const fault = faultOf(name, next, plan, upstream, expect);
      if (fault !== null) faults.set(fault, (faults.get(fault) ?? 0) + 1);
      const solved = fault === null ? solve(index + 1, next) : null;
      if (solved) return solved;
    }
    return null;
  }
  const solved = solve(0, new Map());
  const worst = [...faults].sort((a, b) => b[1] - a[1])[0]?.[0];
  return solved ?? worst ?? "the steps asked for are not all there as steps of their own";
}

function faultOf(
  name: string,
  taken: Assignment,
  plan: Plan,
  upstream: Map<string, Set<string>>,
  expect: BriefExpectation,
): Fault {
  const waits = (a: Step, b: Step) => upstream.get(a.id)?.has(b.id) ?? false;
  for (const [first, second] of expect.before) {
    const [a, b] = [taken.get(first), taken.get(second)];
    if (!a || !b || ![first, second].includes(name)) continue;
    if (a === b ? !expect.allowShared : !waits(b, a)) return `"${b.title}" is not after "${a.title}"`;
  }
  for (const [first, second] of expect.parallel) {
    const [a, b] = [taken.get(first), taken.get(second)];
    if (!a || !b || a === b || ![first, second].includes(name)) continue;
    if (waits(a, b) || waits(b, a)) return `"${a.title}" and "${b.title}" are not parallel`;
  }
  const step = taken.get(name);
  if (!step) return null;
  const gated = step.approval || plan.steps.some((other) => waits(step, other) && other.approval);
  if (expect.approval.includes(name) && !gated) return `"${step.title}" has no approval`;
  if (expect.noApproval.includes(name) && step.approval)
    return `"${step.title}" asks for approval, nobody wanted that`;
  if (
    expect.conditions[name] &&
    !step.if &&
    !/\b(if|when|only|unless|whether)\b|wenn|si |falls/.test(textOf(step))
  )
    return `"${step.title}" has no condition`;
  const retries = expect.retries[name];
  if (retries !== undefined && (step.maxAttempts ?? 1) - 1 !== retries)
    return `"${step.title}" has ${step.maxAttempts} attempts, expected ${retries} retries`;
  return null;
}

function outside(plan: Plan, found: Assignment, result: BriefResult, expect: BriefExpectation): Fault {
  for (const [name, words] of expect.onFail) {
    const pool = name === "*" ? plan.steps : [found.get(name)];
    const tolerant = pool.some((step) => step?.onError === "continue" || step?.onError === "skip");
    const handled =
      words.length > 0 &&
      plan.steps.some(
        (step) =>
          mentions(textOf(step), words) && (step.if || /fail|error|wrong|unreachable/.test(textOf(step))),
      );
    if (!tolerant && !handled) return `nothing handles a failure of ${name}`;
  }
  if (expect.usesRunInput && !plan.steps.some((step) => step.usesRunInput))
    return "no step uses the run input";
  const told = `${result.triggers} ${result.reply}`;
  if (expect.schedule && !new RegExp(expect.schedule, "i").test(told))
    return `no schedule like /${expect.schedule}/ in ${told}`;
  return null;
}
