import type { Json } from "#server/core/json.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { outsideQuotes } from "./plain-words.ts";

export type NewStep = {
  id: string;
  title: string;
  kind: string;
  instructions: string;
  expectedOutput: string;
  dependsOn: (string | number)[];
  settings: { [field: string]: Json }[];
};

/** A reasoning step with its own id, as `add_step` takes it. */
export function newStep(
  title: string,
  plan: ListedPlan,
  dependsOn: (string | number)[],
  settings: { [field: string]: Json }[] = [],
): NewStep {
  const ids = [...plan.steps.flatMap((step) => step.id ?? []), ...(plan.retiredIds ?? [])];
  return {
    id: freeId(title, ids),
    title,
    kind: "reasoning",
    instructions: sentence(title),
    expectedOutput: `The result of: ${lowerFirst(title)}`,
    dependsOn,
    settings,
  };
}

/** A lower-case slug of the title that no step has yet. */
export function freeId(title: string, taken: readonly string[]): string {
  const slug = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const base = shortened(slug) || "step";
  const used = new Set(taken.map((id) => id.toLowerCase()));
  const isReserved = base === "step" || base === "input";
  if (!isReserved && !used.has(base)) return base;
  for (let number = isReserved ? 1 : 2; ; number += 1) {
    const id = `${base}-${number}`;
    if (!used.has(id)) return id;
  }
}

function shortened(slug: string): string {
  if (slug.length <= 40) return slug;
  const cut = slug.slice(0, 40);
  return cut.slice(0, cut.lastIndexOf("-") > 15 ? cut.lastIndexOf("-") : 40).replace(/-+$/, "");
}

export function sentence(text: string): string {
  return /[.!?。？！]$/.test(text) ? text : `${text}.`;
}

export function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** A title in at most 120 characters, first letter large. */
export function titleFrom(text: string): string {
  const order = orderFrom(text);
  return order.length <= 120 ? order : `${order.slice(0, 117).replace(/\s+\S*$/, "")}…`;
}

/** Words as an order, however long, first letter large. */
export function orderFrom(text: string): string {
  const clean = outsideQuotes(text, (part) => part.replace(/\s+/g, " "))
    .trim()
    .replace(/^["'“]|["'”]$/g, "")
    .replace(/^(?:that |which |to |and |then |also |please |just |it should |it must )+/i, "")
    .replace(/[\s,;:.]+$/, "");
  return clean.charAt(0).toUpperCase() + clean.slice(1);
}

const THIRD_PERSON: Record<string, string> = { does: "do", goes: "go", has: "have", is: "be" };

/** "checks the spelling" as an order: "Check the spelling". */
export function imperative(text: string): string {
  return titleFrom(plainVerb(text));
}

/** "checks the spelling" as "check the spelling". */
export function plainVerb(text: string): string {
  return text.replace(/^\s*([a-z]+)(?=\s|$)/i, (word) => withoutEnding(word.trim()));
}

function withoutEnding(verb: string): string {
  const lower = verb.toLowerCase();
  if (THIRD_PERSON[lower]) return THIRD_PERSON[lower];
  if (/(?:ss|us|is)$/.test(lower) || lower.length < 4 || !lower.endsWith("s")) return verb;
  if (/[^aeiou]ies$/.test(lower)) return `${verb.slice(0, -3)}y`;
  if (/(?:sses|ches|shes|xes|zzes|oes)$/.test(lower)) return verb.slice(0, -2);
  return verb.slice(0, -1);
}
