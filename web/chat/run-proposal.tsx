import { Play } from "lucide-react";
import { Link, useLocation } from "wouter";
import type { Json } from "#server/core/json.ts";
import type { AgentView } from "#server/core/views.ts";
import { joinClasses } from "#web/join-classes.ts";
import { startRun } from "#web/run/start-run.ts";
import { useRunKey } from "#web/run/use-run-key.ts";
import { runState } from "#web/step-state.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import styles from "./proposal-card.module.css";

type RunProposalProps = {
  slug: string;
  input: Json | null;
  isCurrent: boolean;
  /** The agent's newest run, when it began after this was proposed. */
  started: AgentView["lastRun"];
};

/** Nothing happens until a person confirms; what is started is what the card shows. */
export function RunProposal({ slug, input, isCurrent, started }: RunProposalProps) {
  const [, navigate] = useLocation();
  const { act, isSending, problem } = useAction("The run was not started.");
  const keyFor = useRunKey();

  const confirm = () => act(async () => navigate(`/runs/${await startRun(slug, { input }, keyFor(input))}`));

  return (
    <section
      className={joinClasses(controls["card"], styles["card"])}
      aria-label="Start a run of the saved plan"
    >
      <span className={styles["icon"]} aria-hidden>
        <Play size={17} />
      </span>
      <div className={styles["text"]}>
        <b>Start a run of the saved plan</b>
        <dl>
          <div>
            <dt>Input</dt>
            <dd className={input === null ? undefined : styles["code"]}>
              {input === null ? "none" : JSON.stringify(input)}
            </dd>
          </div>
        </dl>
        {started && (
          <p className={styles["done"]}>
            Started. <Link href={`/runs/${started.runId}`}>See the run</Link>:{" "}
            {runState(started.status).label.toLowerCase()}
          </p>
        )}
        {problem && <Note level="error">{problem}</Note>}
      </div>
      <button
        type="button"
        className={joinClasses(controls["button"], isCurrent && !started && controls["primary"])}
        disabled={isSending}
        onClick={() => void confirm()}
      >
        {started ? "Run again" : "Start run"}
      </button>
    </section>
  );
}
