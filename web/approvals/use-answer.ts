import { useState } from "react";
import type { ApprovalView } from "#server/core/views.ts";
import { keepAnswer, type UnsentAnswer, useUnsentAnswer } from "./unsent-answers.ts";

type Answer = UnsentAnswer & {
  change: (change: Partial<Pick<UnsentAnswer, "note" | "draft">>) => void;
  /** Puts another state of the approval before the person, with the input as it stands there. */
  show: (approval: ApprovalView, note?: string) => void;
};

/** A person's answer to an approval while they write it. */
export function useAnswer(approval: ApprovalView): Answer {
  const { approvalId } = approval;
  const unsent = useUnsentAnswer(approvalId);
  // What the person reads stays until they ask for what replaced it.
  const [read, setRead] = useState(unsent?.shown ?? approval);
  const answer: UnsentAnswer = unsent ?? { note: "", draft: null, shown: read };
  return {
    ...answer,
    change: (change) => {
      setRead(answer.shown);
      keepAnswer(approvalId, { ...answer, ...change });
    },
    show: (shown, note = "") => {
      setRead(shown);
      keepAnswer(approvalId, { note, draft: null, shown });
    },
  };
}
