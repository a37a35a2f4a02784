import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useMemo, useState } from "react";
import { budgetSchema } from "#server/core/plan.ts";
import type { RunView } from "#server/core/views.ts";
import { errorSentence, send } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { queryKeys, runPath } from "#web/queries.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import { useNow } from "#web/use-now.ts";
import styles from "./budget-card.module.css";
import { budgetNow, readLimits } from "./budget-draft.ts";
import { budgetLines, type Limit, limitName, waitingLines } from "./budget-words.ts";

type Texts = Partial<Record<Limit, string>>;

// The card comes and goes with the width of the window and with what is chosen.
const unsentLimits = new Map<string, Texts>();

/** Steps wait because the run's budget is used up: a person raises it, lets them fail, or ends the run. */
export function BudgetCard({ run }: { run: RunView }) {
  const cache = useQueryClient();
  const id = useId();
  const [typed, setTyped] = useState(() => unsentLimits.get(run.runId) ?? {});
  const [isCanceling, setIsCanceling] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const { budget: read } = run;
  const [wrong, setWrong] = useState<Limit | null>(null);
  const [readAt, now] = [useReadAt(read), useNow(1_000)];
  if (read === null) return null;
  const budget = budgetNow(read, (now - readAt) / 1_000);
  const waiting = run.steps.filter((step) => step.status === "paused" && step.reason === "budget");
  const raisable = budgetSchema.keyof().options.filter((limit) => budget.suggested[limit] !== undefined);
  const valueFor = (limit: Limit) => typed[limit] ?? String(budget.suggested[limit]);

  function type(texts: Texts): void {
    setTyped(texts);
    unsentLimits.set(run.runId, texts);
  }

  async function answer(path: "budget" | "cancel", body?: object) {
    setProblem(null);
    setIsSending(true);
    try {
      await send("POST", `${runPath(run.runId)}/${path}`, body);
      type({});
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
    const limits = readLimits(
      raisable.map((limit) => ({ limit, text: valueFor(limit) })),
      budget,
    );
    setWrong(limits.ok ? null : limits.error.limit);
    if (limits.ok) void answer("budget", { raise: limits.value });
    else setProblem(limits.error.message);
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
      <form onSubmit={raise} noValidate>
        {raisable.map((limit) => (
          <label key={limit}>
            Raise {limitName(limit)} to
            <input
              className={controls["field"]}
              inputMode="decimal"
              aria-invalid={wrong === limit || undefined}
              value={valueFor(limit)}
              onChange={(event) => type({ ...typed, [limit]: event.currentTarget.value })}
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

/** When the page got a budget. */
function useReadAt(budget: RunView["budget"]): number {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each budget that is read has its own time.
  return useMemo(() => Date.now(), [budget]);
}
