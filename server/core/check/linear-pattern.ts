import { RE2JS } from "re2js";

/** A pattern of a schema that is tested in time linear in the text (RE2), so that no text keeps it busy. */
export type LinearPattern = { test: (text: string) => boolean };

/** Throws when RE2 does not have the pattern: look-around and back-references are not linear. */
export function linearPattern(pattern: string): LinearPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  return { test: (text) => compiled.matcher(text).find() };
}

// What the validator asks of an engine: how standalone code would name it.
linearPattern.code = "linearPattern";
