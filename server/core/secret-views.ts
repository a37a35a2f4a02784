import { z } from "zod";

/** A secret as the API shows it: never its value. */
export const secretViewSchema = z.object({
  name: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The id of the key that seals it. */
  keyId: z.string(),
  /** The tool servers and databases whose settings name it. */
  usedBy: z.array(z.string()),
});
export type SecretView = z.infer<typeof secretViewSchema>;

export const SECRET_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
