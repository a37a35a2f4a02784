import { canonicalJson } from "#server/core/json.ts";
import type { Json } from "#server/core/json.ts";
import { type Decision, decide } from "#server/core/run-rules/decide.ts";
import { UNNAMED, agreedInput, decisionRefusal } from "#server/core/run-rules/decision-refusal.ts";
import type { DecisionFact, Fact, OutcomeFact } from "#server/core/run-rules/fact.ts";
import { type RunState, approvedFor } from "#server/core/run-rules/run-state.ts";
import { asks, done, fails } from "#test/core/run-rules/results.ts";
import type { Act } from "./ledger.ts";
import { type Stored, attentionFor, load, planOf, write } from "./stored-runs.ts";

/** Does a part of its work and stops until it is its turn again; what it yields has to hold for that. */
export type Actor = Generator<() => boolean, void, void>;

const ANY_TIME = () => true;
const SLOTS = 2;

type Claimant = { worker: string };
type Changed = { state: RunState; decision: Decision };

/** A change under the row's lock, as services make it. */
function* changeRun(
  stored: Stored,
  runId: string,
  factsOf: (state: RunState) => readonly Fact[],
  claimant: Claimant | null = null,
): Generator<() => boolean, Changed, void> {
  const taken: string[] = [];
  function* lock(row: string) {
    yield () => stored.locks.get(row) === "free";
    stored.locks.set(row, "held");
    taken.push(row);
  }
  try {
    yield* lock(runId);
    const state = load(stored, runId);
    const given = { facts: factsOf(state), now: stored.now, worker: claimant?.worker ?? null, slots: SLOTS };
    let decision = decide(planOf(stored, runId), state, given);
    if (decision.touchesApprovals) {
      yield* lock("agent");
      const attention = attentionFor(stored, runId);
      yield ANY_TIME;
      decision = decide(planOf(stored, runId), state, { ...given, attention });
    }
    yield ANY_TIME;
    if (decision.change && !write(stored, decision.change, jobsOf(runId, decision, claimant))) {
      stored.ledger.problems.push(`${runId} moved under its own lock`);
    }
    return { state: load(stored, runId), decision };
  } finally {
    // A transaction that is broken off holds nothing any more.
    for (const row of taken) stored.locks.set(row, "free");
  }
}

function jobsOf(runId: string, decision: Decision, claimant: Claimant | null): string[] {
  return [...(claimant === null && decision.left > 0 ? [runId] : []), ...decision.runsToAsk];
}

/** A worker that drives one run until it holds nothing for it. */
export function* drive(stored: Stored, runId: string, worker: string, random: () => number): Actor {
  let facts: Fact[] = [];
  let acts: (Act | null)[] = [];
  for (;;) {
    const { state, decision } = yield* round(stored, runId, worker, facts);
    for (const index of decision.accepted) {
      const act = acts[index];
      if (act) act.reported = true;
    }
    facts = [];
    acts = [];
    for (const claim of decision.claims) {
      yield ANY_TIME;
      const fence = { stepId: claim.stepId, claim: claim.claim, worker };
      const approval = approvedFor(state.approvals, claim.stepId, claim.attempt);
      const more = {
        isRepeatable: true,
        jitter: 0.5,
        approvalId: `apv ${runId} ${claim.stepId} ${claim.attempt}`,
      };
      const outcome = (result: OutcomeFact["result"]): Fact => ({
        ...fence,
        ...more,
        type: "outcome",
        result,
      });
      if (!approval) {
        const input = { at: [runId, claim.stepId, claim.attempt], nonce: Math.floor(random() * 1e6) };
        facts.push(outcome(asks(input)));
        acts.push(null);
        continue;
      }
      const act: Act = {
        approvalId: approval.approvalId,
        input: canonicalJson(agreedInput(approval)),
        reported: false,
      };
      stored.ledger.acts.push(act);
      yield ANY_TIME;
      acts.push(act);
      facts.push(outcome(random() < 0.2 ? fails("It did not work.") : done(1, agreedInput(approval))));
    }
    if (facts.length === 0 && decision.left === 0) return;
  }
}

function* round(
  stored: Stored,
  runId: string,
  worker: string,
  facts: readonly Fact[],
): Generator<() => boolean, Changed, void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const state = load(stored, runId);
    const decision = decide(planOf(stored, runId), state, { facts, now: stored.now, worker, slots: SLOTS });
    if (decision.touchesApprovals) break;
    yield () => stored.locks.get(runId) === "free";
    if (decision.change === null) return { state, decision };
    if (write(stored, decision.change, [])) return { state: load(stored, runId), decision };
  }
  return yield* changeRun(stored, runId, () => facts, { worker });
}

export type Word = Pick<DecisionFact, "decision" | "decidedBy"> & { edited: boolean; sendsHash: boolean };

/** A person who reads an approval and decides later, as the service lets it count. */
export function* decideApproval(stored: Stored, runId: string, approvalId: string, word: Word): Actor {
  const seen = load(stored, runId).approvals.find((one) => one.approvalId === approvalId);
  if (!seen) return;
  const shown = agreedInput(seen);
  yield ANY_TIME;
  const editedInput: Json | null = word.edited ? { ...(shown as object), by: word.decidedBy } : null;
  yield* changeRun(stored, runId, (state) => {
    const approval = state.approvals.find((one) => one.approvalId === approvalId);
    if (!approval) throw new Error("An approval went away");
    const { decision, decidedBy } = word;
    const fact: DecisionFact = {
      type: "approval-decided",
      approvalId,
      decision,
      decidedBy,
      note: null,
      editedInput,
    };
    const refusal = decisionRefusal(approval, fact, stored.now);
    if (refusal?.reason === "expired") return [{ type: "approval-expired", approvalId }];
    const isOther = word.sendsHash && canonicalJson(shown) !== canonicalJson(agreedInput(approval));
    if (refusal !== null || isOther) {
      stored.ledger.refused += 1;
      return [];
    }
    if (decision === "approve") {
      const input = canonicalJson(editedInput ?? agreedInput(approval));
      stored.ledger.agreed.push({ approvalId, by: decidedBy === UNNAMED ? approvalId : decidedBy, input });
    }
    return [fact];
  });
}

export function* cancel(stored: Stored, runId: string): Actor {
  yield* changeRun(stored, runId, () => [{ type: "canceled", by: "Ada" }]);
}

/** What every worker does beside its runs. `isLost` says which workers are gone. */
export function* sweep(stored: Stored, runId: string, isLost: (worker: string) => boolean): Actor {
  yield* changeRun(stored, runId, (state) => [
    ...[...state.steps].flatMap(([stepId, step]): Fact[] =>
      step.status === "running" && step.leaseOwner !== null && isLost(step.leaseOwner)
        ? [{ type: "interrupted", stepId, claim: step.claim, cause: "lease-expired", mayHaveActed: false }]
        : [],
    ),
    ...state.approvals.flatMap((one): Fact[] =>
      one.status === "pending" && one.expiresAt !== null && one.expiresAt <= stored.now
        ? [{ type: "approval-expired", approvalId: one.approvalId }]
        : [],
    ),
  ]);
}
