type Expected = "value" | "first value" | "name" | "first name" | "colon" | "comma" | "end";

const TOKEN =
  /[[\]{},:]|"(?:[^"\\\p{Cc}]|\x7f|[\x80-\x9f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/uy;
const SPACE = /[ \t\r\n]*/y;

/** What is wrong with a text that JSON.parse refuses, with line and column where it stands behind `lead`. */
export function jsonMistake(text: string, lead: string): string {
  const open: string[] = [];
  let expected: Expected = "value";
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
    TOKEN.lastIndex = at;
    const token: string | undefined = TOKEN.exec(text)?.[0];
    const next: Expected | null = token === undefined ? null : after(token, expected, open);
    if (token === undefined || next === null) {
      const before = lead + text.slice(0, at);
      const column = before.length - before.lastIndexOf("\n");
      const place = `at line ${before.split("\n").length}, column ${column}`;
      const isOpenText = token === undefined && text[at] === '"';
      return `${isOpenText ? "A text is not closed or not written as JSON does it" : missing(expected, open)} ${place}.`;
    }
    expected = next;
    at += token.length;
  }
}

/** What has to follow a token where it stands; null when it may not stand there. */
function after(token: string, expected: Expected, open: string[]): Expected | null {
  const isValueExpected = expected === "value" || expected === "first value";
  if (token === "{" || token === "[") {
    if (!isValueExpected) return null;
    open.push(token);
    return token === "{" ? "first name" : "first value";
  }
  if (token === "}" || token === "]") {
    const isInside = token === "}" ? open.at(-1) === "{" : open.at(-1) === "[";
    const mayClose = expected === "comma" || expected === (token === "}" ? "first name" : "first value");
    if (!isInside || !mayClose) return null;
    open.pop();
    return open.length === 0 ? "end" : "comma";
  }
  if (token === ":") return expected === "colon" ? "value" : null;
  if (token === ",") return expected === "comma" ? (open.at(-1) === "{" ? "name" : "value") : null;
  if (expected === "name" || expected === "first name") return token.startsWith('"') ? "colon" : null;
  if (!isValueExpected) return null;
  return open.length === 0 ? "end" : "comma";
}

function missing(expected: Expected, open: readonly string[]): string {
  const close = open.at(-1) === "{" ? '"}"' : '"]"';
  switch (expected) {
    case "value":
      return "A value is missing";
    case "first value":
      return 'A value or "]" is missing';
    case "name":
      return "A name in double quotes is missing";
    case "first name":
      return 'A name in double quotes or "}" is missing';
    case "colon":
      return 'A ":" is missing';
    case "comma":
      return `A "," or ${close} is missing`;
    case "end":
      return "There is more behind the end of the value";
  }
}
