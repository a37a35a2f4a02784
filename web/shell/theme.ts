import { useSyncExternalStore } from "react";

export type ThemeChoice = "light" | "dark" | "system";

const KEY = "stepwright.theme";
const listeners = new Set<() => void>();
const darkSystem = matchMedia("(prefers-color-scheme: dark)");

darkSystem.addEventListener("change", paint);

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readChoice);
}

/** What is on screen now, whatever was chosen. */
export function isDark(choice: ThemeChoice): boolean {
  return choice === "dark" || (choice === "system" && darkSystem.matches);
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Without storage the choice holds until the page is closed.
    unstored = choice;
  }
  paint();
}

let unstored: ThemeChoice = "system";

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return unstored;
  }
}

function paint(): void {
  document.documentElement.dataset["theme"] = isDark(readChoice()) ? "dark" : "light";
  for (const listener of listeners) listener();
}
