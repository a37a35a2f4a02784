import type { ToolAnswer } from "./read-prompt.ts";

/** What happened, in words, told from what the tools answered and from nothing else. */
export function replyTo(answers: readonly ToolAnswer[]): string {
  return answers.map(told).filter((text) => text !== "").join("\n\n");
}

function told(answer: ToolAnswer): string {
  const text = answer.text.trim();
  if (answer.failed) return text.replace(/^Refused, nothing was (?:changed|proposed|saved)\.\s*/i, "That was refused: ");
  if (/^A card for the (\w+) is shown/i.test(text)) return card(text);
  if (/^r\d+: /.test(text)) return change(text);
  return text;
}

function card(text: string): string {
  const type = /^A card for the (\w+)/i.exec(text)?.[1] ?? "proposal";
  return `There is a card for the ${type} above. Nothing has happened yet: it takes effect when you confirm the card.`;
}

// "r8: Removed …", sentences, notes, the count of steps, issues: one or two sentences of it are enough.
function change(text: string): string {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  const sentences = lines.slice(1).filter((line) => !/^(?:Note: |The plan has |Issues: |- )/.test(line));
  const notes = lines.filter((line) => line.startsWith("Note: ")).map((line) => line.slice("Note: ".length));
  const count = lines.find((line) => line.startsWith("The plan has ")) ?? "";
  const errors = lines.filter((line) => line.startsWith("- error: ")).map((line) => line.slice("- error: ".length));
  const shown = sentences.length > 6 ? [...sentences.slice(0, 6), `And ${sentences.length - 6} more changes.`] : sentences;
  const told = shown.length > 0 ? shown : [`${lines[0]?.replace(/^r\d+: /, "") ?? ""}.`.replace(/\.\.$/, ".")];
  const before = errors.length > 0 ? [`Before it can be saved: ${errors.slice(0, 3).join(" ")}`] : [];
  return [told.map(capital).join(" "), ...notes, count, ...before].filter(Boolean).join(" ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
