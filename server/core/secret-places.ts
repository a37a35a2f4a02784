import type { Json } from "./json.ts";
import { mapStrings, type Place, piecesOf, pointerOf } from "./references.ts";
import { resolveTemplate } from "./resolve-template.ts";
import { err, ok, type Result } from "./result.ts";
import type { Scope } from "./scope.ts";

// `${{ … }}` is of other programs and stays as it is written.
const SECRET = /(?<!\$)\{\{\s*secret\.([A-Za-z][A-Za-z0-9_]{0,63})\s*\}\}/g;
const OPENED = "{{";

type Part = string | { secret: string; written: string };

/** A text of an input in which the plan names secrets. */
export type SecretPlace = {
  /** Where it stands in the input, as a JSON pointer. */
  at: string;
  /** The text as logs, approvals and pages show it. */
  shown: string;
  parts: readonly Part[];
};

export function writeSecret(name: string): string {
  return `{{secret.${name}}}`;
}

/** The names of the secrets that a template names, each once, in the order of the texts. */
export function secretNames(template: Json): string[] {
  const names = new Set<string>();
  mapStrings(template, (text) => {
    for (const part of partsOf(text)) if (typeof part !== "string") names.add(part.secret);
    return text;
  });
  return [...names];
}

/** Where the template names secrets, once its references are replaced. What they are replaced by names none. */
export function secretPlacesOf(template: Json, scope: Scope): SecretPlace[] {
  return placesIn(template, (text) =>
    piecesOf(text).flatMap((piece): Part[] => {
      if (typeof piece === "string") return partsOf(piece);
      const value = resolveTemplate(piece.written, scope);
      return [value.ok ? String(value.value) : piece.written];
    }),
  );
}

/** Where a value that a person wrote for one call, or for the settings, names secrets. */
export function secretPlacesIn(value: Json): SecretPlace[] {
  return placesIn(value, partsOf);
}

/** The input with the secrets in their places; a place whose text was changed since is refused. */
export function placeSecrets(
  input: Json,
  places: readonly SecretPlace[],
  values: ReadonlyMap<string, string>,
): Result<Json, { message: string }> {
  if (places.length === 0) return ok(input);
  const open = new Map(places.map((place) => [place.at, place]));
  const placed = mapStrings(input, (text, place) => {
    const at = pointerOf(place);
    const found = open.get(at);
    if (found === undefined || found.shown !== text) return text;
    open.delete(at);
    return found.parts
      .map((part) => (typeof part === "string" ? part : (values.get(part.secret) ?? "")))
      .join("");
  });
  const [missed] = open.values();
  if (missed === undefined) return ok(placed);
  return err({
    message: `The text at ${missed.at === "" ? "the top" : missed.at} of the input names a secret and is not as the plan writes it any more, so the secret is not put there. Leave that text as it is, or change it in the plan.`,
  });
}

function placesIn(template: Json, partsOfText: (text: string) => Part[]): SecretPlace[] {
  const places: SecretPlace[] = [];
  mapStrings(template, (text: string, place: Place) => {
    if (!text.includes(OPENED) || !partsOf(text).some((part) => typeof part !== "string")) return text;
    const parts = partsOfText(text);
    const shown = parts.map((part) => (typeof part === "string" ? part : part.written)).join("");
    places.push({ at: pointerOf(place), shown, parts });
    return text;
  });
  return places;
}

function partsOf(text: string): Part[] {
  if (!text.includes(OPENED)) return [text];
  const parts: Part[] = [];
  let done = 0;
  for (const { 0: written, 1: secret = "", index } of text.matchAll(SECRET)) {
    parts.push(text.slice(done, index), { secret, written });
    done = index + written.length;
  }
  return [...parts, text.slice(done)].filter((part) => part !== "");
}

/** Whether a text is made of nothing but names of secrets and white space, at least one of them. */
export function isSecretReference(text: string): boolean {
  return text.includes(OPENED) && text.replaceAll(SECRET, "").trim() === "" && text.trim() !== "";
}
