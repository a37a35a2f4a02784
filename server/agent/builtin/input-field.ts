import type { ListedStep } from "./listed-plan.ts";
import { PATH } from "./path-words.ts";

/** A value as a person writes it, and what it looks like. */
export type Literal = { text: string; kind: "path" | "url" | "code" | "quoted" | "words" };

export function literalIn(words: string): Literal {
  const text = words.trim();
  const block = /^```[a-z]*[ \t]*\n?([\s\S]*?)\n?```$/i.exec(text)?.[1];
  const code = block ?? /^`([^`]+)`$/.exec(text)?.[1];
  const quoted = code ?? /^["“'‘]([\s\S]+)["”'’]$/.exec(text)?.[1];
  const bare = quoted ?? text.replace(/[.,;!?]+$/, "");
  if (/^https?:\/\/\S+$/i.test(bare)) return { text: bare, kind: "url" };
  if (PATH.exec(bare)?.[0] === bare) return { text: bare, kind: "path" };
  if (code !== undefined) return { text: bare, kind: "code" };
  return { text: quoted ?? text, kind: quoted === undefined ? "words" : "quoted" };
}

const TAKES: Record<string, string[]> = {
  read_file: ["path", "encoding"],
  write_file: ["path", "content", "encoding"],
  list_files: ["path", "pattern"],
  http_request: ["url", "method", "body"],
  transform: ["expression"],
  render_template: ["template"],
  parse_csv: ["delimiter", "text"],
};
const CALLED: [RegExp, string][] = [
  [/^(?:path|file ?name|file|folder)$/i, "path"],
  [/^(?:url|address|link|web address|endpoint|page)$/i, "url"],
  [/^(?:expression|formula)$/i, "expression"],
  [/^(?:delimiter|separator)$/i, "delimiter"],
];

/** The field of a step's input that a word, or the look of a value, means; null when its tool takes none such. */
export function fieldFor(step: ListedStep, word: string | null, value: Literal): string | null {
  const own =
    typeof step.input === "object" && step.input !== null && !Array.isArray(step.input) ? step.input : {};
  const fields = [...new Set([...Object.keys(own), ...(TAKES[step.tool ?? ""] ?? [])])];
  const named =
    word === null ? null : (CALLED.find(([called]) => called.test(word))?.[1] ?? word.toLowerCase());
  if (named !== null) return fields.includes(named) ? named : null;
  const likely = {
    path: ["path"],
    url: ["url"],
    code: ["expression", "template"],
    quoted: ["template"],
    words: [],
  }[value.kind];
  return likely.find((field) => fields.includes(field)) ?? null;
}
