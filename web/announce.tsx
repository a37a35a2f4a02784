import { useSyncExternalStore } from "react";
import controls from "./ui/controls.module.css";

let sentence = "";
const listeners = new Set<() => void>();

/** Says one finished sentence to people who listen to the page. Milestones only, never a stream. */
export function announce(text: string): void {
  // The same sentence twice would not be read twice.
  sentence = text === sentence ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

/** The page's one polite live region. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => sentence);
  return (
    <div className={controls["hidden"]} role="status" aria-live="polite">
      {text}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
