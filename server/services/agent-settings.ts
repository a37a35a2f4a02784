import type { Context } from "#server/context.ts";
import type { StricterPolicies } from "#server/core/tool.ts";
import { invalid } from "#server/errors.ts";

const MODEL_PATTERN = /^(builtin|openai:\S+)$/;
const MAX_NAME_LENGTH = 120;

/** The name without surrounding space. Throws for one that cannot be shown or kept. */
export function checkAgentName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "" || trimmed.length > MAX_NAME_LENGTH || /[\u0000-\u001f\u007f]/.test(trimmed)) {
    throw refused("name", `The name ${quoted(name)} must be 1 to ${MAX_NAME_LENGTH} characters on one line.`);
  }
  if (!trimmed.isWellFormed()) {
    throw refused("name", "The name holds half of a character pair, which cannot be kept. Write it anew.");
  }
  return trimmed;
}

export function checkAgentModel(model: string | null): string | null {
  if (model !== null && !MODEL_PATTERN.test(model)) {
    throw refused(
      "model",
      `The model ${quoted(model)} is unknown. Use "builtin", "openai:<model id>" or null for the default.`,
    );
  }
  return model;
}

/** The granted tools, each once. Null grants all. One that stood before may be gone by now. */
export function checkAgentTools(
  ctx: Context,
  tools: readonly string[] | null,
  standing: readonly string[] | null = null,
): string[] | null {
  if (tools === null) return null;
  refuseUnknown(ctx, "tools", tools, standing ?? []);
  return [...new Set(tools)];
}

/** The policies that are stricter here than in the workspace. */
export function checkToolPolicies(
  ctx: Context,
  policies: StricterPolicies,
  standing: StricterPolicies,
): StricterPolicies {
  refuseUnknown(ctx, "toolPolicies", Object.keys(policies), Object.keys(standing));
  return policies;
}

function refuseUnknown(
  ctx: Context,
  path: string,
  names: readonly string[],
  standing: readonly string[],
): void {
  const unknown = names.find((name) => ctx.tools.find(name) === null && !standing.includes(name));
  if (unknown === undefined) return;
  const known = ctx.tools.list().map((tool) => tool.name);
  throw refused(path, `There is no tool ${quoted(unknown)}. Tools: ${known.join(", ") || "none"}.`);
}

function refused(path: string, message: string) {
  return invalid(message, [{ path, message }]);
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}
