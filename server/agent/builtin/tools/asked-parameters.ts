import { listOf } from "#server/core/list-of.ts";
import { ask, type Reading } from "#server/agent/builtin/understanding.ts";
import type { Call } from "./said-call.ts";

const EXAMPLES: Partial<Record<string, string>> = {
  url: "with the url https://example.com",
  to: "to ops@example.com",
  subject: 'with the subject "Daily summary"',
  text: 'with the text "All done."',
  body: 'with the body {"text": "Done"}',
  sql: 'with the sql "select …"',
  path: "with the path report.md",
  content: "with the content `…`",
  command: "with the command git",
  template: "with the template `…`",
  expression: "with the expression `…`",
  data: "with the data of step 1",
};

/** Asks for what the tool needs and the words did not give; nothing is made up. */
export function askForMissing({ tool, missing }: Call, who: string): Reading {
  const names = listOf(missing.map((name) => `\`${name}\``));
  const example = EXAMPLES[missing[0] ?? ""] ?? `with the ${missing[0] ?? "value"} …`;
  return ask(
    `${who} calls ${tool.name}, which also needs ${names}. What should ${missing.length > 1 ? "they" : "it"} be? Nothing was changed. Answer, for example: ${example}`,
  );
}

/** The parameters that a question of this planner asked for. */
export function askedFor(question: string): string[] {
  const [, names = ""] =
    /calls [\w.-]+, which also needs (.+?)\. What should (?:it|they) be\?/.exec(question) ?? [];
  return [...names.matchAll(/`([^`]+)`/g)].map((found) => found[1] ?? "");
}
