import { useSyncExternalStore } from "react";
import type { ApprovalView } from "#server/core/views.ts";
import type { InputDraft } from "./input-draft.ts";

/** What a person has written into an approval and not sent. */
export type UnsentAnswer = {
  note: string;
  draft: InputDraft | null;
  /** The approval as it stood when they began: what they write is about its input. */
  shown: ApprovalView;
};

/** Kept outside of the cards, which come and go with the width of the window and with what is chosen. */
const answers = new Map<string, UnsentAnswer>();
const listeners = new Set<() => void>();

export function unsentAnswer(approvalId: string): UnsentAnswer | null {
  return answers.get(approvalId) ?? null;
}

/** An answer with neither a note nor a changed input is none. */
export function keepAnswer(approvalId: string, answer: UnsentAnswer): void {
  if (answer.note === "" && answer.draft === null) answers.delete(approvalId);
  else answers.set(approvalId, answer);
  for (const listener of listeners) listener();
}

export function dropAnswer(approvalId: string): void {
  if (!answers.delete(approvalId)) return;
  for (const listener of listeners) listener();
}

export function useUnsentAnswer(approvalId: string): UnsentAnswer | null {
  return useSyncExternalStore(subscribe, () => unsentAnswer(approvalId));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
