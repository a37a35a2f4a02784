import { z } from "zod";
import { isLonger } from "./characters.ts";

const MAX_NAME = 80;
const expected = `a name of 1 to ${MAX_NAME} visible characters in one line`;
// Control, format, private and unassigned characters, what renderers ignore, and the empty Braille sign.
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** How somebody who decides is called: a name as it looks is one name, however it is written. */
export const personSchema = z
  .string()
  .normalize("NFKC")
  .trim()
  .min(1, expected)
  .refine((name) => !isLonger(name, MAX_NAME) && !/[\r\n\t\p{Zl}\p{Zp}]/u.test(name), expected)
  .refine((name) => invisibleIn(name).length === 0, {
    error: ({ input }) => `${expected}, without ${invisibleIn(String(input)).join(", ")}`,
  })
  .refine((name) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name), expected)
  .transform((name) => name.replaceAll(/\s+/g, " "));

/** Whether two names are those of one person, however they are written. */
export function isSamePerson(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  const visible = name.normalize("NFKC").replaceAll(INVISIBLE, "");
  return visible.toUpperCase().toLowerCase().normalize("NFKC").trim().replaceAll(/\s+/g, " ");
}

/** Each once, as `U+200B`. */
function invisibleIn(name: string): string[] {
  return [...new Set(name.match(INVISIBLE))].map(
    (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}
