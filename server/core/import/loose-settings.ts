import { isObject, type Json } from "#server/core/json.ts";
import { type Step, stepSchema } from "#server/core/plan.ts";
import { secondsOf } from "./durations.ts";
import { STEP_TAKES } from "./field-values.ts";
import { takeApproval } from "./loose-approval.ts";
import { takeFailure } from "./loose-failure.ts";
import { type Fields, textOf } from "./loose-fields.ts";
import { takeTool } from "./loose-tool.ts";

/** Keeps a value that a step can hold and says whether it did; any other is left out, with what works. */
export type Keep = (field: keyof Step, value: unknown, takes: string, names: readonly string[]) => boolean;

/** The fields with settings, each only with a value that the plan can hold. */
export function settingsOf(fields: Fields): Partial<Step> {
  const settings: Record<string, unknown> = {};
  function keep(field: keyof Step, value: unknown, takes: string, names: readonly string[]): boolean {
    const parsed = stepSchema.shape[field].safeParse(value);
    const fits = parsed.success && parsed.data !== undefined;
    if (fits) settings[field] = parsed.data;
    else fields.refuse(takes, ...names);
    return fits;
  }
  function take(
    field: keyof Step,
    others: readonly string[],
    convert: (value: Json) => unknown = (value) => value,
  ): void {
    const names = [field, ...others];
    const value = settings[field] === undefined ? fields.take(...names) : undefined;
    if (value !== undefined) keep(field, convert(value), STEP_TAKES[field], names);
  }

  takeTool(fields, keep);
  take("expectedOutput", ["expected", "expectedResult", "doneWhen", "successCriteria", "acceptance"], textOf);
  take("outputSchema", []);
  take("usesRunInput", []);
  take("check", []);
  take("wait", ["delay", "sleep"], (value) => (isObject(value) ? value : { seconds: secondsOf(value) }));
  take("if", ["when", "condition"], textOf);
  takeFailure(fields, keep);
  take("timeoutSeconds", ["timeout", "timeoutSec", "timeoutSecs", "timeoutInSeconds"], secondsOf);
  take("timeoutSeconds", ["timeoutMinutes", "timeoutInMinutes"], (value) => 60 * secondsOf(value));
  take(
    "timeoutSeconds",
    ["timeoutMs", "timeoutMillis", "timeoutMilliseconds"],
    (value) => secondsOf(value) / 1_000,
  );
  take("precondition", []);
  take("verifies", [], textOf);
  const approval = takeApproval(fields);
  if (approval !== undefined) settings["approval"] = approval;
  return settings;
}
