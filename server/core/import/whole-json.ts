/** The JSON that a message consists of, sound or broken; null when it is words, a list or anything else. */
export function wholeJson(message: string): string | null {
  const text = message.trim();
  const [line = ""] = text.split("\n", 1);
  const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
  if (mark === undefined) return looksLikeJson(text) ? text : null;
  const [language = ""] = line.slice(mark.length).trim().toLowerCase().split(" ", 1);
  const inside = text.slice(line.length + 1);
  const end = inside.trimEnd().endsWith(mark) ? inside.lastIndexOf(mark) : inside.length;
  const body = inside.slice(0, end);
  if (body.includes(mark)) return null;
  if (language === "json") return body;
  return language === "" && looksLikeJson(body.trim()) ? body : null;
}

/** Whether a text that begins with a bracket is data, and no task list, placeholder or sentence. */
function looksLikeJson(text: string): boolean {
  if (/^\[[ xX]?\]\s*\S|^\[[ xX]\]|^\{[{%#]/.test(text)) return false;
  const closedAt = endOfBrackets(text);
  const end = closedAt ?? text.length;
  const rest = text.slice(end).trim();
  // Behind the end stands a slip of the keys, another value after one with quotes, or words.
  const isSlip = /^[\]},:;\s]*$/.test(rest);
  if (!isSlip && !(/^[,\s]*[[{\]}"]/.test(rest) && text.slice(0, end).includes('"'))) return false;
  if (text.startsWith("{")) return true;
  if (!text.startsWith("[") || /^\[[^\]]*\]\s*[([:]/.test(text)) return false;
  const isValue = /^\[\s*(?:[[\]{"']|-?\d|(?:true|false|null)\b|$)/.test(text);
  return isValue || (closedAt === null ? !/\s/.test(text) : /[,:"{]/.test(text));
}

/** Where the first bracket is closed again; null when it never is. Texts in quotes are left out. */
function endOfBrackets(text: string): number | null {
  let depth = 0;
  for (const { 0: part, 1: close, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*("?)|[[\]{}]/g)) {
    // A quote that is not closed on its line is no quote.
    for (const bracket of close === '"' ? [] : part.matchAll(/[[\]{}]/g)) {
      depth += bracket[0] === "[" || bracket[0] === "{" ? 1 : -1;
      if (depth <= 0) return index + bracket.index + 1;
    }
  }
  return null;
}
