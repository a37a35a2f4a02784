import type { ToolAnswer } from "./read-prompt.ts";

/** What happened, in words, told from what the tools answered and from nothing else. */
export function replyTo(answers: readonly ToolAnswer[]): string {
  return answers
    .map(told)
    .filter((text) => text !== "")
    .join("\n\n");
}

function told(answer: ToolAnswer): string {
  const text = answer.text.trim();
  if (answer.failed)
    return text.replace(/^Refused, nothing was (?:changed|proposed|saved)\.\s*/i, "That was refused: ");
  if (/^A card for the (\w+) is shown/i.test(text)) return card(text);
  if (/^r\d+: /.test(text)) return change(text);
  return text;
}

function card(text: string): string {
  const type = /^A card for the (\w+)/i.exec(text)?.[1] ?? "proposal";
  return `There is a card for the ${type} above. Nothing has happened yet: it takes effect when you confirm the card.`;
}

// "r8: what was done", sentences of the difference, notes, the count of steps, issues. What was done stands in its first line.
function change(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const done = capital((lines[0] ?? "").replace(/^r\d+: /, "")).replace(/\.*$/, ".");
  const notes = lines.filter((line) => line.startsWith("Note: ")).map((line) => line.slice("Note: ".length));
  const count = lines.find((line) => line.startsWith("The plan has ")) ?? "";
  const errors = lines
    .filter((line) => line.startsWith("- error: "))
    .map((line) => line.slice("- error: ".length));
  const warnings = lines
    .filter((line) => line.startsWith("- warning: "))
    .map((line) => line.slice("- warning: ".length));
  const before = errors.length > 0 ? [`Before it can be saved: ${errors.slice(0, 3).join(" ")}`] : [];
  const hints =
    warnings.length > 0 && errors.length === 0 ? [`To know: ${warnings.slice(0, 2).join(" ")}`] : [];
  return [done, ...notes, count, ...before, ...hints].filter(Boolean).join(" ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
