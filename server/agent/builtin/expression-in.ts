import type { CodePiece, Task } from "./brief-task.ts";
import { PATH } from "./path-words.ts";

const COMPUTE =
  /(?<!\p{L})(?:keep|filter|sum|add up|total|group|sort|map|select|transform|compute|calculate|count|pick|convert|reshape|extract|average|remove|drop|summe|summiere|filtere|sortiere|behalte|berechne|filtra|suma|filtre|additionne|calcule|turn|take|find|aggregate|join|merge|rank|order|multiply|divide|subtract|round|double|halve|scale|evaluate|apply|use|build|make|create)(?!\p{L})/iu;

/** A field of what a tool gives. */
export const FIELD = /^(?:body|rows|columns|headers|files)(?:\.\w+)+$/;

/** The expression that a task computes with; undefined when its code is none or nothing is computed. */
export function expressionIn(task: Task): CodePiece | undefined {
  const marked = task.code.find((code) => code.language === "jsonata");
  if (marked) return marked;
  const plain = task.code.find(
    (code) =>
      code.language === "" &&
      (code.isBlock || /[[\](){}$&*+]|[<>=]/.test(code.value) || FIELD.test(code.value)) &&
      !PATH.test(code.value) &&
      !/https?:\/\//.test(code.value),
  );
  return plain && COMPUTE.test(task.text) ? plain : undefined;
}

const COMPARISON = /(?<![\w$.])([A-Za-z_]\w*(?:\.\w+)*)\s*(<=|>=|!=|==?|<|>)\s*(?=-?\d+(?:\.\d+)?\b)/g;
const KEEPS =
  /(?<!\p{L})(?:keep|filter|select|only|pick|choose|find|retain|take|behalte|filtere|filtra|filtre)(?!\p{L})/iu;
const DROPS =
  /(?<!\p{L})(?:drop|remove|delete|exclude|discard|leave out|filter out|throw (?:out|away)|skip|entferne|elimina|supprime)(?!\p{L})/iu;

/**
 * The expression as it is computed. A bare comparison such as `amount > 10` in a task that keeps or
 * drops rows is said of each row; a field that is compared with a number is read as one.
 */
export function readingOf(expression: string, words: string): string {
  const test = comparisonIn(expression);
  if (test === null || !(KEEPS.test(words) || DROPS.test(words))) return expression;
  return DROPS.test(words) ? `[$[$not(${test})]]` : `[$[${test}]]`;
}

function comparisonIn(expression: string): string | null {
  const text = expression.trim();
  const outside = text.replace(/"[^"]*"|'[^']*'/g, '""');
  if (/[[\]{};|]|:=|\?|^\$/.test(outside.replaceAll("||", "")) || !/[<>=]|(?:^|\s)in\s/.test(outside))
    return null;
  return text
    .split(/("[^"]*"|'[^']*')/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(COMPARISON, "$number($1) $2 ")
            .replace(/(?<![<>!=])==(?!=)/g, "=")
            .replaceAll("&&", "and")
            .replaceAll("||", "or"),
    )
    .join("");
}
