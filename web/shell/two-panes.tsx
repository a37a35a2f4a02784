import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from "react";
import { joinClasses } from "#web/join-classes.ts";
import { clampPaneWidth, readPaneWidth, writePaneWidth } from "./pane-width.ts";
import styles from "./two-panes.module.css";
import { useIsPhone } from "./use-is-phone.ts";

type TwoPanesProps = {
  main: ReactNode;
  side: ReactNode;
  sideLabel: string;
  /** On a phone only one of them shows. */
  showsSide: boolean;
};

export function TwoPanes({ main, side, sideLabel, showsSide }: TwoPanesProps) {
  const isPhone = useIsPhone();
  const [width, setWidth] = useState(readPaneWidth);

  function resize(percent: number) {
    const next = clampPaneWidth(percent);
    setWidth(next);
    writePaneWidth(next);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    resize(((window.innerWidth - event.clientX) / window.innerWidth) * 100);
  }

  function onKeyDown(event: KeyboardEvent) {
    const change = event.key === "ArrowLeft" ? 2 : event.key === "ArrowRight" ? -2 : 0;
    if (change === 0) return;
    event.preventDefault();
    resize(width + change);
  }

  return (
    <div
      className={joinClasses(styles["panes"], showsSide && styles["showsSide"])}
      ref={(element) => {
        element?.style.setProperty("--side", `${width}vw`);
      }}
    >
      <div className={styles["main"]}>{main}</div>
      {/* The side is the main content where it covers the page. */}
      <div className={styles["side"]} role={isPhone && showsSide ? "main" : undefined}>
        <section className={styles["inside"]} aria-label={sideLabel}>
          {/* biome-ignore lint/a11y/useSemanticElements: a divider that can be moved is no <hr>. */}
          <div
            className={styles["divider"]}
            role="separator"
            aria-orientation="vertical"
            aria-label={`Width of ${sideLabel}`}
            aria-valuenow={Math.round(width)}
            aria-valuemin={30}
            aria-valuemax={70}
            tabIndex={0}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={onPointerMove}
            onDoubleClick={() => resize(46)}
            onKeyDown={onKeyDown}
          />
          {side}
        </section>
      </div>
    </div>
  );
}
