import { formsOf, MIN_SECRET_LENGTH } from "./secret-forms.ts";

/** A value that nobody is to see. `name` is null for one of the server's own settings. */
export type Secret = { name: string | null; value: string };

/** A stretch of a text, `end` not included, that gives a secret away. */
export type Found = { start: number; end: number; secret: Secret };

type Needle = { codes: Uint16Array; secret: Secret };

const BASE = 257;
const FILTER_BITS = 0xffff;

/** Where a text was cut off, so that a part of a secret may stand there. */
export type CutEdge = "start" | "end";

export type FindSecrets = (text: string, cut?: readonly CutEdge[]) => Found[];

// Fewer characters than this at a cut edge tell nothing of a secret.
const MIN_REST = 3;

/**
 * Finds every form of the secrets in a text, in one pass however many there are (Rabin–Karp over the shortest
 * length). White space counts as nothing, so that wrapped lines hide no secret. At a cut edge the rest of a
 * secret is found as well.
 */
export function secretFinder(secrets: readonly Secret[]): FindSecrets {
  const needles = new Map<number, Needle[]>();
  const filter = new Uint8Array(FILTER_BITS + 1);
  for (const secret of secrets) {
    for (const form of formsOf(secret.value)) {
      const { codes } = withoutSpace(form);
      const hash = hashOf(codes);
      filter[hash & FILTER_BITS] = 1;
      needles.set(hash, [...(needles.get(hash) ?? []), { codes, secret }]);
    }
  }
  let leaving = 1;
  for (let place = 1; place < MIN_SECRET_LENGTH; place += 1) leaving = Math.imul(leaving, BASE);

  return (text, cut = []) => {
    if (needles.size === 0) return [];
    const { codes, places } = withoutSpace(text);
    const rests = cut.flatMap((edge) => restAt(edge, codes, places, [...needles.values()].flat()));
    if (codes.length < MIN_SECRET_LENGTH) return rests;
    const found: Found[] = [];
    let hash = hashOf(codes);
    for (let start = 0; start + MIN_SECRET_LENGTH <= codes.length; start += 1) {
      if (filter[hash & FILTER_BITS] === 1) {
        for (const { codes: needle, secret } of needles.get(hash) ?? []) {
          if (!standsAt(codes, start, needle)) continue;
          const last = places[start + needle.length - 1] ?? 0;
          found.push({ start: places[start] ?? 0, end: last + 1, secret });
        }
      }
      const out = Math.imul(codes[start] ?? 0, leaving);
      hash = (Math.imul(hash - out, BASE) + (codes[start + MIN_SECRET_LENGTH] ?? 0)) | 0;
    }
    return merged([...found, ...rests]);
  };
}

/** The longest beginning of a secret at the end of a text, or end of one at its start. */
function restAt(edge: CutEdge, codes: Uint16Array, places: Uint32Array, needles: readonly Needle[]): Found[] {
  const { length } = codes;
  let best: { rest: number; secret: Secret } | null = null;
  for (const { codes: needle, secret } of needles) {
    for (let rest = Math.min(needle.length - 1, length); rest > (best?.rest ?? MIN_REST - 1); rest -= 1) {
      const part = edge === "end" ? needle.subarray(0, rest) : needle.subarray(needle.length - rest);
      if (!standsAt(codes, edge === "end" ? length - rest : 0, part)) continue;
      best = { rest, secret };
      break;
    }
  }
  if (best === null) return [];
  const [first, last] = edge === "end" ? [length - best.rest, length - 1] : [0, best.rest - 1];
  return [{ start: places[first] ?? 0, end: (places[last] ?? 0) + 1, secret: best.secret }];
}

function withoutSpace(text: string): { codes: Uint16Array; places: Uint32Array } {
  const codes = new Uint16Array(text.length);
  const places = new Uint32Array(text.length);
  let length = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code <= 0x20 || code === 0xa0) continue;
    codes[length] = code;
    places[length] = place;
    length += 1;
  }
  return { codes: codes.subarray(0, length), places: places.subarray(0, length) };
}

function hashOf(codes: Uint16Array): number {
  let hash = 0;
  for (let place = 0; place < MIN_SECRET_LENGTH; place += 1)
    hash = (Math.imul(hash, BASE) + (codes[place] ?? 0)) | 0;
  return hash;
}

function standsAt(codes: Uint16Array, start: number, needle: Uint16Array): boolean {
  if (start + needle.length > codes.length) return false;
  // From its end: what a text repeats is often the beginning of a weak value, over and over.
  for (let place = needle.length - 1; place >= 0; place -= 1) {
    if (codes[start + place] !== needle[place]) return false;
  }
  return true;
}

/** Stretches that overlap as one, of the secret that begins first. */
export function merged(found: readonly Found[]): Found[] {
  const result: Found[] = [];
  for (const next of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || next.start >= last.end) result.push({ ...next });
    else last.end = Math.max(last.end, next.end);
  }
  return result;
}
