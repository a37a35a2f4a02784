import { memo } from "react";
import { useBlameScope } from "#web/blame/blame-context.ts";
import { useBlameRest } from "#web/blame/use-blame-rest.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { DiffMark } from "#web/ui/diff-mark.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import styles from "./dag-card.module.css";
import { type DrawnStep, stepDescription } from "./drawn-step.ts";
import { KindIcon } from "./kind-icon.tsx";

type DagCardProps = {
  step: DrawnStep;
  x: number;
  y: number;
  isTabStop: boolean;
  isSelected: boolean;
  isStill: boolean;
  onPick: (step: DrawnStep) => void;
  onFocus: (id: string) => void;
};

export const DagCard = memo(function DagCard(props: DagCardProps) {
  const { step, x, y, isTabStop, isSelected, isStill, onPick, onFocus } = props;
  const scope = useBlameScope();
  const blameRest = useBlameRest();
  const blamed = (path: string, name: string) =>
    blameRest({ step: step.id, path, name: `${name} of step ${step.number}` });
  return (
    <button
      type="button"
      data-card={step.id}
      className={joinClasses(
        styles["card"],
        isStill && styles["still"],
        step.mark && styles[step.mark],
        step.state && styles[step.state.tone],
        isSelected && styles["selected"],
      )}
      tabIndex={isTabStop ? 0 : -1}
      style={{ transform: `translate(${x}px,${y}px)` }}
      title={scope ? undefined : step.title}
      onClick={() => onPick(step)}
      onFocus={() => onFocus(step.id)}
    >
      <KindIcon kind={step.kind} needsApproval={step.needsApproval} />
      <span className={styles["text"]}>
        <span className={styles["title"]} {...blamed("title", "Title")}>
          {step.title}
        </span>
        <span className={controls["hidden"]}>, {stepDescription(step)}</span>
        <span className={styles["detail"]} aria-hidden {...blamed(carrierPath(step.kind), "What does it")}>
          <b>{step.number}</b>
          {step.detail}
        </span>
      </span>
      {step.mark && <DiffMark mark={step.mark} className={styles["mark"]} />}
      {step.state && <ToneIcon tone={step.state.tone} />}
    </button>
  );
});

/** The field that the line under the title shows. */
function carrierPath(kind: DrawnStep["kind"]): string {
  if (kind === "tool" || kind === "check") return "tool";
  return kind === "reasoning" ? "kind" : kind;
}
