import { isFinalRunStatus } from "#server/core/run.ts";
import type { Decision } from "#server/core/run-rules/decide.ts";
import type { Fact } from "#server/core/run-rules/fact.ts";
import { type RunState, isSettled } from "#server/core/run-rules/run-state.ts";

type Looked = {
  before: RunState;
  after: RunState;
  facts: readonly Fact[];
  slots: number;
  decision: Decision;
};

/** Which rules one decision breaks, in words. */
export function* changeFaults(looked: Looked): Generator<string> {
  const { before, after, decision } = looked;
  const { change } = decision;
  if (change && (change.version !== before.version || after.version !== before.version + 1))
    yield `The version went from ${before.version} to ${after.version}.`;
  if (change && (change.seq !== before.seq || after.seq !== before.seq + change.log.length))
    yield `The log has a gap after ${before.seq}.`;
  for (const stepId of change?.steps.keys() ?? []) {
    const old = before.steps.get(stepId);
    if (old && isSettled(old)) yield `${stepId} was settled, and changed.`;
  }
  for (const old of before.approvals) {
    const approval = after.approvals.find(({ approvalId }) => approvalId === old.approvalId);
    if (old.decidedAt !== null && JSON.stringify(old) !== JSON.stringify(approval))
      yield `The approval ${old.approvalId} was decided on, and changed.`;
  }
  if (isFinalRunStatus(before.status)) yield* changesAfterTheEnd(looked);
  yield* claimFaults(looked);
  yield* acceptanceFaults(looked);
  yield* untoldFaults(looked);
}

function* changesAfterTheEnd({ before, after, decision: { change } }: Looked): Generator<string> {
  if (after.status !== before.status || after.endedAt !== before.endedAt)
    yield `The run was ${before.status}, and became ${after.status}.`;
  for (const { type } of change?.log ?? [])
    if (type !== "result-refused") yield `The log of a run that is over goes on with ${type}.`;
}

function* claimFaults({ before, after, slots, decision: { claims } }: Looked): Generator<string> {
  if (claims.length > slots) yield `${claims.length} steps were claimed for ${slots} slots.`;
  for (const { stepId, claim, attempt } of claims) {
    const step = after.steps.get(stepId);
    if (step?.status !== "running" || step.claim !== claim || step.attempt !== attempt)
      yield `${stepId} was claimed and is not running as claimed.`;
    if (claim !== (before.steps.get(stepId)?.claim ?? 0) + 1)
      yield `${stepId} was claimed as number ${claim}.`;
  }
}

function* acceptanceFaults({ before, facts, decision: { accepted } }: Looked): Generator<string> {
  for (const [place, fact] of facts.entries()) {
    if (fact.type !== "outcome" && fact.type !== "tool-called") continue;
    const step = before.steps.get(fact.stepId);
    const isWanted =
      step?.status === "running" && step.claim === fact.claim && step.leaseOwner === fact.worker;
    if (!isWanted && accepted.has(place)) yield `A late ${fact.type} of ${fact.stepId} was accepted.`;
    if (isWanted && place === 0 && !accepted.has(place))
      yield `The ${fact.type} of ${fact.stepId} was refused.`;
  }
  const outcomes = facts.flatMap((fact, place) =>
    fact.type === "outcome" && accepted.has(place) ? [`${fact.stepId} ${fact.claim}`] : [],
  );
  if (new Set(outcomes).size < outcomes.length)
    yield `Two outcomes of one try were accepted: ${outcomes.join(", ")}.`;
}

function* untoldFaults({ before, after, facts }: Looked): Generator<string> {
  if (facts.some(({ type }) => type === "canceled")) return;
  for (const [stepId, old] of before.steps) {
    const isTold = facts.some(
      (fact) => "claim" in fact && fact.stepId === stepId && fact.claim === old.claim,
    );
    const isHeld = old.status === "running" && old.leaseOwner !== null;
    if (isHeld && !isTold && after.steps.get(stepId) !== old)
      yield `${stepId} was running, and changed by itself.`;
  }
}
