import { useSyncExternalStore } from "react";

const KEY = "stepwright.page-keys";
const listeners = new Set<() => void>();
let unstored = true;

/** Whether single keys act; people who dictate or tremble switch them off. */
export function arePageKeysOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return unstored;
  }
}

export function usePageKeysChoice(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, arePageKeysOn);
}

export function choosePageKeys(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    unstored = isOn;
  }
  for (const listener of listeners) listener();
}
