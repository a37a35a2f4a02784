import { AtSign } from "lucide-react";
import type { Plan, Step } from "#server/core/plan.ts";
import { useIsPhone } from "#web/shell/use-is-phone.ts";
import controls from "#web/ui/controls.module.css";
import { StepFrame } from "#web/ui/step-frame.tsx";
import { StepFields } from "./step-fields.tsx";
import styles from "./step-panel.module.css";

type StepPanelProps = { plan: Plan; step: Step; onMention: () => void; onClose: () => void };

/** The chosen step in full, under the drawing. */
export function StepPanel({ plan, step, onMention, onClose }: StepPanelProps) {
  // On a phone the blueprint's own heading is the page's.
  const heading = useIsPhone() ? "h2" : "h3";
  return (
    <StepFrame
      number={plan.steps.indexOf(step) + 1}
      title={step.title}
      heading={heading}
      styles={{ frame: styles["panel"], head: styles["head"], scroll: styles["scroll"] }}
      actions={
        <button
          type="button"
          className={controls["iconButton"]}
          aria-label="Mention in the message"
          onClick={onMention}
        >
          <AtSign size={15} aria-hidden />
        </button>
      }
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // The key is spent: it does not stop the planner as well.
        event.stopPropagation();
        onClose();
      }}
      onClose={onClose}
    >
      <StepFields plan={plan} step={step} />
    </StepFrame>
  );
}
