import { PATH } from "#server/agent/builtin/path-words.ts";

/** What a literal in a sentence looks like; each stands as a mark such as ⟪u0⟫ in its place. */
type Kind = "quote" | "code" | "json" | "url" | "mail" | "path" | "reference" | "secret" | "sql";

export type Mark = { kind: Kind; text: string };

/** A sentence whose literals are marks, so that no word or point in them is read as one of the sentence. */
export type MarkedText = { text: string; marks: Mark[] };

const SECRET = /\{\{\s*secret\.[A-Za-z0-9_]+\s*\}\}/y;
const WAYS: [Kind, RegExp][] = [
  ["code", /```[a-z]*[ \t]*\n?([\s\S]*?)\n?```/iy],
  ["code", /`([^`\n]+)`/y],
  ["quote", /["“„]([^"”“]*)["”“]/y],
  // A delimiter that stands by itself.
  ["quote", /(?<=\s)([;|])(?=\s|$)/y],
  ["secret", SECRET],
  [
    "reference",
    /\$\{[\w-]+(?:\.(?:output|status))?[\w.[\]-]*\}|\$[\w-]+\.(?:output|status)(?:\.\w+|\[\d+\])*|\$input(?:\.\w+|\[\d+\])*/y,
  ],
  ["url", /https?:\/\/(?:\{\{\s*secret\.\w+\s*\}\}|\$\{[^}\s]+\}|[^\s"'`<>{}])*[^\s"'`<>{}.,;:!?)]/iy],
  ["mail", /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/iy],
  ["path", new RegExp(PATH.source, "iy")],
  ["path", /(?:[\w.-]+\/)*[\w.-]*\*[\w.*-]*(?=[\s,;]|[.!?](?:\s|$)|$)/y],
];
const LETTER: Record<Kind, string> = {
  quote: "q",
  code: "c",
  json: "j",
  url: "u",
  mail: "m",
  path: "f",
  reference: "r",
  secret: "s",
  sql: "d",
};
const KINDS = new Map(Object.entries(LETTER).map(([kind, letter]) => [letter, kind]));
const SQL =
  /(?<=(?::\s*|\b(?:sql|query|statement)\s+(?:is\s+|to\s+|with\s+)?))(?:select|with)\s[\s\S]+?(?=;|,?\s+(?:and\s+)?then\b|$)/iy;

export function markedText(sentence: string): MarkedText {
  const marks: Mark[] = [];
  const mark = (kind: Kind, text: string) => `⟪${LETTER[kind]}${marks.push({ kind, text }) - 1}⟫`;
  let text = "";
  for (let at = 0; at < sentence.length; ) {
    const found = literalAt(sentence, at);
    text += found === null ? sentence[at] : mark(found.kind, found.text);
    at = found === null ? at + 1 : found.end;
  }
  return { text, marks };
}

function literalAt(sentence: string, at: number): (Mark & { end: number }) | null {
  SQL.lastIndex = at;
  const sql = SQL.exec(sentence)?.[0];
  if (sql !== undefined) return { kind: "sql", text: sql.trim().replace(/\.$/, ""), end: at + sql.length };
  for (const [kind, way] of WAYS) {
    way.lastIndex = at;
    const found = way.exec(sentence);
    if (found && found[0] !== "") return { kind, text: textOf(kind, found), end: way.lastIndex };
  }
  const json = /[{[]/.test(sentence[at] ?? "") ? jsonAt(sentence, at) : null;
  return json === null ? null : { kind: "json", text: json, end: at + json.length };
}

function textOf(kind: Kind, found: RegExpExecArray): string {
  return (kind === "quote" || kind === "code" ? found[1] : found[0]) ?? "";
}

// From a bracket to the one that closes it, texts in quotes left out of the count.
function jsonAt(sentence: string, from: number): string | null {
  let depth = 0;
  let isText = false;
  for (let at = from; at < sentence.length; at += 1) {
    const letter = sentence[at];
    if (letter === '"' && sentence[at - 1] !== "\\") isText = !isText;
    if (isText) continue;
    if (letter === "{" || letter === "[") depth += 1;
    if (letter === "}" || letter === "]") depth -= 1;
    if (depth === 0) return sentence.slice(from, at + 1);
  }
  return null;
}

const MARK = /⟪([a-z])(\d+)⟫/g;

/** The literal that a text is, and nothing beside it. */
export function markIn(text: string, marks: readonly Mark[]): Mark | null {
  const found = /^⟪[a-z](\d+)⟫$/.exec(text.trim());
  return found ? (marks[Number(found[1])] ?? null) : null;
}

/** The words with their literals as they were written, quotes in plain quotation marks. */
export function unmarked(text: string, marks: readonly Mark[]): string {
  return text.replace(MARK, (_all, letter: string, index: string) => {
    const literal = marks[Number(index)]?.text ?? "";
    const kind = KINDS.get(letter);
    return kind === "quote" ? `"${literal}"` : kind === "code" ? `\`${literal}\`` : literal;
  });
}
