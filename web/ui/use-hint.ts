import { useCallback, useEffect, useRef, useState } from "react";

export type Anchor = { left: number; top: number; right: number; bottom: number };

/** What is explained, where it stands, and the element that the explanation follows in the order of tabs. */
export type Hint<Subject> = { subject: Subject; anchor: Anchor; host: Element };

const REST_MS = 180;
const LEAVE_MS = 160;

/**
 * An explanation that opens where the pointer rests or the focus goes. It closes on Escape, on a press
 * or scroll beside it, and when pointer and focus are elsewhere; the pointer may move into it.
 */
export function useHint<Subject>() {
  const [hint, setHint] = useState<Hint<Subject> | null>(null);
  const timer = useRef(0);

  const later = useCallback((wait: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(act, wait);
  }, []);
  const stay = useCallback(() => clearTimeout(timer.current), []);
  const show = useCallback(
    (next: Hint<Subject>) => {
      stay();
      setHint(next);
    },
    [stay],
  );
  const hide = useCallback(() => {
    stay();
    setHint(null);
  }, [stay]);
  const shown = useRef(hint);
  shown.current = hint;
  /** The pointer is here now. Where it stays, the explanation opens; the one that is open stays open. */
  const rest = useCallback(
    (next: Hint<Subject>, wait = REST_MS) => {
      if (shown.current && isSame(shown.current.anchor, next.anchor)) stay();
      else later(wait, () => setHint(next));
    },
    [later, stay],
  );
  const leave = useCallback(() => later(LEAVE_MS, () => setHint(null)), [later]);

  useEffect(() => stay, [stay]);
  const host = hint?.host;
  useEffect(() => {
    if (!host) return;
    const stop = new AbortController();
    const capture = { capture: true, signal: stop.signal };
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape") return;
        // The key is spent: it neither stops the planner nor closes the dialog behind.
        event.stopPropagation();
        event.preventDefault();
        hide();
      },
      capture,
    );
    document.addEventListener(
      "scroll",
      ({ target }) => target instanceof Node && target.contains(host) && hide(),
      capture,
    );
    document.addEventListener(
      "pointerdown",
      ({ target }) => target instanceof Element && !target.closest("[popover]") && hide(),
      capture,
    );
    document.addEventListener("wheel", hide, capture);
    window.addEventListener("resize", hide, capture);
    return () => stop.abort();
  }, [host, hide]);

  return { hint, rest, leave, stay, show, hide };
}

function isSame(a: Anchor, b: Anchor): boolean {
  return a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

export function anchorOf(element: Element): Anchor {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return { left, top, right, bottom };
}
