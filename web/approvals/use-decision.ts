import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Json } from "#server/core/json.ts";
import type { ApprovalView } from "#server/core/views.ts";
import { announce } from "#web/announce.tsx";
import { ApiError, errorSentence, fetchJson, type Page, postJson } from "#web/api.ts";
import { queryKeys } from "#web/queries.ts";
import { keepDecidingName } from "./deciding-name.ts";
import { dropAnswer } from "./unsent-answers.ts";

export type Decision = {
  decision: "approve" | "reject";
  inputHash: string;
  note?: string;
  input?: Json;
  decidedBy?: string;
};

/** Sends a decision once; of one that came too late the page shows what stands instead. */
export function useDecision(approval: ApprovalView, onDecided?: (approval: ApprovalView) => void) {
  const cache = useQueryClient();
  const isUnderWay = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const path = `/api/approvals/${encodeURIComponent(approval.approvalId)}`;

  async function send(decision: Decision): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    setProblem(null);
    try {
      const decided = await postJson<ApprovalView>(path, decision);
      if (decision.decidedBy !== undefined) keepDecidingName(decision.decidedBy);
      show(decided);
      announce(announcement(decided));
    } catch (error) {
      const sentence = errorSentence(error);
      const standing = error instanceof ApiError && error.status === 409 ? await readStanding() : null;
      if (standing && standing.status !== "pending") {
        show(standing);
        announce(sentence);
      } else setProblem(`Your answer was not saved. ${sentence}`);
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
      void cache.invalidateQueries({ queryKey: queryKeys.approvals });
      void cache.invalidateQueries({ queryKey: queryKeys.run(approval.runId) });
    }
  }

  function readStanding(): Promise<ApprovalView | null> {
    return fetchJson<ApprovalView>(path).catch(() => null);
  }

  function show(standing: ApprovalView): void {
    dropAnswer(standing.approvalId);
    cache.setQueryData(queryKeys.approval(standing.approvalId), standing);
    cache.setQueryData<Page<ApprovalView>>(
      queryKeys.approvals,
      (old) => old && { ...old, items: old.items.flatMap((item) => replaced(item, standing)) },
    );
    onDecided?.(standing);
  }

  return { send, isSending, problem, setProblem };
}

function replaced(item: ApprovalView, standing: ApprovalView): ApprovalView[] {
  if (item.approvalId !== standing.approvalId) return [item];
  return standing.status === "pending" ? [standing] : [];
}

function announcement({ status, stepNumber, stepTitle, approvers, signatures }: ApprovalView): string {
  const step = `Step ${stepNumber} “${stepTitle}”`;
  if (status !== "pending") return `${step} ${status}.`;
  return `You agreed to ${step}: ${signatures.length} of ${approvers}.`;
}
