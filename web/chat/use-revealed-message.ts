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
      marked =
        scroller.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(revealed.messageId)}"]`) ??
        null;
      if (!marked) return;
      marked.closest("details")?.setAttribute("open", "");
      marked.scrollIntoView({ block: "start", behavior: "instant" });
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
