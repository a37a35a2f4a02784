import { useEffect, useRef } from "react";
import { arePageKeysOn } from "./page-keys-choice.ts";

/** Single keys, and pairs as "g a". They rest while somebody types and while a dialog or menu is open. */
export function usePageKeys(actions: Readonly<Record<string, () => unknown>>): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    let first = "";
    let forget = 0;
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (!arePageKeysOn() || isTyping(event.target) || document.querySelector("dialog[open], [role=menu]"))
        return;
      const act = current.current[`${first}${event.key}`] ?? current.current[event.key];
      clearTimeout(forget);
      first = "";
      if (act) {
        event.preventDefault();
        act();
      } else if (Object.keys(current.current).some((keys) => keys.startsWith(`${event.key} `))) {
        first = `${event.key} `;
        forget = window.setTimeout(() => {
          first = "";
        }, 1_000);
      }
    }
    window.addEventListener("keydown", onKeyDown);
    return () => {
      clearTimeout(forget);
      window.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}
