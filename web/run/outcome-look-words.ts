import type { OutcomeLook } from "#server/core/outcome-look.ts";
import type { RunStepView } from "#server/core/views.ts";

type Named = Pick<RunStepView, "number" | "title">;

/** What the looks would be made with. */
export function lookOffer(checks: readonly Named[]): string {
  const names = checks.map(nameOf).join(" and ");
  return checks.length === 1
    ? `${names} is there to confirm it. A look with its tool only reads, and changes nothing in the run.`
    : `${names} are there to confirm it. A look with their tools only reads, and changes nothing in the run.`;
}

export function lookWords(look: OutcomeLook): string {
  const { holds, expected, problem } = look;
  if (holds === null) return `${nameOf(look)} cannot say. ${problem ?? ""}`.trim();
  if (holds) return `${nameOf(look)} sees it: ${expected}.`;
  return `${nameOf(look)} does not see it: ${expected} does not hold now. It may still come.`;
}

function nameOf({ number, title }: Named): string {
  return `Step ${number} “${title}”`;
}
