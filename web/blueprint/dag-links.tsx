import { memo, useMemo } from "react";
import { useBlamedLine } from "#web/blame/use-blame-rest.ts";
import { joinClasses } from "#web/join-classes.ts";
import type { Frame } from "./camera.ts";
import styles from "./dag-links.module.css";
import type { DrawnStep } from "./drawn-step.ts";
import { arrowPath, edgePath } from "./edge-path.ts";
import { CARD_HEIGHT, type GraphEdge, type GraphLayout } from "./graph-layout.ts";
import { CARD_WIDTH } from "./graph-order.ts";

type DagLinksProps = {
  steps: ReadonlyMap<string, DrawnStep>;
  layout: GraphLayout;
  frame: Frame;
  /** The card whose links stand out; null for none. */
  litId: string | null;
  onPick: (step: DrawnStep) => void;
};

type LinkStyle = "plain" | "added" | "removed" | "circle";

/** All links as a handful of paths; in the overview the cards are rectangles of the same drawing. */
export const DagLinks = memo(function DagLinks({ steps, layout, frame, litId, onPick }: DagLinksProps) {
  const paths = useMemo(() => {
    const groups: Record<LinkStyle, string> = { plain: "", added: "", removed: "", circle: "" };
    const arrows: Record<LinkStyle, string> = { plain: "", added: "", removed: "", circle: "" };
    for (const edge of layout.edges) {
      if (!frame.isOverview && !touches(edge, frame)) continue;
      const style = linkStyle(edge, steps);
      groups[style] += edgePath(edge.points);
      arrows[style] += arrowPath(edge.points);
    }
    return { groups, arrows };
  }, [layout, frame, steps]);
  const lit = useMemo(
    () =>
      layout.edges
        .filter((edge) => edge.from === litId || edge.to === litId)
        .map((edge) => edgePath(edge.points))
        .join(""),
    [layout, litId],
  );

  const blamedLine = useBlamedLine();

  return (
    <svg
      className={joinClasses(styles["links"], frame.isOverview && styles["overview"])}
      width={layout.width}
      height={layout.height}
      aria-hidden
    >
      {(["plain", "added", "removed", "circle"] as const).map((style) => (
        <g key={style} className={styles[style]}>
          <path className={styles["line"]} d={paths.groups[style]} />
          <path className={styles["arrow"]} d={paths.arrows[style]} />
        </g>
      ))}
      {litId !== null && <path className={joinClasses(styles["line"], styles["lit"])} d={lit} />}
      {blamedLine &&
        !frame.isOverview &&
        layout.edges
          .filter((edge) => touches(edge, frame))
          .map((edge) => {
            const [from, to] = [steps.get(edge.from), steps.get(edge.to)];
            if (!from || !to || to.mark === "removed") return null;
            const name = `Step ${to.number} waits for step ${from.number}`;
            const blamed = { step: to.id, path: `dependsOn.${from.stepId}`, name };
            return (
              <path
                key={`${edge.from} ${edge.to}`}
                className={styles["hit"]}
                d={edgePath(edge.points)}
                {...blamedLine(blamed)}
              />
            );
          })}
      {frame.isOverview &&
        [...steps.values()].map((step) => {
          const position = layout.positions.get(step.id);
          if (!position) return null;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the same cards are real buttons when zoomed in.
            <rect
              key={step.id}
              className={joinClasses(
                styles["block"],
                step.mark && styles[`${step.mark}Block`],
                step.state && styles[step.state.tone],
              )}
              x={position.x}
              y={position.y}
              width={CARD_WIDTH}
              height={CARD_HEIGHT}
              rx={10}
              onClick={() => onPick(step)}
            >
              <title>{`${step.number} · ${step.title}`}</title>
            </rect>
          );
        })}
    </svg>
  );
});

function linkStyle(edge: GraphEdge, steps: ReadonlyMap<string, DrawnStep>): LinkStyle {
  if (edge.closesCircle) return "circle";
  const marks = [steps.get(edge.from)?.mark, steps.get(edge.to)?.mark];
  if (marks.includes("removed")) return "removed";
  return marks.includes("added") ? "added" : "plain";
}

function touches(edge: GraphEdge, frame: Frame): boolean {
  const across = edge.points.map(([x]) => x);
  const down = edge.points.map(([, y]) => y);
  return (
    Math.max(...down) >= frame.top &&
    Math.min(...down) <= frame.bottom &&
    Math.max(...across) >= frame.left &&
    Math.min(...across) <= frame.right
  );
}
