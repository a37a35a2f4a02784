import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
  type WheelEvent,
} from "react";
import type { VListHandle } from "virtua";

// A list that ends this near is at its end.
const NEAR = 24;
// A scroll this soon after a hand moved is the hand's.
const HAND_MS = 1_000;
const AWAY_KEYS = new Set(["ArrowUp", "PageUp", "Home"]);

type FollowedTail = {
  list: RefObject<VListHandle | null>;
  follows: boolean;
  follow: () => void;
  /** For the list whose tail it is. */
  watch: {
    onScroll: () => void;
    onScrollEnd: () => void;
    onWheel: (event: WheelEvent) => void;
    onTouchMove: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
    onPointerDown: (event: PointerEvent) => void;
  };
};

/**
 * Keeps the end of a list in view until a person scrolls away from it, and again once they are back. The
 * list scrolls by itself too, as rows come and are measured: only a hand lets go.
 */
export function useFollowedTail(count: number): FollowedTail {
  const list = useRef<VListHandle>(null);
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  const [follows, setFollows] = useState(true);

  const goToEnd = useCallback(() => {
    if (count > 0) list.current?.scrollToIndex(count - 1, { align: "end" });
  }, [count]);
  useEffect(() => {
    if (follows) goToEnd();
  }, [follows, goToEnd]);

  function isAtEnd(): boolean {
    const { current } = list;
    return !current || current.scrollOffset >= current.scrollSize - current.viewportSize - NEAR;
  }
  function touch(): void {
    touchedAt.current = performance.now();
  }
  return {
    list,
    follows,
    follow: () => {
      touchedAt.current = Number.NEGATIVE_INFINITY;
      setFollows(true);
      goToEnd();
    },
    watch: {
      onScroll: () => {
        if (isAtEnd()) setFollows(true);
        else if (performance.now() - touchedAt.current < HAND_MS) {
          touch();
          setFollows(false);
        }
      },
      onScrollEnd: () => {
        if (follows && !isAtEnd()) goToEnd();
      },
      onWheel: (event) => {
        if (event.deltaY < 0) touch();
      },
      onTouchMove: touch,
      onKeyDown: (event) => {
        if (AWAY_KEYS.has(event.key)) touch();
      },
      // A press on the list itself, and on none of its rows, is one on its scroll bar.
      onPointerDown: (event) => {
        if (event.target === event.currentTarget) touch();
      },
    },
  };
}
