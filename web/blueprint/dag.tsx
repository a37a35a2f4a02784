import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import controls from "#web/ui/controls.module.css";
import styles from "./dag.module.css";
import { DagCard } from "./dag-card.tsx";
import { neighbourOf } from "./dag-keys.ts";
import { DagLinks } from "./dag-links.tsx";
import type { DrawnStep } from "./drawn-step.ts";
import { CARD_HEIGHT, type GraphLayout, layoutGraph } from "./graph-layout.ts";
import { CARD_WIDTH } from "./graph-order.ts";
import { useCamera } from "./use-camera.ts";
import { usePanAndZoom } from "./use-pan-and-zoom.ts";
import { ZoomControls } from "./zoom-controls.tsx";
import { counted } from "#server/core/counted.ts";

const LARGE = 120;

/** Which step to bring into view. A new object asks again, even for the same step. */
export type StepTarget = { stepId: string };

type DagProps = {
  steps: readonly DrawnStep[];
  target: StepTarget | null;
  /** What Enter and a click do, as the end of a sentence. */
  pickHint: string;
  onPick: (step: DrawnStep) => void;
};

export function Dag({ steps, target, pickHint, onPick }: DagProps) {
  const box = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const layout = useStableLayout(steps);
  const byId = useMemo(() => new Map(steps.map((step) => [step.id, step])), [steps]);
  // Where the eye goes first; a run that goes on does not move the drawing.
  const [startId] = useState(() => firstToSee(steps));
  const firstId = (steps.find((step) => step.mark) ?? steps.find(({ id }) => id === startId) ?? steps[0])?.id;
  const { frame, scale, zoom, fit, reveal, move } = useCamera({ box, layer, layout, firstId });
  usePanAndZoom(box, layer, move);

  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [isInside, setIsInside] = useState(false);
  const current = focusedId !== null && byId.has(focusedId) ? focusedId : (steps[0]?.id ?? null);

  useEffect(() => {
    const step = target && byId.get(target.stepId);
    if (!step) return;
    setFocusedId(step.id);
    reveal(step.id);
    // What shows the step in full takes its room from the graph a moment later.
    const observer = new ResizeObserver(() => reveal(step.id));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [target, byId, reveal]);

  function go(id: string | undefined) {
    if (id === undefined) return;
    setFocusedId(id);
    reveal(id);
    // The card may be rendered only after the camera has moved to it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const card = box.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`);
        card?.focus({ preventScroll: true });
      }),
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey || current === null) return;
    const actions: Record<string, () => void> = {
      "+": () => zoom(1.25),
      "=": () => zoom(1.25),
      "-": () => zoom(0.8),
      "0": fit,
    };
    const act = actions[event.key];
    const next = neighbourOf(layout, current, event.key);
    if (!act && next === undefined) return;
    event.preventDefault();
    if (act) act();
    else go(next);
  }

  const shown = steps.filter((step) => {
    if (step.id === current) return true;
    const position = layout.positions.get(step.id);
    if (frame.isOverview || !position) return false;
    return (
      position.x < frame.right &&
      position.x + CARD_WIDTH > frame.left &&
      position.y < frame.bottom &&
      position.y + CARD_HEIGHT > frame.top
    );
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form.
    <div
      className={styles["dag"]}
      ref={box}
      role="group"
      aria-label={`Step graph, ${counted(steps.length, "step")}`}
      aria-describedby={helpId}
      onKeyDown={onKeyDown}
      onFocus={() => setIsInside(true)}
      onBlur={() => setIsInside(false)}
    >
      <p id={helpId} className={controls["hidden"]}>
        Arrow up and down follow dependencies, left and right move between parallel steps, Enter {pickHint}.
      </p>
      <div className={styles["layer"]} ref={layer}>
        <DagLinks
          steps={byId}
          layout={layout}
          frame={frame}
          litId={isInside ? current : null}
          onPick={(step) => {
            setFocusedId(step.id);
            onPick(step);
          }}
        />
        {shown.map((step) => {
          const position = layout.positions.get(step.id);
          if (!position) return null;
          return (
            <DagCard
              key={step.id}
              step={step}
              x={position.x}
              y={position.y}
              isTabStop={step.id === current}
              isSelected={step.stepId === target?.stepId}
              isStill={steps.length > LARGE}
              onPick={onPick}
              onFocus={setFocusedId}
            />
          );
        })}
      </div>
      <ZoomControls scale={scale} onZoom={zoom} onFit={fit} />
    </div>
  );
}

/** The step that failed, else the one that waits for a person, else the one that runs. */
function firstToSee(steps: readonly DrawnStep[]): string | undefined {
  const tones = ["failed", "attention", "retrying", "running"] as const;
  const found = tones.flatMap((tone) => steps.find(({ state }) => state?.tone === tone) ?? []);
  return found[0]?.id;
}

/** A new layout only when ids or links differ: titles, marks and states do not move cards. */
function useStableLayout(steps: readonly DrawnStep[]): GraphLayout {
  const shape = steps.map((step) => `${step.id}<${step.dependsOn.join(",")}`).join("|");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape says all that the layout reads.
  return useMemo(() => layoutGraph(steps), [shape]);
}
