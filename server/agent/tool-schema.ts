import { type JSONSchema7, jsonSchema, type Schema } from "ai";
import { z } from "zod";

const MADE = new WeakMap<z.ZodType, JSONSchema7>();

/**
 * A tool's input for the AI SDK: a JSON Schema that a provider's strict mode takes, as short as it can
 * be because every request carries it. What comes in is judged by `schema` itself and stays as the model
 * wrote it, so that the conversation shows it its own calls and none of another form.
 */
export function toolSchema<Input extends z.ZodType>(schema: Input): Schema<z.input<Input>> {
  return jsonSchema<z.input<Input>>(jsonOf(schema), {
    validate: (value) => {
      const read = schema.safeParse(value);
      if (!read.success) return { success: false, error: read.error };
      return { success: true, value: value as z.input<Input> };
    },
  });
}

function jsonOf(schema: z.ZodType): JSONSchema7 {
  const known = MADE.get(schema);
  if (known) return known;
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    override: ({ jsonSchema: made }) => {
      // A whole number that may be null says so by its types alone.
      if (made.type !== undefined) delete made.anyOf;
      const { shown } = made;
      if (shown === undefined) return;
      for (const key of Object.keys(made)) delete made[key];
      Object.assign(made, shown);
    },
  });
  // Both libraries mean the same dialect, with types of their own.
  const made = withOneOfEach(json) as JSONSchema7;
  MADE.set(schema, made);
  return made;
}

/** Definitions that are alike as one. */
function withOneOfEach(json: z.core.JSONSchema.BaseSchema): unknown {
  const { $defs: definitions = {}, ...rest } = json;
  if (Object.keys(definitions).length === 0) return rest;
  const names = Map.groupBy(Object.keys(definitions), (name) => JSON.stringify(definitions[name]));
  const text = [...names.values()].reduce(
    (before, [first, ...same]) =>
      same.reduce((now, name) => now.replaceAll(`"#/$defs/${name}"`, `"#/$defs/${first}"`), before),
    JSON.stringify({
      ...json,
      $defs: Object.fromEntries([...names.values()].map(([first = ""]) => [first, definitions[first]])),
    }),
  );
  // Strict mode takes nothing beside a reference.
  return JSON.parse(text, (_name, value) => (value?.$ref === undefined ? value : { $ref: value.$ref }));
}
