import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { piecesOf, type Reference } from "#server/core/references.ts";

/** `at` is the place in the template, as a JSON pointer; `isWhole` tells `$a.output` from `${a.output}`. */
export type ReferenceAt = { reference: Reference; at: string; isWhole: boolean };

/** A value of a step in which references are replaced when it starts, and its texts that may hold any. */
export type Template = { field: TemplateField; value: Json; texts: string[]; references: ReferenceAt[] };
export type TemplateField = "input" | "precondition.input" | "wait.until";

export function templatesOf({ input, precondition, wait }: Step): Template[] {
  const templates: Template[] = [];
  if (input !== undefined) templates.push(readTemplate("input", input));
  if (precondition?.input !== undefined)
    templates.push(readTemplate("precondition.input", precondition.input));
  if (wait && "until" in wait) templates.push(readTemplate("wait.until", wait.until));
  return templates;
}

type Open = { item: Json; key: string; parent: Open | null };

function readTemplate(field: TemplateField, value: Json): Template {
  const template: Template = { field, value, texts: [], references: [] };
  const open: Open[] = [{ item: value, key: "", parent: null }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { item } = next;
    if (typeof item === "string") {
      if (item.includes("$")) readText(template, item, pointerTo(next));
    } else if (typeof item === "object" && item !== null) {
      for (const [key, child] of Object.entries(item).reverse())
        open.push({ item: child, key, parent: next });
    }
  }
  return template;
}

function readText({ texts, references }: Template, text: string, at: string): void {
  texts.push(text);
  for (const piece of piecesOf(text)) {
    if (typeof piece !== "string")
      references.push({ reference: piece.reference, at, isWhole: piece.isWhole });
  }
}

function pointerTo({ key, parent }: Open): string {
  return parent ? `${pointerTo(parent)}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}` : "";
}
