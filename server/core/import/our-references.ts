import { scanPath } from "#server/core/path.ts";
import type { Step } from "#server/core/plan.ts";
import { mapStrings } from "#server/core/references.ts";

/** The id that a step has in the plan, by how a link or a reference may name it. */
export type IdOf = (written: string) => string | undefined;

// How tools write a reference, and what closes it again.
const CLOSES: ReadonlyMap<string, string> = new Map([
  ["${{", "}}"],
  ["{{", "}}"],
  ["${", "}"],
  ["$(", ")"],
  ["$", ""],
]);
const OPEN = /\$\{\{|\{\{|\$[{(]?/g;
const IN_CONDITION =
  /'(?:[^'\\]|\\.){0,1000}'|"(?:[^"\\]|\\.){0,1000}"|\$\{\{|\{\{|\$[{(]?|[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu;
const SPACE = /\s*/y;
const PREFIX = /\$?(?:steps?|nodes?|tasks?|jobs?|needs)(?:\.|\[(['"]))|\$?/iy;
const FIELD = /(?:['"]\])?\.(outputs?|status|error)(?![\p{L}\p{N}_-])/u;
const MAX_ID_LENGTH = 200;
const MAX_CONDITION_LENGTH = 4_000;

type Found = { written: string; end: number; isOurs: boolean };

/** A step with the references of its input, condition and precondition in our words. */
export function inOurWords<Some extends Partial<Step>>(step: Some, idOf: IdOf): Some {
  const inTemplate = (text: string) => withOurReferences(text, idOf);
  const { input, if: condition, wait, precondition } = step;
  return {
    ...step,
    ...(input !== undefined && { input: mapStrings(input, inTemplate) }),
    ...(condition !== undefined && { if: conditionInOurWords(condition, idOf) }),
    ...(wait && "until" in wait && { wait: { until: inTemplate(wait.until) } }),
    ...(precondition?.input !== undefined && {
      precondition: { ...precondition, input: mapStrings(precondition.input, inTemplate) },
    }),
  };
}

/** A text of an input with its references in our words, as far as they surely mean a step of the plan. */
function withOurReferences(text: string, idOf: IdOf): string {
  return replaced(text, OPEN, (open, at) => {
    const found = referenceIn(text, at, open, idOf);
    if (!found) return null;
    const { written, end, isOurs } = found;
    const isWhole = at === 0 && end === text.length;
    const braced = isOurs ? open === "${" : !isWhole;
    return { text: braced ? `\${${written}}` : `$${written}`, end };
  });
}

/** A condition with its references in our words; what stands in quotes is text. */
function conditionInOurWords(text: string, idOf: IdOf): string {
  if (text.length > MAX_CONDITION_LENGTH) return text;
  const inside = /^\s*\$?\{\{(?<all>[^{}]*)\}\}\s*$/.exec(text)?.groups?.["all"]?.trim() ?? text;
  return replaced(inside, IN_CONDITION, (open, at) => {
    if (/^['"]/.test(open)) return null;
    const found = referenceIn(inside, at, CLOSES.has(open) ? open : "", idOf);
    if (!found) return null;
    const isBraced = found.isOurs && open === "${";
    return { text: isBraced ? `\${${found.written}}` : `$${found.written}`, end: found.end };
  });
}

function replaced(
  text: string,
  pattern: RegExp,
  change: (found: string, at: number) => { text: string; end: number } | null,
): string {
  let result = "";
  let done = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const changed = index < done ? null : change(found, index);
    if (!changed) continue;
    result += text.slice(done, index) + changed.text;
    done = changed.end;
  }
  return result + text.slice(done);
}

/** A reference that opens at a place: `$a.output`, `{{ steps.a.outputs.b }}`; null when it surely means none. */
function referenceIn(text: string, at: number, open: string, idOf: IdOf): Found | null {
  const isOpen = open === "" || open === "$";
  const inside = at + open.length;
  const start = isOpen ? inside : endOf(SPACE, text, inside);
  for (const from of [start, endOf(PREFIX, text, start)]) {
    const field = FIELD.exec(text.slice(from, from + MAX_ID_LENGTH));
    const id = field ? idOf(text.slice(from, from + field.index)) : undefined;
    if (!field || id === undefined) continue;
    const pathAt = from + field.index + field[0].length;
    const [, said] = field;
    const name = said === "status" || said === "error" ? said : "output";
    const pathEnd = name === "output" ? scanPath(text, pathAt).end : pathAt;
    const close = CLOSES.get(open) ?? "";
    const end = isOpen ? pathEnd : endOf(SPACE, text, pathEnd);
    if (!text.startsWith(close, end)) return null;
    const isOurs = (open === "$" || open === "${") && from === inside && end === pathEnd && field[1] === name;
    const written = `${id}.${name}${text.slice(pathAt, pathEnd)}`;
    return { written, end: end + close.length, isOurs };
  }
  return null;
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}
