import { CARD_HEIGHT, type GraphLayout, type Position } from "./graph-layout.ts";
import { CARD_WIDTH } from "./graph-order.ts";

export type Camera = { x: number; y: number; scale: number };
export type Box = { width: number; height: number };

/** The part of the drawing to render, in steps of a cell, so that panning renders rarely. */
export type Frame = {
  key: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  isOverview: boolean;
};

const MIN_SCALE = 0.06;
const MAX_SCALE = 2;
const OVERVIEW_SCALE = 0.5;
const HOME_SCALE = 0.72;
const MARGIN = 28;
const EDGE = 16;
const CONTROLS_HEIGHT = 36;
const CELL = 320;

/** Everything in view. */
export function fitCamera(layout: GraphLayout, box: Box): Camera {
  const across = (box.width - MARGIN * 2) / Math.max(1, layout.width);
  const down = (box.height - MARGIN * 2 - CONTROLS_HEIGHT) / Math.max(1, layout.height);
  const scale = Math.max(MIN_SCALE, Math.min(1, across, down));
  const spare = (box.height - CONTROLS_HEIGHT - layout.height * scale) / 2;
  return { scale, x: (box.width - layout.width * scale) / 2, y: Math.max(MARGIN, spare) };
}

/** Everything in view if it can be read so; otherwise what is around the first card, at a size that can be read. */
export function homeCamera(layout: GraphLayout, box: Box, first: Position | undefined): Camera {
  const fit = fitCamera(layout, box);
  if (!isOverview(fit) || !first) return fit;
  const across = (box.width - MARGIN) / layout.width;
  const scale = across >= OVERVIEW_SCALE ? Math.min(1, across) : HOME_SCALE;
  const right = box.width - layout.width * scale;
  const isNarrow = right >= 0;
  const middle = box.width / 2 - (first.x + CARD_WIDTH / 2) * scale;
  const x = isNarrow ? right / 2 : Math.min(EDGE, Math.max(right - EDGE, middle));
  const center = (box.height - CONTROLS_HEIGHT) / 2 - (first.y + CARD_HEIGHT / 2) * scale;
  return { scale, x, y: Math.min(MARGIN, center) };
}

/** Zooms with the point at `x`, `y` of the box standing still. */
export function zoomAt(camera: Camera, factor: number, x: number, y: number): Camera {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, camera.scale * factor));
  const ratio = scale / camera.scale;
  return { scale, x: x - (x - camera.x) * ratio, y: y - (y - camera.y) * ratio };
}

/** The smallest move that shows a card whole; from the overview, a jump to it at reading size. */
export function revealCamera(camera: Camera, card: Position, box: Box): Camera {
  if (isOverview(camera)) {
    const scale = 0.85;
    return {
      scale,
      x: box.width / 2 - (card.x + CARD_WIDTH / 2) * scale,
      y: box.height / 2 - (card.y + CARD_HEIGHT / 2) * scale,
    };
  }
  const margin = 16;
  return {
    scale: camera.scale,
    x: slide(camera.x, card.x * camera.scale, CARD_WIDTH * camera.scale, margin, box.width - margin),
    y: slide(camera.y, card.y * camera.scale, CARD_HEIGHT * camera.scale, margin, box.height - 52),
  };
}

function slide(offset: number, start: number, size: number, low: number, high: number): number {
  if (start + offset < low) return low - start;
  return start + offset + size > high ? high - start - size : offset;
}

export function isOverview(camera: Camera): boolean {
  return camera.scale < OVERVIEW_SCALE;
}

export function frameOf(camera: Camera, box: Box): Frame {
  const cell = (value: number) => Math.floor(value / CELL) * CELL;
  const frame = {
    left: cell(-camera.x / camera.scale) - CELL / 2,
    top: cell(-camera.y / camera.scale) - CELL / 2,
    right: cell((box.width - camera.x) / camera.scale) + CELL * 1.5,
    bottom: cell((box.height - camera.y) / camera.scale) + CELL * 1.5,
    isOverview: isOverview(camera),
  };
  const key = frame.isOverview ? "overview" : `${frame.left} ${frame.top} ${frame.right} ${frame.bottom}`;
  return { ...frame, key };
}
