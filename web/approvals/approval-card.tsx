import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "wouter";
import type { Json } from "#server/core/json.ts";
import type { ApprovalView } from "#server/core/views.ts";
import { announce } from "#web/announce.tsx";
import { errorSentence, type Page, postJson } from "#web/api.ts";
import { dateText, timeAgo, timeUntil } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import { queryKeys } from "#web/queries.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import { useNow } from "#web/use-now.ts";
import styles from "./approval-card.module.css";
import { correctionText, saysTheSame } from "./approval-words.ts";
import { draftOf, type InputDraft, inputOf } from "./input-draft.ts";
import { InputEditor } from "./input-editor.tsx";
import { InputView } from "./input-view.tsx";

type ApprovalCardProps = {
  approval: ApprovalView;
  showsRun: boolean;
  onDecided?: (approval: ApprovalView) => void;
};
type Decision = { decision: "approve" | "reject"; note?: string; input?: Json };

/** Shows the whole input: what is approved is used byte for byte. */
export function ApprovalCard({ approval, showsRun, onDecided }: ApprovalCardProps) {
  const cache = useQueryClient();
  const noteId = useId();
  const [note, setNote] = useState("");
  const [draft, setDraft] = useState<InputDraft | null>(null);
  const [isExact, setIsExact] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const now = useNow(10_000);
  const edited = draft === null ? null : inputOf(draft, approval.input);
  const isChanged = edited?.ok === true && !isSame(edited.value, approval.input);
  const { stepTitle, instructions, expectedOutput } = approval;

  async function decide(decision: Decision["decision"]) {
    setProblem(null);
    const body: Decision = { decision, ...(note.trim() ? { note: note.trim() } : {}) };
    if (decision === "reject" && note.trim() === "") {
      setProblem("A rejection needs a note: it is what the next attempt is told to change.");
      document.getElementById(noteId)?.focus();
      return;
    }
    if (decision === "approve" && edited !== null) {
      if (!edited.ok) return setProblem(edited.error);
      if (isChanged) body.input = edited.value;
    }
    setIsSending(true);
    try {
      const { approvalId } = approval;
      const path = `/api/approvals/${encodeURIComponent(approvalId)}`;
      const decided = await postJson<ApprovalView>(path, body);
      cache.setQueryData(queryKeys.approval(approvalId), decided);
      cache.setQueryData<Page<ApprovalView>>(
        queryKeys.approvals,
        (old) => old && { ...old, items: old.items.filter((item) => item.approvalId !== approvalId) },
      );
      onDecided?.(decided);
      announce(
        `Step ${approval.stepNumber} “${stepTitle}” ${decision === "approve" ? "approved" : "rejected"}.`,
      );
    } catch (error) {
      setProblem(`Your answer was not saved. ${errorSentence(error)}`);
      setIsSending(false);
    } finally {
      void cache.invalidateQueries({ queryKey: queryKeys.approvals });
      void cache.invalidateQueries({ queryKey: queryKeys.run(approval.runId) });
    }
  }

  return (
    <section
      className={joinClasses(controls["card"], styles["card"])}
      aria-label={`Approval for step ${approval.stepNumber} “${approval.stepTitle}”`}
    >
      <header>
        <h3>
          Step {approval.stepNumber} “{stepTitle}” waits for you
        </h3>
        <p>
          {showsRun && (
            <>
              <Link href={`/runs/${approval.runId}?step=${encodeURIComponent(approval.stepId)}`}>
                {approval.agentName}
              </Link>
              {" · "}
            </>
          )}
          asked {timeAgo(approval.createdAt, now)}
          {approval.expiresAt && (
            <>
              {" · "}
              <time dateTime={approval.expiresAt} title={dateText(approval.expiresAt)}>
                expires {timeUntil(approval.expiresAt, now)}
              </time>
            </>
          )}
        </p>
      </header>
      <dl>
        <Fact name="Why you are asked" value={approval.reason} />
        <Fact name="Does" value={saysTheSame(instructions, stepTitle) ? null : instructions} />
        <Fact name="Calls" value={approval.tool} />
        <Fact name="Effects" value={approval.sideEffects} />
        <Fact
          name="Should give"
          value={
            saysTheSame(expectedOutput, stepTitle) || saysTheSame(expectedOutput, instructions)
              ? null
              : expectedOutput
          }
        />
      </dl>
      {approval.corrections.map((correction) => (
        <Note key={correction.attempt} level="warning">
          Attempt {correction.attempt}: {correctionText(correction)}
        </Note>
      ))}
      <div className={styles["input"]}>
        <div className={styles["inputHead"]}>
          <h4>{draft === null ? "Input" : "Input as you approve it"}</h4>
          {draft === null && (
            <button type="button" aria-pressed={isExact} onClick={() => setIsExact(!isExact)}>
              Exact JSON
            </button>
          )}
          <button type="button" onClick={() => setDraft(draft === null ? draftOf(approval.input) : null)}>
            {draft === null ? "Edit" : "Back to the input as proposed"}
          </button>
        </div>
        {draft === null ? (
          <InputView value={approval.input} isExact={isExact} />
        ) : (
          <InputEditor draft={draft} onChange={setDraft} />
        )}
      </div>
      <label htmlFor={noteId} className={styles["noteLabel"]}>
        Note, needed to reject
      </label>
      <textarea
        id={noteId}
        className={controls["field"]}
        rows={2}
        maxLength={4_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {problem && <Note level="error">{problem}</Note>}
      <div className={styles["actions"]}>
        <button
          type="button"
          className={joinClasses(controls["button"], controls["danger"])}
          disabled={isSending}
          onClick={() => void decide("reject")}
        >
          Reject
        </button>
        <button
          type="button"
          className={joinClasses(controls["button"], controls["primary"])}
          disabled={isSending}
          onClick={() => void decide("approve")}
        >
          {isChanged ? "Approve as edited" : "Approve"}
        </button>
      </div>
    </section>
  );
}

function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function Fact({ name, value }: { name: string; value: string | null }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
