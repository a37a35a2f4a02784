export type Span = { start: number; end: number };

/** The text with the reference in place of what is selected. */
export function insertText(text: string, reference: string, { start, end }: Span): string {
  return text.slice(0, start) + reference + text.slice(end);
}

/**
 * JSON with the reference in place of what is selected: within a text as it is, elsewhere as a text of its
 * own. An empty field begins as its example does, as a text would not fit there.
 */
export function insertInJson(text: string, example: string, reference: string, at: Span): string {
  if (text.trim() === "") return beginning(example, reference);
  return insertText(text, isInText(text.slice(0, at.start)) ? reference : JSON.stringify(reference), at);
}

function beginning(example: string, reference: string): string {
  if (example.includes("{{secret.NAME}}")) return example.replace("{{secret.NAME}}", reference);
  if (example.startsWith("{")) return JSON.stringify({ name: reference }, null, 2);
  if (example.startsWith("[")) return JSON.stringify([reference], null, 2);
  return JSON.stringify(reference);
}

function isInText(before: string): boolean {
  return (before.replace(/\\./gs, "").match(/"/g)?.length ?? 0) % 2 === 1;
}
