import { PATH } from "./path-words.ts";
import type { Task } from "./brief-task.ts";
import { FIELD } from "./expression-in.ts";
import { titleFrom } from "./new-step.ts";

const MAX_BESIDE_CODE = 60;
const MAX_CODE = 40;
const CODE = /```[\s\S]*?```|`([^`]*)`/g;
// What leads to a piece of code, and goes with it.
const LEAD =
  "(?:\\s*[:(]|,?\\s+(?:with|using|by|via|as|where|whose|matching|like|through|mit|per|con|usando|avec|par))?";

/** A task as a title: names in code stay as words, expressions and templates are left to the instructions. */
export function stepTitle(task: Pick<Task, "text" | "code">): string {
  const blocks = task.code.filter((piece) => piece.isBlock);
  const prose = blocks.reduce((text, piece) => text.replaceAll(piece.value, ""), task.text);
  const isTemplate = /\btemplate\b/i.test(prose);
  const said = prose
    .replace(new RegExp(`(${LEAD})\\s*(${CODE.source})`, "gi"), (all, lead, _code, inline) =>
      typeof inline === "string" && isName(inline, isTemplate) ? `${lead} ${inline}` : keptBreak(all),
    )
    .replaceAll("`", "")
    .replace(/^\s*(?:please|bitte|por favor)\s+/i, "")
    .replace(/\s+/g, " ")
    .replace(/\s+(?=[,.;:)])/g, "")
    .replace(/\(\s*\)|\(\s*$/g, "")
    .replace(/[\s:,;.(]+$/, "");
  const title = titleFrom(said);
  if (title === "") return titleFrom(shortened(task.code[0]?.value ?? "", MAX_CODE));
  if (!/\s/.test(title) && !isTemplate) {
    // A verb alone says too little: the name that the code begins with is what it is about.
    const name = /^\s*([A-Za-z_]\w*(?:\.\w+)*)/.exec(task.code[0]?.value ?? "")?.[1];
    if (name !== undefined) return shortened(`${title} ${name}`, MAX_BESIDE_CODE);
  }
  return task.code.length > 0 || /https?:/.test(title) ? shortened(title, MAX_BESIDE_CODE) : title;
}

function keptBreak(all: string): string {
  return /^\s/.test(all) ? " " : "";
}

function isName(code: string, isTemplate: boolean): boolean {
  if (PATH.exec(code)?.[0] === code || /^https?:\/\/\S+$/.test(code)) return true;
  return (
    !isTemplate && !FIELD.test(code) && code.length <= MAX_CODE && !/[[\](){}$<>=#%\n]|\s[*+/-]\s/.test(code)
  );
}

function shortened(text: string, length: number): string {
  const plain = text.length <= length ? text : text.replace(/https?:\/\/([^/\s]+)\S*/g, "$1");
  if (plain.length <= length) return plain;
  return `${plain
    .slice(0, length)
    .replace(/\s+\S*$/, "")
    .replace(/[\s,;:]+$/, "")}…`;
}
