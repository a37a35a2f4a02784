import type { RunView } from "#server/core/views.ts";
import { type Tone, stepState } from "#web/step-state.ts";
import controls from "#web/ui/controls.module.css";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { countedAttempts } from "./counted-attempts.ts";
import styles from "./run-counts.module.css";

const WORDS: Record<Tone, string> = {
  completed: "completed",
  failed: "failed",
  running: "running",
  attention: "waiting for you",
  retrying: "trying again",
  waiting: "waiting",
  pending: "not started",
  skipped: "skipped",
  canceled: "canceled",
};

/** How many steps are in each state. */
export function RunCounts({ run }: { run: RunView }) {
  const counts = new Map<Tone, number>();
  for (const step of run.steps) {
    const { tone } = stepState({ status: step.status, reason: step.reason, attempts: countedAttempts(step) });
    counts.set(tone, (counts.get(tone) ?? 0) + 1);
  }
  return (
    <ul className={styles["counts"]} aria-label="Steps by state">
      {[...counts].map(([tone, count]) => (
        <li key={tone} title={`${count} ${WORDS[tone]}`}>
          <ToneIcon tone={tone} size={14} />
          {count}
          <span className={controls["hidden"]}> {WORDS[tone]}</span>
        </li>
      ))}
    </ul>
  );
}
