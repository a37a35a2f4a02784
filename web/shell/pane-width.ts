const KEY = "stepwright.blueprint-width";
const MIN_BLUEPRINT = 30;
const MAX_BLUEPRINT = 70;
const DEFAULT_BLUEPRINT = 46;

/** Share of the blueprint in percent of the window, as the person last left it. */
export function readPaneWidth(): number {
  try {
    const stored = Number(localStorage.getItem(KEY) ?? DEFAULT_BLUEPRINT);
    return clampPaneWidth(Number.isFinite(stored) ? stored : DEFAULT_BLUEPRINT);
  } catch {
    return DEFAULT_BLUEPRINT;
  }
}

export function writePaneWidth(percent: number): void {
  try {
    localStorage.setItem(KEY, String(percent));
  } catch {
    // The width holds until the page is closed.
  }
}

export function clampPaneWidth(percent: number): number {
  return Math.round(Math.min(MAX_BLUEPRINT, Math.max(MIN_BLUEPRINT, percent)) * 10) / 10;
}
