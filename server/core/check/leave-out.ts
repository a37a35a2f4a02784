import type { ErrorObject } from "ajv";
import { isObject, type Json } from "#server/core/json.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { say, spokenPath } from "./sayings.ts";
import { unescaped } from "./schema-forms.ts";
import { validatorOf } from "./schema-validator.ts";

// What a step's own input leaves out is made from its instructions when the attempt starts.
const LEFT_OUT = ["required", "minProperties", "dependencies", "dependentRequired"];

export function isLeftOut({ keyword }: ErrorObject): boolean {
  return LEFT_OUT.includes(keyword);
}

/** The names that a JSON pointer leads through. */
export function partsOf(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescaped);
}

/**
 * The sentence that leaves one part out of an input; none where the tool needs that part, does something
 * else without it, or where the part has no name that could be said.
 */
export function sayLeaveOut(
  number: number,
  tool: ToolDefinition | undefined,
  input: Json | undefined,
  parts: readonly string[],
): string | undefined {
  const isDecisive = tool?.annotationCases?.some(
    ({ parameter }) => parts.length === 1 && parameter === parts[0],
  );
  if (isDecisive || (tool && isNeeded(tool, input, parts))) return undefined;
  if (parts.length === 0) return say.dropInput(number);
  const path = spokenPath(parts);
  return path === null ? undefined : say.leaveOut(number, path);
}

function isNeeded(tool: ToolDefinition, input: Json | undefined, parts: readonly string[]): boolean {
  const validate = validatorOf(tool.inputSchema);
  validate?.(parts.length === 0 ? {} : without(input, parts));
  const above = `/${parts.slice(0, -1).join("/")}`.replace(/\/$/, "");
  return (validate?.errors ?? []).some((error) => isLeftOut(error) && error.instancePath === above);
}

function without(value: Json | undefined, [part = "", ...inner]: readonly string[]): unknown {
  if (!isObject(value)) return value;
  const { [part]: own, ...rest } = value;
  return inner.length === 0 ? rest : { ...rest, [part]: without(own, inner) };
}
