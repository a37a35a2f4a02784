import { type ListedStep, nameOf } from "./listed-plan.ts";
import { outsideQuotes } from "./plain-words.ts";
import type { World } from "./reference.ts";
import { resolve } from "./resolve.ts";
import { ask, type Reading } from "./understanding.ts";

const ARROW = /\s*(?:[-=]+>+|[→⇒⟶➔➡])\s*/gu;
const MARK = "⟫⟫";
// Words that ask for a change themselves: an arrow behind them belongs to what they change.
const CHANGES =
  /^(?:(?:the )?(?:title|name) of|add|insert|append|put|create|include|change|set|make|replace|use|re-?(?:name|title|label)|call|name|title|remove|delete|drop|move|swap|merge|split|undo|redo|save|run|ask)\b/i;

/** "Step 1 -> step 2" is an order of running or a new title: it is asked, never guessed. */
export function readArrow(clause: string, world: World): Reading {
  const sides = outsideQuotes(clause, (part) => part.replace(ARROW, MARK)).split(MARK);
  if (sides.length < 2 || sides.some((side) => side.trim() === "")) return null;
  const named = sides.map((side) => stepIn(side, world));
  const [first] = named;
  if (!first || (CHANGES.test(clause) && first.title.toLowerCase() !== sides[0]?.toLowerCase())) return null;
  const chain = named.flatMap((step) => step ?? []);
  if (chain.length === sides.length) return ask(whetherWaits(chain));
  const title = sides.slice(1).join(" ").replaceAll('"', "").trim();
  return ask(
    `Does the arrow give ${nameOf(first)} a new title? Then say "rename step ${first.number} to ${title}". If it tells what runs first, name the step that waits by its number. Nothing was changed.`,
  );
}

function stepIn(side: string, world: World): ListedStep | null {
  const reference = resolve(side, world);
  const [step, twin] = reference.type === "steps" ? reference.steps : [];
  return step && !twin ? step : null;
}

function whetherWaits(chain: readonly ListedStep[]): string {
  const pairs = chain.slice(1).map((step, index) => [step, chain[index] ?? step] as const);
  const shall = pairs.map(([step, before]) => `${nameOf(step)} wait for ${nameOf(before)}`).join(" and ");
  const say = pairs
    .map(([step, before]) => `step ${step.number} waits for step ${before.number}`)
    .join(" and ");
  return `Shall ${shall}? Then say "${say}". Nothing was changed.`;
}
