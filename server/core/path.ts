import type { Json } from "./json.ts";

export type Path = (string | number)[];

// `.name` with letters of any script, `[0]`, `["any key"]` or `['any key']`; a text without an end is soon given up.
const SEGMENT =
  /\.([\p{L}\p{N}_-]+)|\[(\d{1,9})\]|\["((?:[^"\\]|\\.){0,1000})"\]|\['((?:[^'\\]|\\.){0,1000})'\]/uy;

/** The longest path that starts at `from` in `text`, and where it ends. */
export function scanPath(text: string, from: number): { path: Path; end: number } {
  const path: Path = [];
  SEGMENT.lastIndex = from;
  for (let end = from; ; end = SEGMENT.lastIndex) {
    if (text[end] !== "." && text[end] !== "[") return { path, end };
    const [segment, name, place, double, single] = SEGMENT.exec(text) ?? [];
    if (segment === undefined) return { path, end };
    const quoted = double ?? single;
    if (name !== undefined) path.push(name);
    if (place !== undefined) path.push(Number(place));
    if (quoted !== undefined) path.push(quoted.replace(/\\(.)/gs, "$1"));
  }
}

/** `a.b[0]` as a path; null when it is none. The empty text is the empty path. */
export function parsePath(text: string): Path | null {
  const written = text === "" || text.startsWith("[") || text.startsWith(".") ? text : `.${text}`;
  const { path, end } = scanPath(written, 0);
  return end === written.length ? path : null;
}

/** `.a.b[0]`, as it is written behind a reference. */
export function writePath(path: readonly (string | number)[]): string {
  return path
    .map((part) => {
      if (typeof part === "number") return `[${part}]`;
      return /^[\p{L}\p{N}_-]+$/u.test(part) ? `.${part}` : `["${part.replace(/["\\]/g, "\\$&")}"]`;
    })
    .join("");
}

/** One step down: own properties and list places only; undefined when there is none. */
export function childOf(value: Json, part: string | number): Json | undefined {
  if (Array.isArray(value)) {
    const index = typeof part === "number" ? part : /^\d{1,9}$/.test(part) ? Number(part) : -1;
    return value[index];
  }
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, part) ? value[part] : undefined;
}

/** The value at a path; undefined when something on the way is missing. */
export function valueAt(value: Json, path: readonly (string | number)[]): Json | undefined {
  let at: Json | undefined = value;
  for (const part of path) {
    if (at === undefined) return undefined;
    at = childOf(at, part);
  }
  return at;
}
