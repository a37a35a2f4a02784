import { canonicalJson } from "#server/core/json.ts";
import type { Json } from "#server/core/json.ts";
import { isSamePerson } from "#server/core/person.ts";
import type { ApprovalState } from "./run-state.ts";

/** Who decides when nobody gives a name. */
export const UNNAMED = "A person";

export type DecisionRefusal = {
  reason: "not_pending" | "expired" | "other_input" | "name_needed" | "same_person" | "self_approval";
  message: string;
};

type Decision = {
  decision: "approve" | "reject";
  decidedBy: string;
  editedInput: Json | null;
  /** Who started the run; null while that is not known. */
  requestedBy?: string | null | undefined;
};

/** Why a person's word on an approval does not count now; null when it does. */
export function decisionRefusal(
  approval: ApprovalState,
  { decision, decidedBy, editedInput, requestedBy = null }: Decision,
  now: number,
): DecisionRefusal | null {
  if (approval.status !== "pending") return { reason: "not_pending", message: standingWords(approval) };
  const { stepId, approvers, signatures, expiresAt } = approval;
  if (expiresAt !== null && expiresAt <= now) {
    return { reason: "expired", message: standingWords({ ...approval, status: "expired", decidedAt: now }) };
  }
  if (approvers > 1 && isSamePerson(decidedBy, UNNAMED)) {
    const message = `Step "${stepId}" needs the approval of ${approvers} people. Send "decidedBy" with a name, so that they can be told apart.`;
    return { reason: "name_needed", message };
  }
  if (decision === "reject") return null;
  if (requestedBy !== null && isSamePerson(decidedBy, requestedBy)) {
    const message = `"${decidedBy}" started this run and cannot approve its steps. Another person has to decide.`;
    return { reason: "self_approval", message };
  }
  const signed = signatures.find((signature) => isSamePerson(signature.by, decidedBy));
  if (signed && (editedInput === null || isSameInput(editedInput, agreedInput(approval)))) {
    const at = new Date(signed.at).toISOString();
    const message = `"${signed.by}" already agreed at ${at}: ${signatures.length} of ${approvers} people. Another person has to agree.`;
    return { reason: "same_person", message };
  }
  return null;
}

/** The input that an agreement is for: as asked for, or as somebody who agreed has changed it. */
export function agreedInput({ input, editedInput }: Pick<ApprovalState, "input" | "editedInput">): Json {
  return editedInput ?? input;
}

export function isSameInput(one: Json, other: Json): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function standingWords({ stepId, status, decidedBy, decidedAt }: ApprovalState): string {
  const at = decidedAt === null ? "" : ` at ${new Date(decidedAt).toISOString()}`;
  const approval = `The approval of step "${stepId}"`;
  switch (status) {
    case "waiting":
    case "pending":
      return `${approval} is not asked for yet, as others of its agent come first. It can be decided once it is pending.`;
    case "expired":
      return `${approval} expired${at}, as nobody decided in time. It can be decided no more.`;
    case "canceled":
      return `${approval} was withdrawn${at}, as its step ended before anybody decided. It can be decided no more.`;
    case "approved":
    case "rejected":
      return `${approval} was already decided: it was ${status} by ${withinSentence(decidedBy)}${at}. The first decision stands.`;
  }
}

function withinSentence(decidedBy: string | null): string {
  return decidedBy === null || decidedBy === UNNAMED ? "a person" : decidedBy;
}
