import { z } from "zod";
import { mistakeIn } from "./edit-schema-mistake.ts";
import { comparisonOperatorSchema, onErrorSchema, stepKindSchema } from "./plan.ts";

const integer = z.number().refine(Number.isInteger, { error: "must be a whole number", abort: true });

// Model providers' strict mode refuses ranges in a schema, and a whole number must not bring its own.
export function wholeNumber(description: string) {
  return integer.meta({ type: "integer", description });
}

export function wholeNumberOrNull(description: string) {
  return integer.nullable().meta({ type: ["integer", "null"], description });
}

/** One step, by id or by the number that the person saw. */
export const stepReferenceSchema = z
  .union(
    [
      z
        .string()
        .describe(
          "The id, copied exactly from the plan, or the id you gave a step earlier in this same call.",
        ),
      wholeNumber(
        "The number shown in the plan you were given. It never shifts within a call, whatever the edits before it did.",
      ),
    ],
    "must be the id or the number of a step",
  )
  .meta({ id: "StepReference", description: "One step. Prefer the id." });
export type StepReference = z.infer<typeof stepReferenceSchema>;

const anyValue = z
  .union([z.string(), z.number(), z.boolean(), z.null()], "must be text, a number, true, false or null")
  .describe("Compared with.");

const approvalSetting = z
  .strictObject({
    field: z.enum(["approval"]),
    required: z
      .boolean()
      .describe(
        'true: a person approves the exact input just before this step acts ("ask me first", "needs my ok"); of an approval that the step has, what is null here stays. false: no approval any more.',
      ),
    reason: z.string().nullable().describe("Why, if the person said so."),
    expiresAfterHours: z.number().nullable().describe("null unless said."),
    approvers: wholeNumberOrNull("How many people; null = one, unless the step has more."),
  })
  .meta({ id: "ApprovalSetting" });

const textSetting = z
  .strictObject({
    field: z.enum(["if", "tool", "input", "agent", "outputSchema"]),
    value: z
      .string()
      .nullable()
      .describe(
        "if: a condition such as $create-account.status == 'failed' or $count.output.total > 30; when false the step is skipped. tool: a tool name from the list. input, outputSchema: JSON written as text. agent: an agent slug. null clears the field.",
      ),
  })
  .meta({ id: "TextSetting" });

const numberSetting = z
  .strictObject({
    field: z.enum(["retries", "timeoutSeconds"]),
    value: wholeNumber(
      'retries: how often to try again after the first attempt, 0 to 9: "retry twice" is 2, "try three times in total" is 2. timeoutSeconds: limit for one attempt.',
    ),
  })
  .meta({ id: "NumberSetting" });

const onErrorSetting = z
  .strictObject({
    field: z.enum(["onError"]),
    value: onErrorSchema.describe(
      'What a final failure of this step does. skip_dependents (default): the steps after it are skipped. continue: the rest goes on as if it had succeeded ("ignore it", "keep going"). skip: counts as skipped. stop: the whole run stops.',
    ),
  })
  .meta({ id: "OnErrorSetting" });

const runInputSetting = z
  .strictObject({
    field: z.enum(["usesRunInput"]),
    value: z
      .boolean()
      .describe(
        "true when the step works on what starts the run: a webhook payload, a form, something pasted in each time.",
      ),
  })
  .meta({ id: "RunInputSetting" });

const verifiesSetting = z
  .strictObject({
    field: z.enum(["verifies"]),
    value: z
      .union(
        [z.string(), integer.meta({ type: "integer" }), z.null()],
        "must be the id or the number of a step, or null",
      )
      .describe("kind check only: the step whose outcome this check confirms."),
  })
  .meta({ id: "VerifiesSetting" });

const checkSetting = z
  .strictObject({
    field: z.enum(["check"]),
    path: z.string().describe("Where to look in the tool output."),
    op: comparisonOperatorSchema,
    value: anyValue,
    everySeconds: wholeNumber("Poll interval."),
    withinSeconds: wholeNumber("Give up after."),
  })
  .meta({ id: "CheckSetting", description: "kind check only." });

const waitSetting = z
  .strictObject({
    field: z.enum(["wait"]),
    seconds: z.number().nullable().describe("Either seconds …"),
    until: z.string().nullable().describe("… or an ISO time."),
  })
  .meta({ id: "WaitSetting", description: "kind wait only." });

const preconditionSetting = z
  .strictObject({
    field: z.enum(["precondition"]),
    tool: z.string().nullable().describe("A read-only tool; null removes the precondition."),
    input: z.string().nullable().describe("JSON written as text."),
    path: z.string().nullable().describe("Where to look."),
    op: z.union(
      [comparisonOperatorSchema, z.null()],
      `must be null or one of ${comparisonOperatorSchema.options.join(" ")}`,
    ),
    value: anyValue,
  })
  .meta({ id: "PreconditionSetting" });

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
  value: z.string().describe("The new text, whole. A rename changes the title only."),
});

const kindChange = z.strictObject({ field: z.enum(["kind"]), value: stepKindSchema });

export const settingSchema = z
  .union(settings, { error: ({ input }) => mistakeIn("field", settings, input) })
  .meta({
    id: "Setting",
    description: "One setting. List only what the person asked for; everything not listed keeps its default.",
  });
export type Setting = z.infer<typeof settingSchema>;

const changes = [textChange, kindChange, ...settings] as const;

export const changeSchema = z
  .union(changes, { error: ({ input }) => mistakeIn("field", changes, input) })
  .describe("One field and its new value. Fields not listed stay exactly as they are.");
export type Change = z.infer<typeof changeSchema>;
