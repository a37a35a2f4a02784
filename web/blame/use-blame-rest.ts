import type { MouseEvent, PointerEvent } from "react";
import { type Blamed, useBlameScope } from "./blame-context.ts";
import { anchorOf } from "#web/ui/use-hint.ts";

// In a drawing the pointer crosses much on its way.
const REST_MS = 450;

type Handlers = {
  onPointerEnter?: (event: PointerEvent) => void;
  onPointerLeave?: (event: PointerEvent) => void;
};

/** For pieces of a drawing: explains them where a mouse rests. By keyboard the step's fields say the same. */
export function useBlameRest(): (blamed: Blamed) => Handlers {
  const scope = useBlameScope();
  if (!scope) return () => ({});
  return (blamed) => ({
    onPointerEnter: (event) => {
      if (event.pointerType !== "mouse" || event.buttons !== 0) return;
      const anchor = anchorOf(event.currentTarget);
      scope.rest({ subject: blamed, anchor, host: hostOf(event.currentTarget) }, REST_MS);
    },
    onPointerLeave: (event) => event.pointerType === "mouse" && scope.leave(),
  });
}

/** For a line: explains it beside the pointer; a click leads to the message, a tap explains first. */
export function useBlamedLine():
  | ((blamed: Blamed) => Handlers & { onClick: (event: MouseEvent) => void })
  | null {
  const scope = useBlameScope();
  if (!scope) return null;
  const at = ({ clientX: x, clientY: y }: MouseEvent) => ({ left: x, top: y - 4, right: x, bottom: y + 6 });
  return (blamed) => ({
    onPointerEnter: (event) => {
      if (event.pointerType !== "mouse" || event.buttons !== 0) return;
      scope.rest({ subject: blamed, anchor: at(event), host: hostOf(event.currentTarget) });
    },
    onPointerLeave: (event) => event.pointerType === "mouse" && scope.leave(),
    onClick: (event) => {
      const isTouch =
        event.nativeEvent instanceof window.PointerEvent && event.nativeEvent.pointerType !== "mouse";
      if (isTouch) scope.show({ subject: blamed, anchor: at(event), host: hostOf(event.currentTarget) });
      else scope.go(blamed);
    },
  });
}

/** The part of the page that it lies in: an explanation belongs to that. */
function hostOf(element: Element): Element {
  return element.closest("section, main") ?? document.body;
}
