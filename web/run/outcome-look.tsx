import { useState } from "react";
import type { OutcomeLook as Look, OutcomeLooks } from "#server/core/outcome-look.ts";
import type { RunStepView } from "#server/core/views.ts";
import { errorSentence, fetchJson } from "#web/api.ts";
import { runPath } from "#web/queries.ts";
import controls from "#web/ui/controls.module.css";
import { JsonView } from "#web/ui/json-view.tsx";
import { Note } from "#web/ui/note.tsx";
import styles from "./outcome-card.module.css";
import { lookOffer, lookWords } from "./outcome-look-words.ts";

/** Looks where the effect of a step would show, with the checks of the plan that verify it. */
export function OutcomeLook({
  runId,
  stepId,
  checks,
}: {
  runId: string;
  stepId: string;
  checks: readonly RunStepView[];
}) {
  const [seen, setSeen] = useState<OutcomeLooks | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLooking, setIsLooking] = useState(false);

  async function look() {
    setProblem(null);
    setIsLooking(true);
    try {
      const path = `${runPath(runId)}/steps/${encodeURIComponent(stepId)}/look`;
      setSeen(await fetchJson<OutcomeLooks>(path, { method: "POST" }));
    } catch (error) {
      setSeen(null);
      setProblem(`Nothing was looked at. ${errorSentence(error)}`);
    } finally {
      setIsLooking(false);
    }
  }

  return (
    <div className={styles["look"]}>
      <p>
        <button type="button" className={controls["button"]} disabled={isLooking} onClick={() => void look()}>
          {isLooking ? "Looking…" : seen ? "Look again" : "Look"}
        </button>
        <span>{lookOffer(checks)}</span>
      </p>
      <div className={styles["seen"]} aria-live="polite">
        {problem && <Note level="warning">{problem}</Note>}
        {seen?.looks.map((one) => (
          <Seen key={one.stepId} look={one} at={seen.lookedAt} />
        ))}
      </div>
    </div>
  );
}

function Seen({ look, at }: { look: Look; at: string }) {
  return (
    <>
      <p>
        {lookWords(look)}{" "}
        <time dateTime={at}>Looked at {new Date(at).toLocaleTimeString(undefined, { hour12: false })}.</time>
      </p>
      {look.output !== null && <JsonView value={look.output} label={`what step ${look.number} saw`} />}
    </>
  );
}
