import { textOf } from "./comparison.ts";
import type { Json } from "./json.ts";
import { childOf, type Path, scanPath, writePath } from "./path.ts";
import { err, ok, type Result } from "./result.ts";
import { type Scope, settledStep } from "./scope.ts";

export type Reference =
  | { source: "step"; stepId: string; field: "output" | "status"; path: Path }
  | { source: "input"; path: Path };

const NAME = /([A-Za-z0-9][A-Za-z0-9_-]*)\.(output|status)(?![\p{L}\p{N}_-])/uy;
const INPUT = /input(?![\p{L}\p{N}_-])/uy;

/** The reference whose name starts at `from` (behind the `$`), and where it ends; null when there is none. */
export function scanReference(text: string, from: number): { reference: Reference; end: number } | null {
  INPUT.lastIndex = from;
  if (INPUT.test(text)) {
    const { path, end } = scanPath(text, from + "input".length);
    return { reference: { source: "input", path }, end };
  }
  NAME.lastIndex = from;
  const match = NAME.exec(text);
  if (!match?.[1]) return null;
  const field = match[2] === "status" ? "status" : "output";
  if (field === "status")
    return { reference: { source: "step", stepId: match[1], field, path: [] }, end: NAME.lastIndex };
  const { path, end } = scanPath(text, NAME.lastIndex);
  return { reference: { source: "step", stepId: match[1], field, path }, end };
}

/** `$fetch.output.items[0]`, the way a person writes it. */
export function writeReference(reference: Reference): string {
  if (reference.source === "input") return `$input${writePath(reference.path)}`;
  return `$${reference.stepId}.${reference.field}${writePath(reference.path)}`;
}

type Piece = { text: string } | { reference: Reference; isWhole: boolean; written: string };

/** A string as it will be replaced: one whole reference, or text with `${…}` in it. */
function pieces(text: string): Piece[] {
  if (text.startsWith("$")) {
    const whole = scanReference(text, 1);
    if (whole?.end === text.length) return [{ reference: whole.reference, isWhole: true, written: text }];
  }
  const list: Piece[] = [];
  let done = 0;
  for (let at = text.indexOf("${"); at !== -1; at = text.indexOf("${", at + 2)) {
    const found = scanReference(text, at + 2);
    if (!found || text[found.end] !== "}") continue;
    const written = text.slice(at, found.end + 1);
    list.push({ text: text.slice(done, at) }, { reference: found.reference, isWhole: false, written });
    done = found.end + 1;
  }
  return [...list, { text: text.slice(done) }];
}

type Found = { reference: Reference; at: string; isWhole: boolean };

/** Every reference in a template. `at` is the place in it, as a JSON pointer. */
export function findReferences(value: Json): Found[] {
  const found: Found[] = [];
  collect(value, "", found);
  return found;
}

function collect(value: Json, at: string, found: Found[]): void {
  if (typeof value === "string") {
    if (!value.includes("$")) return;
    for (const piece of pieces(value)) {
      if ("reference" in piece) found.push({ reference: piece.reference, isWhole: piece.isWhole, at });
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      collect(item, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, found);
    }
  }
}

/** The template with each of its strings replaced; keys stay. */
export function mapStrings(value: Json, change: (text: string) => Json): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
}

/** The template with every reference to one step turned into a reference to another. */
export function renameReferences(template: Json, from: string, to: string): Json {
  return mapStrings(template, (text) =>
    pieces(text)
      .map((piece) => {
        if ("text" in piece) return piece.text;
        const { reference, written } = piece;
        if (reference.source === "input" || reference.stepId !== from) return written;
        return written.replace(from, () => to);
      })
      .join(""),
  );
}

/**
 * The template with its references replaced: `$id.output.a` as a whole string by the value itself,
 * `${id.output.a}` inside text by its text. Replaced values are not looked into again.
 */
export function resolveTemplate(template: Json, scope: Scope): Result<Json, { message: string }> {
  const problems: string[] = [];
  function read(reference: Reference): Json {
    const found = readReference(reference, scope);
    if (!found.ok) problems.push(found.error.message);
    return found.ok ? found.value : null;
  }
  const value = mapStrings(template, (text) => {
    const list = pieces(text);
    const [first] = list;
    if (first && "reference" in first && first.isWhole) return read(first.reference);
    return list.map((piece) => ("text" in piece ? piece.text : textOf(read(piece.reference)))).join("");
  });
  const [message] = problems;
  return message === undefined ? ok(value) : err({ message });
}

/** What a reference stands for; a missing place is refused, naming what was there instead. */
export function readReference(reference: Reference, scope: Scope): Result<Json, { message: string }> {
  const name = writeReference(reference);
  if (reference.source === "input") return walk(scope.input, reference.path, name, "$input");

  const settled = settledStep(scope, reference.stepId);
  if (!settled)
    return err({ message: `${name} cannot be read: step "${reference.stepId}" has no result here.` });
  if (reference.field === "status") return ok(settled.status);
  if (settled.status !== "completed" && reference.path.length > 0) {
    return err({
      message: `${name} cannot be read: step "${reference.stepId}" ${was(settled.status)}, so it has no output.`,
    });
  }
  return walk(settled.output, reference.path, name, `$${reference.stepId}.output`);
}

function was(status: "failed" | "skipped"): string {
  return status === "failed" ? "failed" : "was skipped";
}

function walk(start: Json, path: Path, name: string, root: string): Result<Json, { message: string }> {
  let value = start;
  for (const [index, part] of path.entries()) {
    const next = childOf(value, part);
    if (next === undefined) {
      const parent = `${root}${writePath(path.slice(0, index))}`;
      return err({
        message: `${name} cannot be read: ${parent} is ${described(value)}, without ${writePath([part])}.`,
      });
    }
    value = next;
  }
  return ok(value);
}

function described(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (typeof value === "object") {
    const keys = Object.keys(value);
    if (keys.length === 0) return "an empty object";
    const more = keys.length > 8 ? `, and ${keys.length - 8} more` : "";
    return `an object with ${keys
      .slice(0, 8)
      .map((key) => JSON.stringify(key))
      .join(", ")}${more}`;
  }
  return typeof value === "string" ? "text" : `the ${typeof value} ${value}`;
}
