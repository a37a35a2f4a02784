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

export const toolPolicySchema = z.enum(["allowed", "needs_approval", "off"]);
export type ToolPolicy = z.infer<typeof toolPolicySchema>;

/** A tool as plans, models and pages see it. */
export const toolDefinitionSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), jsonSchema),
  outputSchema: z.record(z.string(), jsonSchema).optional(),
  annotations: toolAnnotationsSchema,
  policy: toolPolicySchema,
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema> & {
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema | undefined;
};

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
