import type { SecretStore } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { canonicalJson } from "#server/core/json.ts";
import { createMasker } from "#server/core/mask-secrets.ts";
import type { RunChange } from "#server/core/run-rules/run-change.ts";
import { largeValues } from "./large-value.ts";

/** The changes as the rows that the commit statement takes, one list per table. */
export function commitRows(changes: readonly RunChange[], redact: SecretStore["redact"]) {
  const rows = changes.map((change) => rowsOfChange(change, redact));
  return {
    runs: rows.map((row) => row.run),
    steps: rows.flatMap((row) => row.steps),
    attempts: rows.flatMap((row) => row.attempts),
    approvals: rows.flatMap((row) => row.approvals),
    artifacts: rows.flatMap((row) => row.artifacts),
    events: rows.flatMap((row) => row.events),
  };
}

function rowsOfChange(change: RunChange, redact: SecretStore["redact"]) {
  const mask = createMasker();
  const clean = <Value extends Json>(value: Value): Value => mask(redact(value));
  const run_id = change.runId;
  const large = largeValues(run_id);
  const linked = (value: Json | null | undefined, stepId: string) =>
    value === undefined || value === null ? null : large.link(clean(value), stepId);

  return {
    run: {
      run_id,
      version: change.version,
      seq: change.seq + change.log.length,
      status: change.status,
      started_at: change.startedAt,
      ended_at: change.endedAt,
      usage: change.usage,
      budget: change.budget,
    },
    steps: [...change.steps].map(([step_id, step]) => ({
      run_id,
      step_id,
      status: step.status,
      reason: step.reason,
      cause_step_id: step.causeStepId,
      attempt: step.attempt,
      claim: step.claim,
      interruptions: step.interruptions,
      has_acted: step.hasActed,
      lease_owner: step.leaseOwner,
      due_at: step.dueAt,
      // Shown to people, never used again: what an approval froze is kept with the approval.
      input: step.input === null ? null : clean(step.input),
      output: redact(step.output),
      error: step.error === null ? null : clean(step.error),
      usage: step.usage,
      reserved: step.reserved,
      child_run_id: step.childRunId,
      started_at: step.startedAt,
      ended_at: step.endedAt,
    })),
    attempts: change.attempts.map((attempt) => ({
      run_id,
      step_id: attempt.stepId,
      claim: attempt.claim,
      attempt: attempt.attempt,
      status: attempt.status,
      input: linked(attempt.input, attempt.stepId),
      output: linked(attempt.output, attempt.stepId),
      error: attempt.error ? clean(attempt.error) : null,
      correction: attempt.correction ? clean(attempt.correction) : null,
      usage: attempt.usage ?? null,
      worker: attempt.worker,
      started_at: attempt.startedAt,
      ended_at: attempt.endedAt,
    })),
    approvals: change.approvals.map((approval) => ({
      id: approval.approvalId,
      run_id,
      agent_id: change.agentId,
      step_id: approval.stepId,
      attempt: approval.attempt,
      status: approval.status,
      approvers: approval.approvers,
      signatures: approval.signatures,
      // As text, so that an input which is null stays JSON's null and does not become no input at all.
      input: JSON.stringify(approval.input),
      canonical: canonicalJson(approval.input),
      edited_input: approval.editedInput,
      reason: approval.reason,
      note: redact(approval.note),
      decided_by: approval.decidedBy,
      expires_at: approval.expiresAt,
      created_at: approval.createdAt,
      decided_at: approval.decidedAt,
    })),
    events: change.log.map((entry, index) => ({
      run_id,
      seq: change.seq + index + 1,
      type: entry.type,
      step_id: entry.stepId,
      attempt: entry.attempt,
      worker: entry.worker,
      data: large.linkEach(clean(entry.data), entry.stepId),
    })),
    artifacts: large.artifacts(),
  };
}
