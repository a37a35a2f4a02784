import { z } from "zod";
import { wholeNumberOrNull } from "./edit-schema-settings.ts";
import { isObject, type Json } from "./json.ts";
import { catchUpSchema, overlapSchema } from "./trigger.ts";

const fields = z.strictObject({
  action: z.enum(["set", "pause", "resume", "remove"]).describe("pause without dates: off until resumed."),
  schedule: wholeNumberOrNull("The number to change; null = new."),
  cron: z.string().nullable().describe("Five fields."),
  timezone: z.string().nullable().describe("IANA name or city if said, else null."),
  words: z.string(),
  overlap: orNull(overlapSchema, "While a run goes on."),
  catchUp: orNull(catchUpSchema, "After downtime."),
  input: z.string().nullable().describe("JSON text."),
  pausedFrom: z.string().nullable().describe("YYYY-MM-DD"),
  pausedUntil: z.string().nullable().describe("The last day."),
});

/** Only what is said need be there. */
export const setScheduleInputSchema = z.preprocess(withAllFields, fields);
export type SetScheduleInput = z.infer<typeof fields>;

const UNSAID: Readonly<Record<string, Json>> = {
  action: "set",
  schedule: null,
  cron: null,
  timezone: null,
  words: "",
  overlap: null,
  catchUp: null,
  input: null,
  pausedFrom: null,
  pausedUntil: null,
};

function withAllFields(given: unknown): unknown {
  // What a tool is called with is JSON.
  const call = given as Json | undefined;
  return isObject(call) ? { ...UNSAID, ...call } : call;
}

/** Null leaves it as it is; of a new schedule the default. */
function orNull<Options extends z.ZodEnum>(options: Options, description: string) {
  const shown = { type: ["string", "null"], enum: [...options.options, null], description };
  return options.nullable().meta({ shown });
}
