import { shortened } from "./characters.ts";
import { textOf } from "./comparison.ts";
import { describeValue } from "./describe-value.ts";
import type { Json } from "./json.ts";
import { childOf, type Path, writePath } from "./path.ts";
import { mapStrings, type Place, piecesOf, pointerOf, type Reference, writeReference } from "./references.ts";
import { err, ok, type Result } from "./result.ts";
import { type Scope, settledStep } from "./scope.ts";
import { newWork } from "./work.ts";

/**
 * The template with its references replaced: `$id.output.a` as a whole string by the value itself,
 * `${id.output.a}` inside text by its text. Replaced values are not looked into again.
 */
export function resolveTemplate(template: Json, scope: Scope): Result<Json, { message: string }> {
  const problems: string[] = [];
  const work = newWork();

  function refuse(reference: Reference, place: Place, why: string): null {
    const where = place === null ? "" : ` at ${shortened(pointerOf(place))}`;
    problems.push(`${nameOf(reference)}${where} cannot be ${why}.`);
    return null;
  }
  function read(reference: Reference, place: Place): Json {
    const found = readReference(reference, scope);
    return found.ok ? found.value : refuse(reference, place, `read: ${found.error}`);
  }
  function readText(reference: Reference, place: Place): string {
    const text = textOf(read(reference, place), work);
    if (work.problem !== null)
      refuse(reference, place, `put into a text: ${work.problem}. Refer to a part of it, or to it alone`);
    return text;
  }

  const value = mapStrings(template, (text, place) => {
    if (!text.includes("$")) return text;
    const texts: string[] = [];
    for (const piece of piecesOf(text)) {
      if (typeof piece === "string") texts.push(piece);
      else if (piece.isWhole) return read(piece.reference, place);
      else texts.push(readText(piece.reference, place));
    }
    return texts.join("");
  });
  const [message] = problems;
  return message === undefined ? ok(value) : err({ message });
}

/** What a reference stands for; a missing place is refused, naming what was there instead. */
function readReference(reference: Reference, scope: Scope): Result<Json, string> {
  const { path } = reference;
  if (reference.source === "input") return walk(scope.input, path, "$input");

  const { stepId, field } = reference;
  const settled = settledStep(scope, stepId);
  if (!settled) return err(`step "${stepId}" has no result here`);
  const { status, output, error = "" } = settled;
  if (field === "status") return ok(status);
  if (field === "error") return ok(error);
  if (status !== "completed" && path.length > 0)
    return err(`step "${stepId}" ${status === "failed" ? "failed" : "was skipped"}, so it has no output`);
  return walk(output, path, `$${stepId}.output`);
}

function walk(start: Json, path: Path, root: string): Result<Json, string> {
  let value = start;
  for (const [index, part] of path.entries()) {
    const next = childOf(value, part);
    if (next === undefined) {
      const parent = shortened(`${root}${writePath(path.slice(0, index))}`);
      return err(`${parent} is ${describeValue(value)}, without ${shortened(writePath([part]))}`);
    }
    value = next;
  }
  return ok(value);
}

function nameOf(reference: Reference): string {
  return shortened(writeReference(reference));
}
