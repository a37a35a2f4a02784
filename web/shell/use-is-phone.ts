import { useSyncExternalStore } from "react";

const narrow = matchMedia("(max-width: 819px)");

/** Whether only one pane fits. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}

function subscribe(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}
