import { z } from "zod";
import { jsonSchema } from "./json.ts";

/** What a check saw that verifies a step whose outcome is unknown. */
const outcomeLookSchema = z.object({
  /** The check. */
  stepId: z.string(),
  number: z.int(),
  title: z.string(),
  tool: z.string(),
  input: jsonSchema,
  /** What the check compares, such as `status == 201`. */
  expected: z.string(),
  /** Null when it could not be said. */
  holds: z.boolean().nullable(),
  /** What is at the place that is compared. */
  observation: jsonSchema,
  /** All that the tool gave, cut when it is long; null when it gave nothing. */
  output: jsonSchema,
  /** Why nothing was seen, or why it could not be compared. */
  problem: z.string().nullable(),
});
export type OutcomeLook = z.infer<typeof outcomeLookSchema>;

export const outcomeLooksSchema = z.object({ lookedAt: z.string(), looks: z.array(outcomeLookSchema) });
export type OutcomeLooks = z.infer<typeof outcomeLooksSchema>;
