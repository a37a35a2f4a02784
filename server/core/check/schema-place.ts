import { isObject, type Json, type JsonObject, type JsonSchema } from "#server/core/json.ts";
import { type Path, writePath } from "#server/core/path.ts";
import { nearNames } from "./known-names.ts";
import { type Form, formsOf, MAX_FORMS } from "./schema-forms.ts";

/**
 * What a schema says of a place in its values: the forms of what stands there, or the part of the path
 * that none of them has, and the path that is meant when a name is nearly right.
 */
export type Place = { type: "forms"; forms: Form[] } | { type: "missing"; part: string; meant: Path | null };

/** The place at a path; null when the schema does not say. */
export function placeAt(schema: JsonSchema, path: Path): Place | null {
  let at: Json[] = [schema];
  for (const [index, part] of path.entries()) {
    const forms = allForms(at, schema);
    if (!forms) return null;
    const inside = forms.map((form) => childOf(form, part));
    if (inside.includes("unknown")) return null;
    // Choices that lead to the same schema are one; choices of choices multiply with every part.
    at = [...new Set(inside.filter((child) => child !== "none" && child !== "unknown"))];
    if (at.length > MAX_FORMS) return null;
    if (at.length === 0) {
      const [near] = nearNames(String(part), forms.flatMap(fieldsOf));
      const meant = near === undefined ? null : path.with(index, near);
      return { type: "missing", part: writePath(path.slice(0, index + 1)), meant };
    }
  }
  const forms = allForms(at, schema);
  return forms && { type: "forms", forms };
}

function allForms(schemas: readonly Json[], root: JsonSchema): Form[] | null {
  const all: Form[] = [];
  for (const schema of schemas) {
    const forms = formsOf(schema, root);
    if (!forms) return null;
    for (const form of forms) all.push(form);
  }
  return all;
}

/** The schema of a part of a value; an object that lists its fields has no others, unless it says so. */
function childOf({ type, schema, values }: Form, part: string | number): JsonObject | "none" | "unknown" {
  if (type !== "object" && type !== "array") return "none";
  if (values) return "unknown";
  if (type === "array") {
    if (typeof part === "string" && !/^\d+$/.test(part)) return "none";
    const { prefixItems, items } = schema;
    const own = [prefixItems, items].find(Array.isArray)?.[Number(part)];
    return known(own ?? items);
  }
  const { properties, patternProperties, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, part)) return known(properties[part]);
  if (patternProperties !== undefined) return "unknown";
  if (additionalProperties === false) return "none";
  if (additionalProperties === undefined) return isObject(properties) ? "none" : "unknown";
  return known(additionalProperties);
}

function known(schema: Json | undefined): JsonObject | "unknown" {
  return isObject(schema) ? schema : "unknown";
}

function fieldsOf({ schema: { properties } }: Form): string[] {
  return isObject(properties) ? Object.keys(properties) : [];
}
