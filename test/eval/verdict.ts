import type { Plan, Step } from "#server/core/plan.ts";

/** Why a result is not what was expected; null when it is. */
export type Fault = string | null;

/** Whether a text holds one of the words; short words and numbers only as wholes. */
export function mentions(text: string, words: readonly string[]): boolean {
  const lower = ` ${text} `.toLowerCase();
  return words.some((word) => {
    const wanted = word.toLowerCase();
    if (/^[\d#]+$/.test(wanted)) return new RegExp(`(?<![\\d.])${wanted}(?!\\d)`).test(lower);
    if (/^[a-z]{1,2}$/.test(wanted)) return new RegExp(`\\b${wanted}\\b`).test(lower);
    return lower.includes(wanted);
  });
}

const bareTitles = new Map<string, string>();

/** A title without quotes, case and a last dot. */
export function bare(title: string): string {
  const known = bareTitles.get(title) ?? bareOf(title);
  bareTitles.set(title, known);
  return known;
}

function bareOf(title: string): string {
  return title
    .replace(/[‘’“”"'`]/g, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\.$/, "")
    .trim();
}

export function holdsQuestion(text: string): boolean {
  return /[?？؟]/.test(text);
}

export function textOf(step: Step): string {
  return [
    step.title,
    step.instructions,
    step.expectedOutput,
    JSON.stringify(step.input ?? ""),
    step.tool ?? "",
  ]
    .join(" ")
    .toLowerCase();
}

/** What makes a plan no valid graph. */
export function graphFaults(plan: Plan): string[] {
  const ids = plan.steps.map((step) => step.id);
  const faults = ids.flatMap((id, index) => (ids.indexOf(id) === index ? [] : [`duplicate id ${id}`]));
  for (const step of plan.steps) {
    if (step.title.trim() === "") faults.push(`empty title of ${step.id}`);
    for (const id of step.dependsOn) if (!ids.includes(id)) faults.push(`missing dependency ${id}`);
  }
  const upstream = upstreamById(plan);
  for (const id of ids) if (upstream.get(id)?.has(id)) faults.push(`cycle through ${id}`);
  return faults;
}

/** All that each step waits for, directly or through others. */
export function upstreamById(plan: Plan): Map<string, Set<string>> {
  const direct = new Map(plan.steps.map((step) => [step.id, step.dependsOn]));
  return new Map(
    plan.steps.map((step) => {
      const seen = new Set<string>();
      const queue = [...step.dependsOn];
      for (const id of queue) {
        if (seen.has(id)) continue;
        seen.add(id);
        queue.push(...(direct.get(id) ?? []));
      }
      return [step.id, seen];
    }),
  );
}

/** All orders of a few items. */
export function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

/** What a message was answered with: the planner's own words, and the notices that the product adds. */
export type Answered = { reply: string; notices: readonly string[] };

/** Why an answer in words is not the one expected. A refusal may stand in a notice alone. */
export function wordsFault(
  type: "refuse" | "ask" | "answer",
  words: readonly string[],
  { reply, notices }: Answered,
): Fault {
  const text = [reply, ...notices].join("\n");
  if ((type === "refuse" ? text : reply).trim() === "") return "no reply";
  if (type === "ask" && !holdsQuestion(reply)) return `had to ask back, but said "${reply}"`;
  if (words.length > 0 && !mentions(text, words))
    return `the reply mentions none of ${words.join(", ")}: "${text}"`;
  return null;
}
