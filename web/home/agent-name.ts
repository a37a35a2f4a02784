const MAX_WORDS = 6;
const MAX_LENGTH = 48;

/**
 * A name from the first words of a brief; its list marks, quotes and polite openings are left out. A plan as
 * JSON is named by its title.
 */
export function agentNameFrom(brief: string): string {
  const line =
    (titleOfPlan(brief) ?? brief)
      .split("\n")
      .map((text) => text.replace(/^[\s#>*\-\d.)[\]]+/u, "").trim())
      .find((text) => /\p{L}/u.test(text)) ?? "";
  const plain = line
    .replace(/[*_`"“”]/gu, "")
    .replace(/^(?:please|can you|could you|i want to|i want you to|i need to|i'd like to|help me)\s+/iu, "")
    .split(/[.:;!?](?:\s|$)|[。！？；：]/u)[0];
  const words = (plain ?? "")
    .trim()
    .split(/\s+/u)
    .slice(0, MAX_WORDS)
    .join(" ")
    .slice(0, MAX_LENGTH)
    .replace(/[\s,]+$/u, "");
  if (words === "") return "New agent";
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** Of a text that is a plan as JSON, also in a fence or cut off: its title, or nothing; null for other text. */
function titleOfPlan(brief: string): string | null {
  const [, fenced] = /```(?:json)?\s*\n(\s*\{[\s\S]*?)(?:\n\s*```|$)/i.exec(brief) ?? [];
  const text = (fenced ?? brief).trim();
  if (!/^\{\s*["}]/.test(text)) return null;
  try {
    const plan: unknown = JSON.parse(text);
    const isTitled = typeof plan === "object" && plan !== null && "title" in plan;
    return isTitled && typeof plan.title === "string" ? plan.title : "";
  } catch {
    const [, title = ""] = /"title"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(text) ?? [];
    return title.replaceAll(/\\(.)/g, "$1");
  }
}
