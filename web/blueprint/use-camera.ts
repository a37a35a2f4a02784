import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  type Box,
  type Camera,
  type Frame,
  fitCamera,
  frameOf,
  homeCamera,
  revealCamera,
  zoomAt,
} from "./camera.ts";
import type { GraphLayout } from "./graph-layout.ts";

const NOWHERE: Frame = {
  key: "",
  left: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
  isOverview: false,
};

type CameraControls = {
  frame: Frame;
  scale: number;
  zoom: (factor: number) => void;
  fit: () => void;
  reveal: (id: string) => void;
};

type Stage = {
  box: RefObject<HTMLDivElement | null>;
  layer: RefObject<HTMLDivElement | null>;
  layout: GraphLayout;
  firstId: string | undefined;
};

/** Where the drawing stands in its box. Moves go to the DOM at once; React renders when the frame changes. */
export function useCamera({ box, layer, layout, firstId }: Stage): CameraControls & { move: Move } {
  const camera = useRef<Camera>({ x: 0, y: 0, scale: 1 });
  const isMoved = useRef(false);
  const [frame, setFrame] = useState<Frame>(NOWHERE);
  const [scale, setScale] = useState(1);

  const apply = useCallback(
    (next: Camera, isSmooth: boolean) => {
      camera.current = next;
      const size = sizeOf(box.current);
      if (!size || !layer.current || !box.current) return;
      const { style } = layer.current;
      style.transition = isSmooth ? "transform 220ms cubic-bezier(.2,.8,.2,1)" : "none";
      style.setProperty("--scale", next.scale.toFixed(3));
      style.transform = `translate(${next.x}px,${next.y}px) scale(${next.scale})`;
      const dots = 20 * Math.max(next.scale, 0.5);
      box.current.style.backgroundSize = `${dots}px ${dots}px`;
      box.current.style.backgroundPosition = `${next.x}px ${next.y}px`;
      const shown = frameOf(next, size);
      setFrame((old) => (old.key === shown.key ? old : shown));
      setScale(Math.round(next.scale * 100) / 100);
    },
    [box, layer],
  );

  const settle = useCallback(() => {
    const size = sizeOf(box.current);
    if (!size || size.width === 0) return;
    if (isMoved.current) return apply(camera.current, false);
    const first = firstId === undefined ? undefined : layout.positions.get(firstId);
    apply(homeCamera(layout, size, first), false);
  }, [apply, box, firstId, layout]);

  useLayoutEffect(settle, [settle]);
  useEffect(() => {
    const observer = new ResizeObserver(settle);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, settle]);

  const move = useCallback<Move>(
    (change, isSmooth = false) => {
      isMoved.current = true;
      apply(change(camera.current), isSmooth);
    },
    [apply],
  );

  const zoom = useCallback(
    (factor: number) => {
      const size = sizeOf(box.current);
      if (size) move((current) => zoomAt(current, factor, size.width / 2, size.height / 2), true);
    },
    [box, move],
  );

  const fit = useCallback(() => {
    const size = sizeOf(box.current);
    if (size) apply(fitCamera(layout, size), true);
    isMoved.current = false;
  }, [apply, box, layout]);

  const reveal = useCallback(
    (id: string) => {
      const card = layout.positions.get(id);
      const size = sizeOf(box.current);
      if (!card || !size || size.width === 0) return;
      const next = revealCamera(camera.current, card, size);
      if (next.x !== camera.current.x || next.y !== camera.current.y) move(() => next, true);
    },
    [box, layout, move],
  );

  return { frame, scale, zoom, fit, reveal, move };
}

export type Move = (change: (camera: Camera) => Camera, isSmooth?: boolean) => void;

function sizeOf(element: HTMLElement | null): Box | null {
  return element && { width: element.clientWidth, height: element.clientHeight };
}
