import { type RefObject, useEffect } from "react";

const MARKED_MS = 2_600;

/** Brings the top of a message into view, marks it for a moment, and gives it the focus. */
export function useRevealedMessage(
  scroller: RefObject<HTMLElement | null>,
  revealed: { messageId: string } | null,
  letGo: () => void,
): void {
  useEffect(() => {
    if (!revealed) return;
    letGo();
    let timer = 0;
    let marked: HTMLElement | null = null;
    // The pane may come into view only with the next frame.
    const frame = requestAnimationFrame(() => {
      const pane = scroller.current;
      marked = pane?.querySelector<HTMLElement>(`[data-message="${CSS.escape(revealed.messageId)}"]`) ?? null;
      if (!pane || !marked) return;
      marked.closest("details")?.setAttribute("open", "");
      scrollWithin(pane, marked);
      marked.focus({ preventScroll: true });
      marked.dataset["marked"] = "";
      timer = window.setTimeout(() => delete marked?.dataset["marked"], MARKED_MS);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      delete marked?.dataset["marked"];
    };
  }, [scroller, revealed, letGo]);
}

/** Brings an element to the top of what scrolls it. `scrollIntoView` would move what is around that as well. */
function scrollWithin(pane: HTMLElement, element: HTMLElement): void {
  const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0;
  const gap = element.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientTop;
  pane.scrollTo({ top: pane.scrollTop + gap - margin, behavior: "instant" });
}
