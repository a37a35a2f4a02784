import { z } from "zod";
import { jsonSchema } from "./json.ts";

const fieldChangeSchema = z.object({
  field: z.string(),
  before: jsonSchema.nullable(),
  after: jsonSchema.nullable(),
});

const stepDiffSchema = z.object({
  stepId: z.string(),
  title: z.string(),
  /** Number in the plan before; null for an added step. */
  before: z.int().nullable(),
  /** Number in the plan after; null for a removed step. */
  after: z.int().nullable(),
});

/** What changed between two plans, field by field. Ids name steps; numbers are for people. */
export const planDiffSchema = z.object({
  plan: z.array(fieldChangeSchema),
  added: z.array(stepDiffSchema),
  removed: z.array(stepDiffSchema),
  changed: z.array(stepDiffSchema.extend({ fields: z.array(fieldChangeSchema) })),
  /** Steps whose place among the steps that both plans have is another one. */
  moved: z.array(stepDiffSchema),
});
export type PlanDiff = z.infer<typeof planDiffSchema>;
