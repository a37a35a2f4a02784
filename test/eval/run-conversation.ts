import { claimsChange } from "#server/agent/claims.ts";
import type { Plan } from "#server/core/plan.ts";
import { checkOutcome, collateralOf, isExactly } from "./check-outcome.ts";
import {
  type CaseTurn,
  type ConversationCase,
  freshStep,
  planOfGraph,
  stepOfCase,
} from "./conversation-case.ts";
import type { Graph } from "./conversations/oracle.ts";
import { applyOutcome, type Outcome as PlanOutcome } from "./conversations/outcome.ts";
import type { Outcome } from "./run-case.ts";
import type { OpenSession, Session, Turn } from "./session.ts";
import { bare, type Fault, graphFaults, wordsFault } from "./verdict.ts";

/**
 * One outcome a turn. After a turn that went wrong, and after one that took another of the right ways, the
 * conversation goes on from what was expected, so that each turn is measured on its own. With `toTheEnd` it
 * goes on from a wrong plan as it is, the way a person would meet it.
 */
export async function runConversation(
  open: OpenSession,
  record: ConversationCase,
  { toTheEnd = false } = {},
): Promise<Outcome[]> {
  const session = await open(record.id, planOfGraph(record.plan));
  const outcomes: Outcome[] = [];
  let graph: Graph = record.plan;
  for (const [index, wanted] of record.turns.entries()) {
    const was = planOf(session);
    const turn = await session.say(wanted.say);
    const plan = planOf(session);
    const { fault, isPreferred } = judge(wanted, graph, { plan, turn });
    const accepted = wanted.expect.type === "edit" ? wanted.expect.outcomes : [];
    outcomes.push({
      id: `${record.id}/${index + 1}`,
      group: "conversations",
      category: `turn: ${wanted.category}`,
      said: wanted.say,
      fault,
      collateral: turn.changed && !isRestore(wanted) ? collateralOf(accepted, graph, was, plan) : [],
      invented: !turn.changed && claimsChange(turn.reply),
      unasked: turn.changed && wanted.expect.type !== "edit",
      stepCount: was.steps.length,
      turn,
    });
    const isLeft = isPreferred || (toTheEnd && fault !== null);
    graph = await goOn(session, wanted, graph, was, isLeft);
  }
  return outcomes;
}

type Seen = { plan: Plan; turn: Turn };

function judge(
  { expect }: CaseTurn,
  graph: Graph,
  { plan, turn }: Seen,
): { fault: Fault; isPreferred: boolean } {
  if (turn.failure !== null) return { fault: turn.failure, isPreferred: false };
  if (expect.type !== "edit") {
    const fault = turn.changed
      ? "the plan changed but had to stay as it was"
      : wordsFault(expect.type, expect.mentions, turn);
    return { fault, isPreferred: fault === null };
  }
  const invalid = graphFaults(plan);
  if (invalid.length > 0) return { fault: `the plan is invalid: ${invalid.join("; ")}`, isPreferred: false };
  if (!turn.changed) return { fault: "nothing changed", isPreferred: false };
  const faults = expect.outcomes.map((outcome) => checkOutcome(graph, outcome, plan));
  const [preferred = {}] = expect.outcomes;
  return {
    fault: faults.includes(null) ? null : (faults[0] ?? null),
    isPreferred: isExactly(graph, preferred, plan),
  };
}

/** The graph that the next turn is asked of; unless the plan is left as it is, it is made to be that graph. */
async function goOn(
  session: Session,
  wanted: CaseTurn,
  graph: Graph,
  was: Plan,
  isLeft: boolean,
): Promise<Graph> {
  const { expect, say, reply } = wanted;
  if (expect.type !== "edit") {
    if (!isLeft) await session.putRight(say, was, reply, null);
    return graph;
  }
  const [outcome = {}] = expect.outcomes;
  const after = applyOutcome(graph, outcome);
  if (!isLeft) {
    const restored = expect.restores === undefined ? null : session.planAt(expect.restores);
    await session.putRight(say, restored ?? planAfter(was, graph, outcome), reply, expect.restores ?? null);
  }
  return after;
}

/** The plan that an outcome makes of the product's plan, in which added steps may have other ids. */
function planAfter(was: Plan, graph: Graph, outcome: PlanOutcome): Plan {
  const before = new Map(
    graph.flatMap(({ id, title }) => {
      const step = was.steps.find((other) => bare(other.title) === bare(title));
      return step ? [[id, step] as const] : [];
    }),
  );
  const idOf = (id: string) => before.get(id)?.id ?? id;
  const touched = new Set([...(outcome.changed ?? []), ...(outcome.added ?? [])].map((step) => step.id));
  const steps = applyOutcome(graph, outcome).map((step) => {
    const old = before.get(step.id);
    if (old && !touched.has(step.id)) return old;
    const condition = step.if === undefined ? {} : { if: step.if.replace(/(?<=^\$)[\w-]+/, idOf) };
    return stepOfCase({ ...step, ...condition, dependsOn: step.dependsOn.map(idOf) }, old ?? freshStep(step));
  });
  return { ...was, steps };
}

function isRestore({ expect }: CaseTurn): boolean {
  return expect.type === "edit" && expect.restores !== undefined;
}

function planOf(session: Session): Plan {
  const plan = session.plan();
  if (!plan) throw new Error("The conversation has no plan.");
  return plan;
}
