import { z } from "zod";
import { fromShortForm } from "./edit-schema-short.ts";
import { SHOWN_CHANGE } from "./edit-schema-shown.ts";
import { mistakeIn } from "./edit-schema-mistake.ts";
import { comparisonOperatorSchema, onErrorSchema, stepKindSchema } from "./plan.ts";

const integer = z.number().refine(Number.isInteger, { error: "must be a whole number", abort: true });

// Model providers' strict mode refuses ranges in a schema, and a whole number must not bring its own.
export function wholeNumber(description?: string) {
  return integer.meta({ type: "integer", ...(description !== undefined && { description }) });
}

export function wholeNumberOrNull(description?: string) {
  return integer.nullable().meta({
    type: ["integer", "null"],
    ...(description !== undefined && { description }),
  });
}

/** One step, by id or by the number that the person saw. */
export const stepReferenceSchema = z
  .union([z.string(), integer.meta({ type: "integer" })], "must be the id or the number of a step")
  .meta({
    id: "Step",
    description: "A step's exact id, or its number as shown, which never shifts within a call.",
  });
export type StepReference = z.infer<typeof stepReferenceSchema>;

const anyValue = z.union(
  [z.string(), z.number(), z.boolean(), z.null()],
  "must be text, a number, true, false or null",
);

const approvalSetting = z.strictObject({
  field: z.enum(["approval"]),
  required: z.boolean(),
  reason: z.string().nullable(),
  expiresAfterHours: z.number().nullable(),
  approvers: wholeNumberOrNull(),
});

const textSetting = z.strictObject({
  field: z.enum(["if", "tool", "input", "agent", "outputSchema"]),
  value: z.string().nullable(),
});

const numberSetting = z.strictObject({
  field: z.enum(["retries", "timeoutSeconds"]),
  value: wholeNumber(),
});

const onErrorSetting = z.strictObject({
  field: z.enum(["onError"]),
  value: onErrorSchema,
});

const runInputSetting = z.strictObject({
  field: z.enum(["usesRunInput"]),
  value: z.boolean(),
});

const verifiesSetting = z.strictObject({
  field: z.enum(["verifies"]),
  value: z.union(
    [z.string(), integer.meta({ type: "integer" }), z.null()],
    "must be the id or the number of a step, or null",
  ),
});

const checkSetting = z.strictObject({
  field: z.enum(["check"]),
  path: z.string(),
  op: comparisonOperatorSchema,
  value: anyValue,
  everySeconds: wholeNumber(),
  withinSeconds: wholeNumber(),
});

const waitSetting = z.strictObject({
  field: z.enum(["wait"]),
  seconds: z.number().nullable(),
  until: z.string().nullable(),
});

const preconditionSetting = z.strictObject({
  field: z.enum(["precondition"]),
  tool: z.string().nullable(),
  input: z.string().nullable(),
  path: z.string().nullable(),
  op: z.union(
    [comparisonOperatorSchema, z.null()],
    `must be null or one of ${comparisonOperatorSchema.options.join(" ")}`,
  ),
  value: anyValue,
});

const settings = [
  approvalSetting,
  textSetting,
  numberSetting,
  onErrorSetting,
  runInputSetting,
  verifiesSetting,
  checkSetting,
  waitSetting,
  preconditionSetting,
] as const;

const textChange = z.strictObject({
  field: z.enum(["title", "instructions", "expectedOutput"]),
  value: z.string(),
});

const kindChange = z.strictObject({ field: z.enum(["kind"]), value: stepKindSchema });

export const settingSchema = z
  .preprocess(fromShortForm, z.union(settings, { error: ({ input }) => mistakeIn("field", settings, input) }))
  .meta({ id: "Change", shown: SHOWN_CHANGE });
export type Setting = z.infer<typeof settingSchema>;

const changes = [textChange, kindChange, ...settings] as const;

export const changeSchema = z
  .preprocess(fromShortForm, z.union(changes, { error: ({ input }) => mistakeIn("field", changes, input) }))
  .meta({ id: "StepChange", shown: SHOWN_CHANGE });
export type Change = z.infer<typeof changeSchema>;
