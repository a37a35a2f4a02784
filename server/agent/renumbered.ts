import type { Plan } from "#server/core/plan.ts";
import { escapeLine } from "./escape-context.ts";
import { idOfTitle } from "./plan-lines.ts";

const MAX_PARTS = 60;

/**
 * What the numbers of an earlier plan are now: `1–4 as now; 5 "Print labels" is gone; 6–12 are now 5–11`,
 * with the id of a step that is gone where its title does not tell it. A step that only changed its title keeps its place by its id.
 */
export function renumbered(earlier: Plan, now: Plan): string {
  const places = new Map(now.steps.map((step, index) => [step.id, index + 1]));
  const parts: { from: number; to: number; place: number | null; title: string; id: string }[] = [];
  for (const [index, step] of earlier.steps.entries()) {
    const [number, place] = [index + 1, places.get(step.id) ?? null];
    const last = parts.at(-1);
    const follows = last && last.place !== null && place === last.place + number - last.from;
    if (last && follows) last.to = number;
    else parts.push({ from: number, to: number, place, title: step.title, id: step.id });
  }
  const words = parts.map(({ from, to, place, title, id }) => {
    if (place === null) return `${from} "${escapeLine(title)}"${idOf(title, id)} is gone`;
    if (place === from) return `${range(from, to)} as now`;
    return `${range(from, to)} ${from === to ? "is" : "are"} now ${range(place, place + to - from)}`;
  });
  const hidden = words.length - MAX_PARTS;
  return [...words.slice(0, MAX_PARTS), ...(hidden > 0 ? [`and ${hidden} more`] : [])].join("; ") || "none";
}

function idOf(title: string, id: string): string {
  return id === idOfTitle(title) ? "" : ` (id ${escapeLine(id)})`;
}

function range(from: number, to: number): string {
  return from === to ? `${from}` : `${from}–${to}`;
}
