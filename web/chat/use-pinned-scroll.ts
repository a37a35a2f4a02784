import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const NEAR_END = 40;

/**
 * Keeps the end of a growing thread in view until the person scrolls away. Only what a person does
 * lets go: a distance alone would also let go when the layout shrinks.
 */
export function usePinnedScroll(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
) {
  const isPinned = useRef(true);
  const [isAway, setIsAway] = useState(false);

  const pin = useCallback(
    (isSmooth: boolean) => {
      isPinned.current = true;
      setIsAway(false);
      const element = scroller.current;
      element?.scrollTo({ top: element.scrollHeight, behavior: isSmooth ? "smooth" : "instant" });
    },
    [scroller],
  );

  const unpin = useCallback(() => {
    isPinned.current = false;
  }, []);

  useEffect(() => {
    const element = scroller.current;
    if (!element || !content.current) return;
    let isDragging = false;
    const gap = () => element.scrollHeight - element.scrollTop - element.clientHeight;

    const observer = new ResizeObserver(() => {
      if (isPinned.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    observer.observe(content.current);

    function onScroll() {
      if (gap() < NEAR_END) isPinned.current = true;
      else if (isDragging) isPinned.current = false;
      setIsAway(!isPinned.current);
    }
    function letGo() {
      if (!element || element.scrollHeight <= element.clientHeight + 1) return;
      isPinned.current = false;
      requestAnimationFrame(onScroll);
    }

    const stop = new AbortController();
    const quiet = { passive: true, signal: stop.signal };
    element.addEventListener("scroll", onScroll, quiet);
    element.addEventListener("touchmove", letGo, quiet);
    element.addEventListener("wheel", (event) => event.deltaY < 0 && letGo(), quiet);
    element.addEventListener(
      "keydown",
      (event) => /^(ArrowUp|PageUp|Home)$/.test(event.key) && letGo(),
      quiet,
    );
    element.addEventListener(
      "pointerdown",
      (event) => {
        isDragging = event.target === element;
      },
      quiet,
    );
    window.addEventListener(
      "pointerup",
      () => {
        isDragging = false;
      },
      quiet,
    );
    return () => {
      observer.disconnect();
      stop.abort();
    };
  }, [scroller, content]);

  return { isAway, pin, unpin };
}
