import { useId, useState } from "react";
import { Link } from "wouter";
import type { Json } from "#server/core/json.ts";
import type { ApprovalView } from "#server/core/views.ts";
import { dateText, timeAgo, timeUntil } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import { useNow } from "#web/use-now.ts";
import { agreedAt, agreedText } from "./agreed-text.ts";
import { unsentText } from "./approval-words.ts";
import styles from "./approval-card.module.css";
import { ApprovalFacts } from "./approval-facts.tsx";
import { readDecidingName } from "./deciding-name.ts";
import { draftOf, inputOf } from "./input-draft.ts";
import { InputEditor } from "./input-editor.tsx";
import { InputView } from "./input-view.tsx";
import { useAnswer } from "./use-answer.ts";
import { type Decision, useDecision } from "./use-decision.ts";

type ApprovalCardProps = {
  approval: ApprovalView;
  showsRun: boolean;
  onDecided?: (approval: ApprovalView) => void;
};

/** Shows the whole input: what is approved is used byte for byte, and only while it is what stands. */
export function ApprovalCard({ approval, showsRun, onDecided }: ApprovalCardProps) {
  const noteId = useId();
  const nameId = useId();
  const blockedId = useId();
  const [name, setName] = useState(readDecidingName);
  const [isExact, setIsExact] = useState(false);
  const { note, draft, shown, change, show } = useAnswer(approval);
  const { send, isSending, problem, setProblem } = useDecision(approval, (standing) => {
    show(standing);
    onDecided?.(standing);
  });
  const now = useNow(10_000);
  const input = shown.editedInput ?? shown.input;
  const isReplaced = shown.inputHash !== approval.inputHash;
  const edited = draft === null ? null : inputOf(draft, input);
  const isChanged = edited?.ok === true && !isSame(edited.value, input);
  const asksName = approval.approvers > 1;
  const unsent = unsentText({ hasNote: note.trim() !== "", isChanged: isChanged || edited?.ok === false });
  const agreed = agreedText(approval);
  const editor = approval.signatures[0]?.by;

  function decide(decision: Decision["decision"]): void {
    const body: Decision = { decision, inputHash: shown.inputHash };
    if (note.trim()) body.note = note.trim();
    if (asksName && name.trim() === "") {
      return miss(nameId, `A name is needed, as ${approval.approvers} different people have to agree.`);
    }
    if (asksName) body.decidedBy = name.trim();
    if (decision === "reject" && note.trim() === "") {
      return miss(noteId, "A rejection needs a note: it is what the next attempt is told to change.");
    }
    const since = asksName && !isChanged ? agreedAt(approval, name) : null;
    if (decision === "approve" && since !== null) {
      return setProblem(`${name.trim()} agreed already, at ${since}. Another person has to agree.`);
    }
    if (decision === "approve" && edited !== null) {
      if (!edited.ok) return setProblem(edited.error);
      if (isChanged) body.input = edited.value;
    }
    void send(body);
  }

  function miss(fieldId: string, sentence: string): void {
    setProblem(sentence);
    document.getElementById(fieldId)?.focus();
  }

  return (
    <section
      className={joinClasses(controls["card"], styles["card"])}
      aria-label={`Approval for step ${approval.stepNumber} “${approval.stepTitle}”`}
    >
      <header>
        <h3>
          Step {approval.stepNumber} “{approval.stepTitle}” waits for you
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
        {agreed && <p className={styles["agreed"]}>{agreed}</p>}
      </header>
      <ApprovalFacts approval={approval} />
      <div className={styles["input"]}>
        <div className={styles["inputHead"]}>
          <h4>{draft === null ? "Input" : "Input as you approve it"}</h4>
          {draft === null && (
            <button type="button" aria-pressed={isExact} onClick={() => setIsExact(!isExact)}>
              Exact JSON
            </button>
          )}
          <button type="button" onClick={() => change({ draft: draft === null ? draftOf(input) : null })}>
            {draft === null ? "Edit" : "Back to the input as proposed"}
          </button>
        </div>
        {draft === null ? (
          <InputView value={input} isExact={isExact} />
        ) : (
          <InputEditor draft={draft} onChange={(changed) => change({ draft: changed })} />
        )}
      </div>
      {shown.editedInput !== null && (
        <details className={styles["proposed"]}>
          <summary>{editor ?? "Somebody"} changed the input. As it was proposed</summary>
          <InputView value={shown.input} isExact={isExact} />
        </details>
      )}
      {isReplaced && (
        <Note
          level="warning"
          action={
            <button
              type="button"
              className={controls["linkButton"]}
              onClick={() => {
                show(approval, note);
                setProblem(null);
              }}
            >
              Show it
            </button>
          }
        >
          {editor ?? "Somebody"} has changed the input since. Look at it before you decide.
        </Note>
      )}
      {asksName && (
        <div>
          <label htmlFor={nameId} className={styles["fieldLabel"]}>
            Your name, as {approval.approvers} people have to agree
          </label>
          <input
            id={nameId}
            className={joinClasses(controls["field"], styles["name"])}
            autoComplete="name"
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
      )}
      <div>
        <label htmlFor={noteId} className={styles["fieldLabel"]}>
          Note, needed to reject
        </label>
        <textarea
          id={noteId}
          className={controls["field"]}
          rows={2}
          maxLength={4_000}
          value={note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </div>
      {approval.blockedBecause !== null && (
        <div id={blockedId}>
          <Note level="warning">It cannot be approved now. {approval.blockedBecause}</Note>
        </div>
      )}
      {problem && <Note level="error">{problem}</Note>}
      {unsent && <p className={styles["unsent"]}>{unsent}</p>}
      <div className={styles["actions"]}>
        <button
          type="button"
          className={joinClasses(controls["button"], controls["danger"])}
          disabled={isSending}
          onClick={() => decide("reject")}
        >
          Reject
        </button>
        <button
          type="button"
          className={joinClasses(controls["button"], controls["primary"])}
          disabled={isSending || isReplaced || approval.blockedBecause !== null}
          aria-describedby={approval.blockedBecause === null ? undefined : blockedId}
          onClick={() => decide("approve")}
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
