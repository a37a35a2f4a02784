import { type RefObject, useLayoutEffect } from "react";

// So much text fills any box, and measuring it would lay all of it out for every key.
const FILLS = 4_000;

type Limits = {
  /** In pixels. */
  most: number;
  /** What the box needs besides its text, in pixels. */
  frame: number;
};

/** Makes a box as high as its text. */
export function useFittingHeight(
  box: RefObject<HTMLTextAreaElement | null>,
  text: string,
  { most, frame }: Limits,
): void {
  useLayoutEffect(() => {
    if (!box.current) return;
    const { style } = box.current;
    if (text.length > FILLS) {
      style.height = `${most}px`;
      return;
    }
    style.height = "0";
    style.height = `${Math.min(box.current.scrollHeight + (text === "" ? 0 : frame), most)}px`;
  }, [box, text, most, frame]);
}
