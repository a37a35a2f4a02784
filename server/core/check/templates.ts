import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { readTemplate, type ReferenceAt } from "#server/core/references.ts";

/** A value of a step in which references are replaced when it starts, and its texts that may hold any. */
export type Template = { field: TemplateField; value: Json; texts: string[]; references: ReferenceAt[] };
export type TemplateField = "input" | "precondition.input" | "wait.until";

export function templatesOf({ input, precondition, wait }: Step): Template[] {
  const templates: Template[] = [];
  const add = (field: TemplateField, value: Json | undefined) => {
    if (value !== undefined) templates.push({ field, value, ...readTemplate(value) });
  };
  add("input", input);
  add("precondition.input", precondition?.input);
  add("wait.until", wait && "until" in wait ? wait.until : undefined);
  return templates;
}
