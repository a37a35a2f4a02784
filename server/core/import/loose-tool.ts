import { isShell } from "#server/core/check/shell-issues.ts";
import { isObject, type Json } from "#server/core/json.ts";
import { STEP_TAKES, TEXT_TAKES } from "./field-values.ts";
import { type Fields, fieldsOf, linesOf, textOf } from "./loose-fields.ts";
import type { Keep } from "./loose-settings.ts";

const TOOL = ["tool", "toolName", "function", "uses", "capsule"];
const AGENT = ["agent", "agentName", "subagent"];
const INPUT = ["input", "inputs", "args", "arguments", "params", "parameters", "with"];
// With "run", "shell" names the program that reads the command.
const COMMAND = ["command", "cmd", "run", "script", "bash", "shell"];

/**
 * The tool or agent that a step names, and its input. A bare command becomes the input of the tool
 * "shell": checking the plan says why it cannot be saved, and nothing of it is lost.
 */
export function takeTool(fields: Fields, keep: Keep): void {
  const tool = fields.take(...TOOL);
  const named = fieldsOf(isObject(tool) ? tool : {});
  const name = isObject(tool) ? textOf(named.take("name", "id")) : tool;
  const agent = fields.take(...AGENT);
  if (agent !== undefined) keepAgent(agent, fields, keep);

  const own = fields.take(...INPUT);
  const given = own ?? (name === undefined ? undefined : named.take(...INPUT));
  if (tool !== undefined && keep("tool", name, STEP_TAKES.tool, TOOL))
    fields.refuseInside(named.left(), ...TOOL);
  const takesCommand = tool === undefined || (typeof name === "string" && isShell(name));
  const command = takesCommand ? commandOf(fields) : undefined;
  if (command !== undefined && tool === undefined) keep("tool", "shell", STEP_TAKES.tool, COMMAND);
  const input = command === undefined ? given : withCommand(given, command);
  if (input !== undefined) keep("input", input, STEP_TAKES.input, INPUT);
}

function keepAgent(agent: Json, fields: Fields, keep: Keep): void {
  const inner = fieldsOf(isObject(agent) ? agent : { name: agent });
  const name = textOf(inner.take("slug", "id", "name"));
  if (keep("agent", name, STEP_TAKES.agent, AGENT)) fields.refuseInside(inner.left(), ...AGENT);
}

function commandOf(fields: Fields): string | undefined {
  const value = fields.take(...COMMAND);
  const inner = fieldsOf(isObject(value) ? value : {});
  const command = isObject(value) ? linesOf(inner.take(...COMMAND)) : linesOf(value);
  if (value === undefined) return undefined;
  if (command === undefined) fields.refuse(TEXT_TAKES, ...COMMAND);
  else fields.refuseInside(inner.left(), ...COMMAND);
  return command;
}

function withCommand(input: Json | undefined, command: string): Json {
  if (isObject(input)) return { ...input, command };
  return input === undefined ? { command } : { command, args: input };
}
