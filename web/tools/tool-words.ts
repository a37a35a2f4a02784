import { isObject, type Json } from "#server/core/json.ts";
import {
  isDestructive,
  isReadOnly,
  isRepeatable,
  type ToolAnnotations,
  type ToolDefinition,
  type ToolOutcome,
  type ToolPolicy,
} from "#server/core/tool.ts";
import type { ToolPolicies } from "#server/core/settings.ts";
import { durationText } from "#web/durations.ts";

export const POLICY_NAMES: Record<ToolPolicy, string> = {
  allowed: "Allowed",
  needs_approval: "Asks first",
  off: "Off",
};

export const POLICY_CHOICES: readonly { value: ToolPolicy; label: string; hint: string }[] = [
  { value: "allowed", label: "Allowed", hint: "Plans call it without asking, unless a step says otherwise." },
  {
    value: "needs_approval",
    label: "Asks first",
    hint: "Each call waits in Approvals until a person agrees.",
  },
  { value: "off", label: "Off", hint: "No plan can call it." },
];

export type Effect = { kind: "reads" | "writes" | "destroys" | "outside"; label: string; sentence: string };

/** What a tool with these hints may do. A missing hint is told as the dangerous answer. */
export function effectsOf(annotations: ToolAnnotations): Effect[] {
  const effects: Effect[] = [];
  if (isReadOnly(annotations)) {
    effects.push({ kind: "reads", label: "Reads only", sentence: "It changes nothing." });
  } else {
    const again = isRepeatable(annotations)
      ? "A second call of the same changes nothing more."
      : "Each call counts.";
    effects.push({ kind: "writes", label: "Writes", sentence: `It changes something. ${again}` });
  }
  if (isDestructive(annotations)) {
    effects.push({
      kind: "destroys",
      label: "Can destroy",
      sentence: "It may overwrite or delete what is there.",
    });
  }
  if (annotations.openWorldHint !== false) {
    effects.push({
      kind: "outside",
      label: "Reaches the outside",
      sentence: "It talks to services elsewhere.",
    });
  }
  return effects;
}

/** `Only reads when method is GET or HEAD, or left out.` */
export function caseSentences(tool: ToolDefinition): string[] {
  return (tool.annotationCases ?? []).map(({ parameter, isOneOf, annotations }) => {
    const values = isOneOf.filter((value) => value !== null).map(String);
    const when = [
      ...(values.length > 0 ? [`is ${orList(values)}`] : []),
      ...(isOneOf.includes(null) ? ["is left out"] : []),
    ].join(", or ");
    const what = isReadOnly(annotations)
      ? "Only reads"
      : effectsOf(annotations)
          .filter(({ kind }) => kind !== "outside")
          .map(({ label }) => label)
          .join(", ");
    return `${what} when ${parameter} ${when}.`;
  });
}

// The built-in ones that write files; what they write by a relative path stands in the folder of the call.
const FILE_WRITERS: ReadonlySet<string> = new Set(["write_file", "run_command"]);

/** What a call with this input will do, said before it is made. */
export function callWarning(tool: ToolDefinition, annotations: ToolAnnotations): string {
  const parts = [
    isDestructive(annotations) ? "may overwrite or delete what is there" : "changes something",
    ...(annotations.openWorldHint !== false ? ["reaches services elsewhere"] : []),
  ];
  const files = FILE_WRITERS.has(tool.name)
    ? " What it writes by a relative path is written in a folder that goes with the try."
    : "";
  return `This calls “${tool.name}” for real, once, with the input above. It ${parts.join(" and ")}. No approval is asked for.${files}`;
}

/** Whether what a try gave names a file that is gone with the folder of the try. */
export function namesLostFile({ name }: ToolDefinition, output: Json): boolean {
  if (!isObject(output)) return false;
  const { path, parts } = output;
  if (Array.isArray(parts)) return parts.some((part) => isObject(part) && typeof part["file"] === "string");
  return name === "write_file" && typeof path === "string" && !path.startsWith("/");
}

type OutcomeWords = { level: "info" | "warning" | "error"; title: string; text: string };

/** How a call ended, in words; null when it gave an output. */
export function outcomeWords(outcome: ToolOutcome): OutcomeWords | null {
  if (outcome.type === "completed") return null;
  if (outcome.type === "outcome_unknown") {
    return {
      level: "warning",
      title: "Nobody knows whether it had its effect.",
      text: "Look where it should have worked before you call it again.",
    };
  }
  if (outcome.retry === "now")
    return { level: "error", title: "It failed.", text: "Another input may help." };
  if (outcome.retry === "not_retryable") {
    return {
      level: "error",
      title: "It failed for good.",
      text: "Trying again as things are helps nothing.",
    };
  }
  const after = outcome.retryAfterMs === undefined ? "" : ` in ${durationText(outcome.retryAfterMs / 1_000)}`;
  return { level: "warning", title: "It failed for now.", text: `The same call may work later${after}.` };
}

/** Why nobody can use it whatever is allowed; null when it can be used, or is off by choice alone. */
export function whyUnusable({ name, offBecause }: ToolDefinition, chosen: ToolPolicies): string | null {
  const isOffByChoice = Object.hasOwn(chosen, name) && chosen[name] === "off";
  // Said where the page of tools is before everybody's eyes.
  return isOffByChoice ? null : (offBecause?.replace(" on the page of tools", " above") ?? null);
}

/** What the workspace allows the tool, as far as it can be used. */
export function chosenPolicy(tool: ToolDefinition, chosen: ToolPolicies): ToolPolicy {
  if (Object.hasOwn(chosen, tool.name)) return chosen[tool.name] ?? tool.policy;
  return tool.offBecause === undefined ? tool.policy : "allowed";
}

/** Whether nobody says anything about what the tool does. */
export function saysNothing({ annotations }: ToolDefinition): boolean {
  return Object.values(annotations).every((hint: Json | undefined) => hint === undefined);
}

export function orList(items: readonly string[], word = "or"): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}

export function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
