import { RE2JS } from "re2js";

/** A pattern of a schema that is tested in time linear in the text (RE2), so that no text keeps it busy. */
export type LinearPattern = { test: (text: string) => boolean; toString: () => string };

/** Throws when RE2 does not have the pattern: look-around and back-references are not linear. */
export function linearPattern(pattern: string): LinearPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  // The validator tells the patterns of a schema apart by this.
  const name = `/${pattern}/`;
  return { test: (text) => compiled.matcher(text).find(), toString: () => name };
}

// What the validator asks of an engine: how standalone code would name it.
linearPattern.code = "linearPattern";
