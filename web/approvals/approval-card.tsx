import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "wouter";
import type { Json } from "#server/core/json.ts";
import type { ApprovalView } from "#server/core/views.ts";
import { announce } from "#web/announce.tsx";
import { errorSentence, send } from "#web/api.ts";
import { dateText, relativeTime } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import { queryKeys } from "#web/queries.ts";
import { parseInput } from "#web/run/parse-input.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import { useNow } from "#web/use-now.ts";
import styles from "./approval-card.module.css";

type ApprovalCardProps = { approval: ApprovalView; showsRun: boolean };
type Decision = { decision: "approve" | "reject"; note?: string; input?: Json };

/** Shows the exact input: what is approved is used byte for byte. */
export function ApprovalCard({ approval, showsRun }: ApprovalCardProps) {
  const cache = useQueryClient();
  const noteId = useId();
  const inputId = useId();
  const frozen = JSON.stringify(approval.input, null, 2);
  const [note, setNote] = useState("");
  const [edited, setEdited] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const now = useNow(30_000);

  async function decide(decision: Decision["decision"]) {
    setProblem(null);
    const body: Decision = { decision, ...(note.trim() ? { note: note.trim() } : {}) };
    if (decision === "reject" && note.trim() === "") {
      setProblem("A rejection needs a note: it is what the next attempt is told to change.");
      document.getElementById(noteId)?.focus();
      return;
    }
    if (decision === "approve" && edited !== null && edited.trim() !== frozen) {
      const parsed = parseInput(edited);
      if (!parsed.ok) return setProblem(parsed.error);
      if (parsed.value !== null) body.input = parsed.value;
    }
    setIsSending(true);
    try {
      await send("POST", `/api/approvals/${encodeURIComponent(approval.approvalId)}`, body);
      announce(
        `Step ${approval.stepNumber} “${approval.stepTitle}” ${decision === "approve" ? "approved" : "rejected"}.`,
      );
    } catch (error) {
      setProblem(`Your answer was not saved. ${errorSentence(error)}`);
    } finally {
      setIsSending(false);
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
          asked {relativeTime(approval.createdAt, now)}
          {approval.expiresAt && (
            <>
              {" · "}
              <time dateTime={approval.expiresAt} title={dateText(approval.expiresAt)}>
                expires {relativeTime(approval.expiresAt, now)}
              </time>
            </>
          )}
        </p>
      </header>
      <dl>
        <Fact name="Why you are asked" value={approval.reason} />
        <Fact name="Does" value={approval.instructions} />
        <Fact name="Calls" value={approval.tool} />
        <Fact name="Effects" value={approval.sideEffects} />
        <Fact name="Should give" value={approval.expectedOutput} />
      </dl>
      {approval.corrections.map((correction) => (
        <Note key={correction.attempt} level="warning">
          Attempt {correction.attempt}: {correction.problem} {correction.whatToChange}
        </Note>
      ))}
      <div className={styles["input"]}>
        <div className={styles["inputHead"]}>
          <label htmlFor={edited === null ? undefined : inputId}>
            {edited === null ? "Exact input" : "Input as you approve it"}
          </label>
          <button type="button" onClick={() => setEdited(edited === null ? frozen : null)}>
            {edited === null ? "Edit" : "Back to the exact input"}
          </button>
        </div>
        {edited === null ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long input has to be scrollable by keyboard.
          <pre tabIndex={0}>{frozen}</pre>
        ) : (
          <textarea
            id={inputId}
            className={joinClasses(controls["field"], controls["mono"])}
            rows={Math.min(16, edited.split("\n").length + 1)}
            spellCheck={false}
            value={edited}
            onChange={(event) => setEdited(event.currentTarget.value)}
          />
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
          {edited !== null && edited.trim() !== frozen ? "Approve as edited" : "Approve"}
        </button>
      </div>
    </section>
  );
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
