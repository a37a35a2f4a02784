import { z } from "zod";
import type { ToolCallContext } from "#server/context.ts";
import type { Json, JsonSchema } from "#server/core/json.ts";
import type { ToolAnnotations, ToolDefinition, ToolOutcome } from "#server/core/tool.ts";

/** A tool of the catalogue. `call` gets an input that fits the definition's schema. */
export type Tool = {
  definition: ToolDefinition;
  call: (input: Json, context: ToolCallContext) => Promise<ToolOutcome>;
};

type ToolParts<Input extends z.ZodType> = {
  name: string;
  description: string;
  input: Input;
  output: z.ZodType;
  example: z.input<Input>;
  annotations: ToolAnnotations;
  annotationCases?: ToolDefinition["annotationCases"];
  takesSecrets?: boolean;
  isMessage?: boolean;
  call: (input: z.output<Input>, context: ToolCallContext) => Promise<ToolOutcome>;
};

/** A tool from its two zod schemas: what models and pages see, and what the call receives, are one. */
export function defineTool<Input extends z.ZodType>(parts: ToolParts<Input>): Tool {
  return {
    definition: {
      name: parts.name,
      description: parts.description,
      inputSchema: schemaOf(parts.input),
      outputSchema: schemaOf(parts.output),
      example: parts.example as Json,
      annotations: parts.annotations,
      ...(parts.annotationCases && { annotationCases: parts.annotationCases }),
      ...(parts.takesSecrets && { takesSecrets: true }),
      ...(parts.isMessage && { isMessage: true }),
      policy: "allowed",
    },
    call: (input, context) => parts.call(parts.input.parse(input), context),
  };
}

function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    override: ({ jsonSchema }) => leaveOutWhatGoesWithoutSaying(jsonSchema),
  });
  return rest as JsonSchema;
}

/** That a whole number is one that JSON holds, and that names of fields are text: nobody has to read it. */
function leaveOutWhatGoesWithoutSaying(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
}
