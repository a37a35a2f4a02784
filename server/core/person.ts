import { z } from "zod";
import { isLonger } from "./characters.ts";
import { controlCharactersOf } from "./control-characters.ts";

const MAX_NAME = 80;
const expected = `a name of 1 to ${MAX_NAME} visible characters in one line`;

/** How somebody who decides is called. */
export const personSchema = z
  .string()
  .trim()
  .min(1, expected)
  .refine((name) => !isLonger(name, MAX_NAME) && !/[\r\n\t]/.test(name), expected)
  .refine((name) => controlCharactersOf(name).length === 0, expected)
  .refine((name) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) && !/\p{Surrogate}/u.test(name), expected);
