import { type RefObject, useEffect } from "react";
import { zoomAt } from "./camera.ts";
import type { Move } from "./use-camera.ts";

// A press that moves less is a click.
const DRAG_THRESHOLD = 4;
const IDLE_MS = 180;

/** Wheel, trackpad, drag and pinch. */
export function usePanAndZoom(
  box: RefObject<HTMLDivElement | null>,
  layer: RefObject<HTMLDivElement | null>,
  move: Move,
): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const pointers = new Map<number, { x: number; y: number }>();
    let dragged = 0;
    let pinch = 0;
    let idle = 0;

    // The hint makes moving smooth and text blurry, so it goes when the hand rests.
    function hint() {
      if (layer.current) layer.current.style.willChange = "transform";
      clearTimeout(idle);
      idle = window.setTimeout(() => {
        if (layer.current) layer.current.style.willChange = "";
      }, IDLE_MS);
    }

    function onWheel(event: WheelEvent) {
      event.preventDefault();
      hint();
      if (!event.ctrlKey && !event.metaKey) {
        move((camera) => ({ ...camera, x: camera.x - event.deltaX, y: camera.y - event.deltaY }));
        return;
      }
      const { left, top } = element!.getBoundingClientRect();
      move((camera) =>
        zoomAt(camera, Math.exp(-event.deltaY * 0.0022), event.clientX - left, event.clientY - top),
      );
    }

    function onDown(event: PointerEvent) {
      if (event.button !== 0) return;
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      dragged = 0;
      pinch = 0;
    }

    function onMove(event: PointerEvent) {
      const pointer = pointers.get(event.pointerId);
      if (!pointer) return;
      const across = event.clientX - pointer.x;
      const down = event.clientY - pointer.y;
      if (pointers.size === 1) {
        dragged += Math.abs(across) + Math.abs(down);
        if (dragged < DRAG_THRESHOLD) return;
        if (!element!.hasPointerCapture(event.pointerId)) element!.setPointerCapture(event.pointerId);
        hint();
        move((camera) => ({ ...camera, x: camera.x + across, y: camera.y + down }));
      }
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const [first, second] = [...pointers.values()];
      if (!first || !second) return;
      const distance = Math.hypot(first.x - second.x, first.y - second.y);
      const { left, top } = element!.getBoundingClientRect();
      const x = (first.x + second.x) / 2 - left;
      const y = (first.y + second.y) / 2 - top;
      if (pinch > 0) move((camera) => zoomAt(camera, distance / pinch, x, y));
      dragged = DRAG_THRESHOLD + 1;
      pinch = distance;
    }

    function onUp(event: PointerEvent) {
      pointers.delete(event.pointerId);
      pinch = 0;
    }

    function onClick(event: MouseEvent) {
      if (dragged <= DRAG_THRESHOLD) return;
      event.stopPropagation();
      event.preventDefault();
      dragged = 0;
    }

    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener("wheel", onWheel, { passive: false, signal });
    element.addEventListener("pointerdown", onDown, { signal });
    element.addEventListener("pointermove", onMove, { signal });
    element.addEventListener("pointerup", onUp, { signal });
    element.addEventListener("pointercancel", onUp, { signal });
    element.addEventListener("click", onClick, { capture: true, signal });
    return () => {
      clearTimeout(idle);
      stop.abort();
    };
  }, [box, layer, move]);
}
