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

/** Per tool: what one agent may do less freely than the workspace. */
export const stricterPoliciesSchema = z.record(z.string(), toolPolicySchema.exclude(["allowed"]));
export type StricterPolicies = z.infer<typeof stricterPoliciesSchema>;

/** What one agent may use. `granted` null is every tool. */
export type AgentTools = { granted: readonly string[] | null; stricter: StricterPolicies };

/** A tool as plans, models and pages see it. */
export const toolDefinitionSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), jsonSchema),
  outputSchema: z.record(z.string(), jsonSchema).optional(),
  /** An input that works as it is, or once an address in it is a real one. */
  example: jsonSchema.optional(),
  annotations: toolAnnotationsSchema,
  annotationCases: z.array(annotationCaseSchema).optional(),
  policy: toolPolicySchema,
  /** The tool server that it comes from; left out for a built-in tool. */
  server: z.string().optional(),
  /** Whether its input may name secrets: `{{secret.NAME}}`. */
  takesSecrets: z.boolean().optional(),
  /** Whether it only tells somebody something: nothing can be looked at afterwards. */
  isMessage: z.boolean().optional(),
  /** Names of the secrets that its settings use, whatever the input. */
  secrets: z.array(z.string()).optional(),
  /** Why nobody can use it now, whatever the policy: it changed since it was accepted, its server is off. */
  offBecause: z.string().optional(),
});
export type ToolDefinition = z.infer<typeof toolDefinitionSchema> & {
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema | undefined;
};

/** The tool as this agent has it: never less strict than the workspace, and off when it was not granted. */
export function toolOfAgent(tool: ToolDefinition, { granted, stricter }: AgentTools): ToolDefinition {
  if (granted !== null && !granted.includes(tool.name)) {
    return { ...tool, policy: "off", offBecause: "This agent may not use it; its tools can be changed." };
  }
  const own = Object.hasOwn(stricter, tool.name) ? stricter[tool.name] : undefined;
  if (own === undefined || tool.policy === "off" || own === tool.policy) return tool;
  return own === "off"
    ? { ...tool, policy: own, offBecause: "It is switched off for this agent." }
    : { ...tool, policy: own };
}

/** That a tool is off, and why, to be read behind its name: "is switched off for this agent." */
export function offWords({ offBecause = "" }: Pick<ToolDefinition, "offBecause">): string {
  if (offBecause.startsWith("It is switched off")) return offBecause.slice("It ".length);
  return `is switched off. ${offBecause}`.trim();
}

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
export const toolOutcomeSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("completed"), output: jsonSchema }),
  z.object({
    type: z.literal("failed"),
    message: z.string(),
    retry: z.enum(["now", "temporary", "not_retryable"]),
    retryAfterMs: z.number().optional(),
  }),
  z.object({ type: z.literal("outcome_unknown"), message: z.string() }),
]);
export type ToolOutcome = z.infer<typeof toolOutcomeSchema>;
