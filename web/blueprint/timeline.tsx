import { useEffect, useMemo, useRef } from "react";
import { VList, type VListHandle } from "virtua";
import { useBlameRest } from "#web/blame/use-blame-rest.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { DiffMark } from "#web/ui/diff-mark.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import type { StepTarget } from "./dag.tsx";
import { type DrawnStep, stepDescription } from "./drawn-step.ts";
import { KindIcon } from "./kind-icon.tsx";
import { stepStages } from "./step-stages.ts";
import styles from "./timeline.module.css";

type TimelineProps = {
  steps: readonly DrawnStep[];
  target: StepTarget | null;
  onPick: (step: DrawnStep) => void;
};

/** Steps in the order they can run. Bars stand in stages, not minutes: a plan says what waits, not how long. */
export function Timeline({ steps, target, onPick }: TimelineProps) {
  const list = useRef<VListHandle>(null);
  const { stageOf, count } = useMemo(() => stepStages(steps), [steps]);
  const rows = useMemo(
    () =>
      [...steps].sort((a, b) => (stageOf.get(a.id) ?? 0) - (stageOf.get(b.id) ?? 0) || a.number - b.number),
    [steps, stageOf],
  );
  useEffect(() => {
    const index = target === null ? -1 : rows.findIndex((step) => step.stepId === target.stepId);
    if (index >= 0) list.current?.scrollToIndex(index, { align: "nearest" });
  }, [target, rows]);
  return (
    <div className={styles["timeline"]}>
      <div className={styles["axis"]} aria-hidden>
        <span>Step</span>
        <span className={styles["stages"]}>
          <i>stage 1</i>
          {count > 2 && <i>{Math.ceil((count + 1) / 2)}</i>}
          {count > 1 && <i>{count}</i>}
        </span>
      </div>
      <VList
        ref={list}
        className={styles["list"]}
        role="list"
        aria-label="Steps in the order they can run"
        tabIndex={0}
      >
        {rows.map((step) => (
          <Row
            key={step.id}
            step={step}
            stage={stageOf.get(step.id) ?? 0}
            stages={count}
            isSelected={step.stepId === target?.stepId}
            onPick={onPick}
          />
        ))}
      </VList>
    </div>
  );
}

type RowProps = {
  step: DrawnStep;
  stage: number;
  stages: number;
  isSelected: boolean;
  onPick: (step: DrawnStep) => void;
};

function Row({ step, stage, stages, isSelected, onPick }: RowProps) {
  const blameRest = useBlameRest();
  const blamed = (path: string, name: string) =>
    blameRest({ step: step.id, path, name: `${name} of step ${step.number}` });
  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtual list lays its items out as blocks.
    <div role="listitem" className={joinClasses(styles["row"], step.mark && styles[step.mark])}>
      <button
        type="button"
        data-card={step.id}
        data-selected={isSelected || undefined}
        onClick={() => onPick(step)}
      >
        <KindIcon kind={step.kind} needsApproval={step.needsApproval} size={14} />
        <span className={styles["text"]}>
          <span className={styles["titleLine"]}>
            <span className={styles["title"]} {...blamed("title", "Title")}>
              {step.title}
            </span>
            {step.mark && <DiffMark mark={step.mark} />}
          </span>
          <span className={controls["hidden"]}>
            , {stepDescription(step)}, stage {stage + 1}
          </span>
          <span className={styles["detail"]} aria-hidden {...blamed("dependsOn", "Dependencies")}>
            <b>{step.number}</b>
            {step.after.length > 0 ? `after ${step.after.join(", ")}` : "starts the run"}
          </span>
        </span>
        <span className={styles["track"]} aria-hidden>
          <i style={{ left: `${(stage / stages) * 100}%`, width: `${Math.max(1.5, 100 / stages)}%` }} />
        </span>
        {step.state && <ToneIcon tone={step.state.tone} />}
      </button>
    </div>
  );
}
