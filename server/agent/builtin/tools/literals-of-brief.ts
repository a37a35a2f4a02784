import type { Task } from "#server/agent/builtin/brief-task.ts";

const SQL =
  /(?<=\b(?:database|db|sql|query)\b[^.:`"\n]{0,40}:\s+)(?:select|with)\s[^`\n;]+?(?=\.(?:\s|$)|;|\n|$|,?\s+(?:and\s+)?then\b)/gi;
const GIVEN =
  /(?<=\b(?:with|subject|text|body|template|query|sql|statement|command|message|saying|expression|header|value|database|db)\b[^.`"\n]{0,40})("[^"\n]+"|`[^`\n]+`)/gi;

// What stands in front of a colon is often no work.
const LED = /(\b(?:query|ask|search) (?:the )?(?:\w+ )?(?:database|db)(?: [\w-]+)?):\s+(?=["`])/gi;

// No reader of sentences parts a text at these.
const [SPACE, COMMA, POINT, COLON] = ["\uE000", "\uE001", "\uE002", "\uE003"];
const HIDDEN: [string, string][] = [
  [" ", SPACE],
  [",", COMMA],
  [".", POINT],
  [":", COLON],
];

/** The brief with the queries and texts that it gives to tools as one word each, so that no comma in them parts a task. */
export function withLiteralsWhole(brief: string): string {
  return brief
    .replace(SQL, (sql) => `\`${sql.trim()}\``)
    .replace(LED, "$1 with ")
    .replace(GIVEN, (literal) =>
      HIDDEN.reduce((text, [letter, hidden]) => text.replaceAll(letter, hidden), literal),
    );
}

/** The text as it was written. */
export function asWritten(text: string): string {
  return HIDDEN.reduce((now, [letter, hidden]) => now.replaceAll(hidden, letter), text);
}

export function taskAsWritten(task: Task): Task {
  const code = task.code.map((piece) => ({ ...piece, value: asWritten(piece.value) }));
  return { ...task, text: asWritten(task.text), detail: asWritten(task.detail), code };
}
