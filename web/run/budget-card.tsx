import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { type Budget, budgetSchema } from "#server/core/plan.ts";
import type { RunView } from "#server/core/views.ts";
import { errorSentence, send } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { queryKeys, runPath } from "#web/queries.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import styles from "./budget-card.module.css";
import { budgetLines, type Limit, limitName, waitingLines } from "./budget-words.ts";

/** Steps wait because the run's budget is used up: a person raises it, lets them fail, or ends the run. */
export function BudgetCard({ run }: { run: RunView }) {
  const cache = useQueryClient();
  const id = useId();
  const [typed, setTyped] = useState<Partial<Record<Limit, string>>>({});
  const [isCanceling, setIsCanceling] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const { budget } = run;
  if (budget === null) return null;
  const waiting = run.steps.filter((step) => step.status === "paused" && step.reason === "budget");
  const raisable = budgetSchema.keyof().options.filter((limit) => budget.suggested[limit] !== undefined);
  const valueFor = (limit: Limit) => typed[limit] ?? String(budget.suggested[limit]);

  async function answer(path: "budget" | "cancel", body?: object) {
    setProblem(null);
    setIsSending(true);
    try {
      await send("POST", `${runPath(run.runId)}/${path}`, body);
      setTyped({});
    } catch (error) {
      setProblem(`Your answer was not saved. ${errorSentence(error)}`);
    } finally {
      setIsSending(false);
      setIsCanceling(false);
      void cache.invalidateQueries({ queryKey: queryKeys.run(run.runId) });
    }
  }

  function raise(event: FormEvent) {
    event.preventDefault();
    const limits: Budget = {};
    for (const limit of raisable) limits[limit] = Number(valueFor(limit));
    void answer("budget", { raise: limits });
  }

  return (
    <section className={joinClasses(controls["card"], styles["card"])} aria-labelledby={id}>
      <h3 id={id}>The run needs more budget</h3>
      <ul className={styles["used"]}>
        {budgetLines(budget).map(({ limit, text }) => (
          <li key={limit} data-full={budget.suggested[limit] !== undefined}>
            Used {text}
          </li>
        ))}
      </ul>
      {waitingLines(waiting).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <form onSubmit={raise}>
        {raisable.map((limit) => (
          <label key={limit}>
            Raise {limitName(limit)} to
            <input
              className={controls["field"]}
              type="number"
              inputMode="decimal"
              required
              min={0}
              step={limit === "costUsd" ? "any" : 1}
              value={valueFor(limit)}
              onChange={(event) => setTyped({ ...typed, [limit]: event.currentTarget.value })}
            />
          </label>
        ))}
        {problem && <Note level="error">{problem}</Note>}
        {isCanceling ? (
          <div className={styles["answers"]}>
            <span>Open steps are skipped; what is done stays done.</span>
            <button type="button" className={controls["button"]} onClick={() => setIsCanceling(false)}>
              Keep the run
            </button>
            <button
              type="button"
              className={joinClasses(controls["button"], controls["danger"])}
              disabled={isSending}
              onClick={() => void answer("cancel")}
            >
              Cancel the run
            </button>
          </div>
        ) : (
          <div className={styles["answers"]}>
            <button
              type="submit"
              className={joinClasses(controls["button"], controls["primary"])}
              disabled={isSending}
            >
              {raisable.length > 0 ? "Raise and go on" : "Try again"}
            </button>
            <button
              type="button"
              className={controls["button"]}
              disabled={isSending}
              onClick={() => void answer("budget", { giveUp: true })}
            >
              {waiting.length === 1 ? "Fail this step" : "Fail these steps"}
            </button>
            <button
              type="button"
              className={joinClasses(controls["button"], controls["danger"])}
              disabled={isSending}
              onClick={() => setIsCanceling(true)}
            >
              Cancel run…
            </button>
          </div>
        )}
      </form>
      <p className={styles["hint"]}>Higher limits count for this run alone; the plan keeps its own.</p>
    </section>
  );
}
