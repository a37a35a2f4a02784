import type { Json } from "./json.ts";
import { type Path, scanPath, writePath } from "./path.ts";

export type Reference =
  | { source: "step"; stepId: string; field: "output" | "status" | "error"; path: Path }
  | { source: "input"; path: Path };

const NAME = /([A-Za-z0-9][A-Za-z0-9_-]*)\.(output|status|error)(?![\p{L}\p{N}_-])/uy;
const INPUT = /input(?![\p{L}\p{N}_-])/uy;

/** The reference whose name starts at `from` (behind the `$`), and where it ends; null when there is none. */
export function scanReference(text: string, from: number): { reference: Reference; end: number } | null {
  INPUT.lastIndex = from;
  if (text.startsWith("input", from) && INPUT.test(text)) {
    const { path, end } = scanPath(text, INPUT.lastIndex);
    return { reference: { source: "input", path }, end };
  }
  NAME.lastIndex = from;
  const found = NAME.exec(text);
  if (!found) return null;
  const [, stepId = "", field] = found;
  if (field === "status" || field === "error")
    return { reference: { source: "step", stepId, field, path: [] }, end: NAME.lastIndex };
  const { path, end } = scanPath(text, NAME.lastIndex);
  return { reference: { source: "step", stepId, field: "output", path }, end };
}

/** `$fetch.output.items[0]`, the way a person writes it. */
export function writeReference(reference: Reference): string {
  if (reference.source === "input") return `$input${writePath(reference.path)}`;
  return `$${reference.stepId}.${reference.field}${writePath(reference.path)}`;
}

/** A reference as it stands in a text: alone, or between `${` and `}`. */
export type Written = { reference: Reference; isWhole: boolean; written: string };

/** A text as it will be replaced: one whole reference, or text with references in it. */
export function piecesOf(text: string): (string | Written)[] {
  if (text.startsWith("$")) {
    const whole = scanReference(text, 1);
    if (whole?.end === text.length) return [{ reference: whole.reference, isWhole: true, written: text }];
  }
  const pieces: (string | Written)[] = [];
  let done = 0;
  for (let at = text.indexOf("${"); at !== -1; at = text.indexOf("${", Math.max(at + 2, done))) {
    const found = scanReference(text, at + 2);
    if (!found || !text.startsWith("}", found.end)) continue;
    const end = found.end + 1;
    pieces.push(text.slice(done, at));
    pieces.push({ reference: found.reference, isWhole: false, written: text.slice(at, end) });
    done = end;
  }
  return [...pieces, text.slice(done)];
}

/** Where a value stands in a template: under a name, or at a place of a list, of what is above it. */
export type Place = { key: string | number; above: Place } | null;

/** A place as a JSON pointer; the template itself has the empty one. */
export function pointerOf(place: Place): string {
  if (place === null) return "";
  return `${pointerOf(place.above)}/${String(place.key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** `at` is the place in the template, as a JSON pointer; `isWhole` tells `$a.output` from `${a.output}`. */
export type ReferenceAt = { reference: Reference; at: string; isWhole: boolean };

/** What a template refers to, and its texts that may hold a reference, written as here or as elsewhere. */
export function readTemplate(template: Json): { texts: string[]; references: ReferenceAt[] } {
  const texts: string[] = [];
  const references: ReferenceAt[] = [];
  // What is still to be read, the next one last: a template may be nested ever so deep.
  const open: { item: Filled; place: Place }[] = mayRefer(template) ? [{ item: template, place: null }] : [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { item, place } = next;
    if (typeof item === "string") {
      texts.push(item);
      for (const piece of piecesOf(item)) {
        if (typeof piece === "string") continue;
        references.push({ reference: piece.reference, isWhole: piece.isWhole, at: pointerOf(place) });
      }
    } else {
      for (const [key, child] of Object.entries(item).reverse())
        if (mayRefer(child)) open.push({ item: child, place: { key, above: place } });
    }
  }
  return { texts, references };
}

/** What may hold a reference. */
type Filled = Exclude<Json, number | boolean | null>;

function mayRefer(value: Json): value is Filled {
  if (typeof value === "string") return value.includes("$") || value.includes("{{");
  return typeof value === "object" && value !== null;
}

/** Every reference in a template. */
export function findReferences(template: Json): ReferenceAt[] {
  return readTemplate(template).references;
}

/** The template with each of its strings replaced; keys stay. */
export function mapStrings(
  value: Json,
  change: (text: string, place: Place) => Json,
  place: Place = null,
): Json {
  if (typeof value === "string") return change(value, place);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item, key) => mapStrings(item, change, { key, above: place }));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapStrings(item, change, { key, above: place })]),
  );
}

/** The template with every reference to one step turned into a reference to another. */
export function renameReferences(template: Json, from: string, to: string): Json {
  return mapStrings(template, (text) =>
    piecesOf(text)
      .map((piece) => {
        if (typeof piece === "string") return piece;
        const { reference, written } = piece;
        if (reference.source === "input" || reference.stepId !== from) return written;
        return written.replace(from, () => to);
      })
      .join(""),
  );
}
