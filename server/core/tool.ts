import { z } from "zod";
import { type Json, type JsonSchema, jsonSchema } from "./json.ts";

/** Hints in the words of the Model Context Protocol. A missing hint counts as the dangerous answer. */
export const toolAnnotationsSchema = z.object({
  readOnlyHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});
export type ToolAnnotations = z.infer<typeof toolAnnotationsSchema>;

/**
 * Inputs for which other hints hold than for the tool at its worst, e.g. a request that only reads.
 * null in `isOneOf` stands for a parameter that is left out.
 */
const annotationCaseSchema = z.object({
  parameter: z.string(),
  isOneOf: z.array(z.union([z.string(), z.boolean(), z.null()])),
  annotations: toolAnnotationsSchema,
});

export const toolPolicySchema = z.enum(["allowed", "needs_approval", "off"]);
export type ToolPolicy = z.infer<typeof toolPolicySchema>;

/** A tool as plans, models and pages see it. */
export const toolDefinitionSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), jsonSchema),
  outputSchema: z.record(z.string(), jsonSchema).optional(),
  annotations: toolAnnotationsSchema,
  annotationCases: z.array(annotationCaseSchema).optional(),
  policy: toolPolicySchema,
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema> & {
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema | undefined;
};

/** The hints that hold for this input. A reference in place of a value counts as the worst one. */
export function annotationsOf(tool: ToolDefinition, input: Json | undefined): ToolAnnotations {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return tool.annotations;
  const found = tool.annotationCases?.find(({ parameter, isOneOf }) => {
    const value = Object.hasOwn(input, parameter) ? input[parameter] : null;
    return isOneOf.some((item) => item === value);
  });
  return found?.annotations ?? tool.annotations;
}

/** A tool whose call may be made twice without a second effect. */
export function isRepeatable(annotations: ToolAnnotations): boolean {
  return annotations.readOnlyHint === true || annotations.idempotentHint === true;
}

export function isReadOnly(annotations: ToolAnnotations): boolean {
  return annotations.readOnlyHint === true;
}

/** MCP: destructive is only meaningful for a tool that writes, and is assumed there unless denied. */
export function isDestructive(annotations: ToolAnnotations): boolean {
  return annotations.readOnlyHint !== true && annotations.destructiveHint !== false;
}

/**
 * How a tool call ended.
 * - `not_retryable`: no other attempt can succeed (unknown tool, refused address, missing secret).
 * - `temporary`: the same call may succeed later (429, 5xx, refused connection); wait first.
 * - `outcome_unknown`: the call may have had its effect (timeout or broken connection after sending).
 */
export type ToolOutcome =
  | { type: "completed"; output: Json }
  | { type: "failed"; message: string; retry: "now" | "temporary" | "not_retryable"; retryAfterMs?: number }
  | { type: "outcome_unknown"; message: string };
