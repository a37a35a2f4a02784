import { restoreRevisionInputSchema } from "#server/core/edit-schema.ts";
import type { ToolAnswer } from "./read-prompt.ts";

/** What the planner meant to do, to tell it in the person's own numbers once it is done. */
type Intent = { said: readonly string[]; remark: string; stepsBefore: number | null };

/** What happened, in words: that it happened is told by what the tools answered, and by nothing else. */
export function replyTo(answers: readonly ToolAnswer[], intent: Intent): string {
  return answers
    .map((answer) => told(answer, intent))
    .filter((text) => text !== "")
    .join("\n\n");
}

// What stands on the page beside the reply already.
const SHOWN_ANYWAY = /^Warning: .* \(The person is shown this\.\)$/gm;

function told(answer: ToolAnswer, intent: Intent): string {
  const text = answer.text.replace(SHOWN_ANYWAY, "").trim();
  // What the planner is to do next is nothing for the person.
  if ((answer.name === "start_over" || answer.name === "propose_correction") && !answer.failed) return "";
  if (answer.failed && /\bThe schedule already is so: /.test(text))
    return `${text.replace(/^Refused, nothing was proposed\.\s*/i, "")} Nothing was proposed.`;
  if (answer.failed && /\bThese edits change nothing\b/.test(text)) return alreadySo(answer);
  if (answer.failed)
    return text.replace(/^Refused, nothing was (?:changed|proposed|saved)\.\s*/i, "That was refused: ");
  if (text.startsWith("A card with the correction is shown")) return correction(text, intent);
  if (/^A card for .+ is shown/i.test(text)) return card(text);
  if (/^r\d+: /.test(text)) return change(answer.name, text, intent);
  return text;
}

function alreadySo({ input }: ToolAnswer): string {
  const restored = restoreRevisionInputSchema.safeParse(input);
  return restored.success
    ? `The plan already is as it was in r${restored.data.revision}. Nothing was changed.`
    : "The plan already is so. Nothing was changed.";
}

/** Of a tool's answer, a line each, in one paragraph; who confirms it is the person who reads it. */
function card(text: string): string {
  const [first = "", ...lines] = text.split("\n").map((line) => line.trim());
  const [, what = "proposal", said = ""] = /^A card for (.+?) is shown[:,]? ?(.*)$/i.exec(first) ?? [];
  const isRun = what === "the run";
  const facts = isRun ? "" : `: ${said.replace(/; cron \S.*$/, "")}`;
  const rest = lines.map((line) =>
    line.replace(/^Overlap skip, catch-up latest\.$/, "").replace(/^Warning: /, "To know: "),
  );
  const told = rest.map((line) =>
    line.replace(/\bthe person confirms\b/, "you confirm").replace(/\bthey get\b/, "you get"),
  );
  const end = isRun ? ["Nothing has happened yet: it takes effect when you confirm the card."] : told;
  return [`There is a card for ${what} above${facts}`.replace(/[^.!?]$/, "$&."), ...end]
    .filter(Boolean)
    .join(" ");
}

function correction(text: string, { said }: Intent): string {
  const [, ...lines] = text.split("\n").map((line) => line.trim());
  const would = said.map(asSentence);
  return [
    "There is a correction on the card above.",
    ...would,
    ...after("Note: ", lines),
    "Nothing is changed until you accept it.",
  ].join(" ");
}

// "r8: what was done", sentences of the difference, notes, the count of steps, issues. What was done stands in its first line.
function change(name: string, text: string, { said, remark, stepsBefore }: Intent): string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const first = (lines[0] ?? "").replace(/^r\d+: /, "");
  const done = (name === "edit_plan" && said.length > 0 ? said : [first]).map(asSentence);
  const count = lines.find((line) => line.startsWith("The plan has ")) ?? "";
  const isOtherCount = stepsBefore !== null && Number(/\d+/.exec(count)?.[0]) !== stepsBefore;
  const errors = after("- error: ", lines);
  const warnings = after("- warning: ", lines);
  const before = errors.length > 0 ? [`Before it can be saved: ${errors.slice(0, 3).join(" ")}`] : [];
  const hints =
    warnings.length > 0 && errors.length === 0 ? [`To know: ${warnings.slice(0, 2).join(" ")}`] : [];
  return [...done, ...after("Note: ", lines), isOtherCount ? count : "", ...before, ...hints, remark]
    .filter(Boolean)
    .join(" ");
}

function after(mark: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length)] : []));
}

function asSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}
