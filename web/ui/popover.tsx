import { type ReactNode, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import styles from "./popover.module.css";
import type { Anchor } from "./use-hint.ts";

type PopoverProps = {
  id: string;
  anchor: Anchor;
  /** It stands at the end of this element, so that what it holds comes next in the order of tabs. */
  host: Element;
  /** Set when it holds more than words: then it is a group with this name. */
  label?: string;
  onStay: () => void;
  onLeave: () => void;
  children: ReactNode;
};

const GAP = 6;
const EDGE = 8;

/** Lies over everything else beside its anchor, dialogs included; where there is no room below, above. */
export function Popover({ id, anchor, host, label, onStay, onLeave, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.togglePopover(true);
    const { width, height } = element.getBoundingClientRect();
    const below = anchor.bottom + GAP;
    const fitsBelow = below + height + EDGE <= window.innerHeight;
    const top = fitsBelow ? below : Math.max(EDGE, anchor.top - GAP - height);
    const left = Math.max(EDGE, Math.min(anchor.left, window.innerWidth - width - EDGE));
    element.style.left = `${Math.round(left)}px`;
    element.style.top = `${Math.round(top)}px`;
  });

  return createPortal(
    <div
      ref={box}
      id={id}
      popover="manual"
      {...(label === undefined ? { role: "tooltip" } : { role: "group", "aria-label": label })}
      className={styles["popover"]}
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
    >
      {children}
    </div>,
    host,
  );
}
