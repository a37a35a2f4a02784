import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { RunStepView } from "#server/core/views.ts";
import { errorSentence, send } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { queryKeys, runPath } from "#web/queries.ts";
import controls from "#web/ui/controls.module.css";
import { JsonView } from "#web/ui/json-view.tsx";
import { Note } from "#web/ui/note.tsx";
import { ArtifactDownloads } from "./artifact-downloads.tsx";
import styles from "./outcome-card.module.css";
import { OutcomeLook } from "./outcome-look.tsx";
import { parseInput } from "./parse-input.ts";

type Outcome = "happened" | "did_not_happen" | "fail";

const ANSWERS: readonly { outcome: Outcome; label: string; effect: string }[] = [
  { outcome: "happened", label: "It happened", effect: "The step counts as completed." },
  { outcome: "did_not_happen", label: "It did not, try again", effect: "The step makes another attempt." },
  { outcome: "fail", label: "Fail the step", effect: "The step counts as failed." },
];

/** A call may have had its effect and nobody knows: only a person can look and say. */
export function OutcomeCard({
  runId,
  step,
  checks,
}: {
  runId: string;
  step: RunStepView;
  /** Those that verify the step. */
  checks: readonly RunStepView[];
}) {
  const cache = useQueryClient();
  const noteId = useId();
  const outputId = useId();
  const [note, setNote] = useState("");
  const [output, setOutput] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const lastError = step.attempts.at(-1)?.error ?? step.error;

  async function answer(outcome: Outcome) {
    const parsed = parseInput(output);
    if (outcome === "happened" && !parsed.ok) return setProblem(parsed.error);
    setProblem(null);
    setIsSending(true);
    try {
      await send("POST", `${runPath(runId)}/steps/${encodeURIComponent(step.stepId)}/resolve`, {
        outcome,
        ...(note.trim() ? { note: note.trim() } : {}),
        ...(outcome === "happened" && parsed.ok && parsed.value !== null ? { output: parsed.value } : {}),
      });
    } catch (error) {
      setProblem(`Your answer was not saved. ${errorSentence(error)}`);
    } finally {
      setIsSending(false);
      void cache.invalidateQueries({ queryKey: queryKeys.run(runId) });
    }
  }

  return (
    <section className={joinClasses(controls["card"], styles["card"])} aria-label="Outcome unknown">
      <h3>
        Did step {step.number} “{step.title}” have its effect?
      </h3>
      <p>
        The call was sent and no answer came back. Look where the effect would show, then say which it was.
        {lastError ? ` ${lastError.message}` : ""}
      </p>
      {step.input !== null && (
        <>
          <JsonView value={step.input} label="what was sent" />
          <ArtifactDownloads runId={runId} value={step.input} />
        </>
      )}
      {checks.length > 0 && <OutcomeLook runId={runId} stepId={step.stepId} checks={checks} />}
      <label htmlFor={noteId}>Note, kept in the log</label>
      <input
        id={noteId}
        className={controls["field"]}
        maxLength={4_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <label htmlFor={outputId}>If it happened: its output as JSON, for steps that read it</label>
      <textarea
        id={outputId}
        className={joinClasses(controls["field"], controls["mono"])}
        rows={2}
        spellCheck={false}
        value={output}
        onChange={(event) => setOutput(event.currentTarget.value)}
      />
      {problem && <Note level="error">{problem}</Note>}
      <ul className={styles["answers"]}>
        {ANSWERS.map(({ outcome, label, effect }) => (
          <li key={outcome}>
            <button
              type="button"
              className={joinClasses(controls["button"], outcome === "fail" && controls["danger"])}
              disabled={isSending}
              onClick={() => void answer(outcome)}
            >
              {label}
            </button>
            <span>{effect}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
