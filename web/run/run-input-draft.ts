import type { Json } from "#server/core/json.ts";
import { err, ok, type Result } from "#server/core/result.ts";
import { type RunInputForm, runInputOf } from "#server/core/run-input-fields.ts";
import { parseInput } from "./parse-input.ts";

/** A run's input on its way: as fields by their names, or as one JSON text. */
export type InputDraft = { mode: "fields" | "json"; texts: Readonly<Record<string, string>>; json: string };

export function emptyInput(form: RunInputForm): InputDraft {
  return { mode: form.fields.length > 0 ? "fields" : "json", texts: {}, json: "" };
}

/** What is sent, null for nothing; or what is wrong, by field, with "json" for the text as a whole. */
export function readInput(form: RunInputForm, draft: InputDraft): Result<Json, Record<string, string>> {
  if (draft.mode === "json") {
    const input = parseInput(draft.json);
    return input.ok ? input : err({ json: input.error });
  }
  const input = runInputOf(form, draft.texts);
  if (!input.ok) return err(Object.fromEntries(input.error.map(({ name, message }) => [name, message])));
  return ok(Object.keys(input.value).length === 0 ? null : input.value);
}

/** The same input written the other way; or why that would lose something. */
export function otherWay(form: RunInputForm, draft: InputDraft): Result<InputDraft, string> {
  return draft.mode === "fields" ? asJson(form, draft) : asFields(form, draft);
}

function asJson(form: RunInputForm, draft: InputDraft): Result<InputDraft, string> {
  const input = readInput(form, draft);
  if (!input.ok) return err(Object.values(input.error).join(" "));
  return ok({
    ...draft,
    mode: "json",
    json: input.value === null ? "" : JSON.stringify(input.value, null, 2),
  });
}

function asFields(form: RunInputForm, draft: InputDraft): Result<InputDraft, string> {
  const input = parseInput(draft.json);
  if (!input.ok) return input;
  const { value } = input;
  if (value === null) return ok({ ...draft, mode: "fields", texts: {} });
  if (typeof value !== "object" || Array.isArray(value))
    return err("Only an object, such as { … }, can be shown as fields.");
  const types = new Map(form.fields.map(({ name, type }) => [name, type]));
  const other = Object.keys(value).find((name) => !types.has(name));
  if (other !== undefined) return err(`"${other}" has no field here, and would be lost.`);
  const texts = Object.entries(value).map(([name, part]) => [
    name,
    types.get(name) === "text" && typeof part === "string" ? part : JSON.stringify(part),
  ]);
  return ok({ ...draft, mode: "fields", texts: Object.fromEntries(texts) });
}
