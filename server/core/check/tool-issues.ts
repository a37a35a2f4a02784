import { shortened } from "#server/core/characters.ts";
import type { Issue } from "#server/core/plan.ts";
import { annotationsOf, isReadOnly, offWords, type ToolDefinition } from "#server/core/tool.ts";
import type { Call } from "./calls.ts";
import { asQuestion, someOf } from "./known-names.ts";
import type { Outline } from "./outline.ts";
import { say } from "./sayings.ts";
import { isShell } from "./shell-issues.ts";
import { type Placed, stepError } from "./step-issue.ts";
import type { Workspace } from "./workspace.ts";

const MAX_LISTED = 12;

/** Whether the tool of a call exists and may be used here. */
export function toolIssues(placed: Placed, call: Call, outline: Outline, { granted }: Workspace): Issue[] {
  const { step } = placed;
  const { tool: name, path, isOwn, input } = call;
  // That no step runs a shell is said of it elsewhere.
  if (isShell(name)) return [];
  const tool = outline.tools.get(name);
  if (!tool) return [unknownTool(placed, call, outline)];
  if (tool.policy === "off") {
    const says = `uses the tool "${name}", which ${offWords(tool)} Choose another tool.`;
    return [stepError(placed, "tool_not_granted", says, { path })];
  }
  if (granted && !granted.includes(name)) {
    const says = `uses the tool "${name}", which this agent may not use. Grant it in the agent's settings or choose another.`;
    return [stepError(placed, "tool_not_granted", says, { path })];
  }
  if ((isOwn && step.kind !== "check") || isReadOnly(annotationsOf(tool, input?.value))) return [];
  const observes = isOwn ? "is a check" : "has a precondition";
  const says = `${observes} with the tool "${name}", which may change something. Observe with a read-only tool.`;
  const harmless = isOwn ? sayHarmless(placed, tool) : undefined;
  return [stepError(placed, "check_not_read_only", says, { path, say: harmless })];
}

function unknownTool(placed: Placed, call: Call, { usableTools, nearTools }: Outline): Issue {
  const { tool: name, path, isOwn } = call;
  const { number } = placed;
  const near = nearTools(name);
  const [meant] = isOwn ? near : [];
  const list =
    usableTools.length === 0 ? "It has none to use." : `It has ${someOf(usableTools, MAX_LISTED)}.`;
  const says = `uses the tool "${shortened(name)}", which this workspace does not have.${asQuestion(near)} ${list}`;
  const place = { path, say: meant === undefined ? undefined : say.callTool(number, meant) };
  return stepError(placed, "unknown_tool", says, place);
}

/** The value of a parameter with which the tool only reads, e.g. a method. */
function sayHarmless({ number }: Placed, { annotationCases = [] }: ToolDefinition): string | undefined {
  for (const { parameter, isOneOf, annotations } of annotationCases) {
    const value = isOneOf.find((item) => typeof item === "string");
    if (isReadOnly(annotations) && value !== undefined) return say.setParameter(number, parameter, value);
  }
  return undefined;
}
