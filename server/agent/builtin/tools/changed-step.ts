import { isObject, type Json } from "#server/core/json.ts";
import { findReferences } from "#server/core/references.ts";
import { capitalised, type ListedStep, nameOf, namesOf, refOf } from "#server/agent/builtin/listed-plan.ts";
import { reworded } from "#server/agent/builtin/read-input.ts";
import { comesBefore } from "#server/agent/builtin/reference.ts";
import { type Edit, edits, type Reading, refuse } from "#server/agent/builtin/understanding.ts";
import { listOf } from "#server/core/list-of.ts";
import type { Field, Input } from "./said-arguments.ts";
import type { Saying } from "./said-value.ts";
import type { ToolFact } from "./tool-facts.ts";

/** Another input for a step's own tool, or for another one; what it reads now it also waits for. */
export function changedStep(
  step: ListedStep,
  { tool, input, said }: { tool: ToolFact; input: Input; said: string },
  saying: Saying,
): Reading {
  if (tool.offBecause !== undefined && tool.name !== step.tool) return refuse(offTold(tool));
  const taken = secretsRefused(input, tool);
  if (taken !== null) return refuse(taken);
  const links = linksFor(step, input, saying);
  if ("refused" in links) return refuse(links.refused);
  const { plan } = saying.world;
  const isSame = tool.name === step.tool && JSON.stringify(input) === JSON.stringify(step.input ?? {});
  if (isSame) return edits([], [step], said);
  const changes: Json[] = [
    ...(step.kind === "reasoning" ? [{ field: "kind", value: "tool" }] : []),
    ...(tool.name === step.tool ? [] : [{ field: "tool", value: tool.name }]),
    { field: "input", value: JSON.stringify(input) },
    ...(tool.name === step.tool ? textsOf(step, input) : []),
    ...(readsRunInput(input) && !step.usesRunInput ? [{ field: "usesRunInput", value: true }] : []),
  ];
  const update: Edit = { op: "update_step", step: refOf(step, plan), changes };
  return edits([...links.edits, update], [step], `${said}${links.said}`);
}

// One field that takes another value: title and instructions that name the old one name the new one.
function textsOf(step: ListedStep, input: Input): Json[] {
  const own = inputOf(step);
  const [name, other] = Object.keys(input).filter(
    (key) => JSON.stringify(input[key]) !== JSON.stringify(own[key]),
  );
  const value = name === undefined || other !== undefined ? undefined : input[name];
  return name !== undefined && typeof value === "string" ? reworded(step, own[name], value) : [];
}

/** Why no step can call it now, and what would change that. */
export function offTold(tool: ToolFact): string {
  return `${capitalised(tool.name)} is off. ${tool.offBecause ?? ""} Nothing was changed.`.replace(
    / {2,}/g,
    " ",
  );
}

export function readsRunInput(input: Json): boolean {
  return findReferences(input).some(({ reference }) => reference.source === "input");
}

const SECRET = /\{\{\s*secret\.(\w+)\s*\}\}/;

/** What is given to such a tool stays readable, so it takes none. */
export function secretsRefused(input: Json, tool: ToolFact): string | null {
  const name = SECRET.exec(JSON.stringify(input))?.[1];
  if (name === undefined || tool.takesSecrets) return null;
  return `${capitalised(tool.name)} takes no secrets, as what it is given stays readable, so {{secret.${name}}} cannot go there. Nothing was changed.`;
}

function linksFor(
  step: ListedStep,
  input: Json,
  { world: { plan } }: Saying,
): { edits: Edit[]; said: string } | { refused: string } {
  const ids = new Set(
    findReferences(input).flatMap(({ reference }) => (reference.source === "step" ? [reference.stepId] : [])),
  );
  const read = plan.steps.filter((other) => other.id !== null && ids.has(other.id));
  const late = read.find((other) => other === step || comesBefore(step, other, plan));
  if (late) {
    return {
      refused:
        late === step
          ? `${capitalised(nameOf(step))} cannot read its own output. Nothing was changed.`
          : `${capitalised(nameOf(step))} comes before ${nameOf(late)}, so it cannot read what that gives. Move it behind that step first. Nothing was changed.`,
    };
  }
  const missing = read.filter((other) => !comesBefore(other, step, plan));
  if (missing.length === 0) return { edits: [], said: "" };
  const dependsOn = missing.map((other) => refOf(other, plan));
  return {
    edits: [{ op: "add_dependency", step: refOf(step, plan), dependsOn }],
    said: `; it waits for ${namesOf(missing)} now`,
  };
}

/** `the url to "https://…" and the method to "POST"`: what is set, for a person to read. */
export function fieldsTold(fields: readonly Field[]): string {
  return listOf(fields.map(({ path, value }) => `the ${path.join(".")} ${shown(value)}`));
}

/** `Changed the url of step 2 "Fetch" from "https://a" to "https://b"`. */
export function changesTold(step: ListedStep, fields: readonly Field[]): string {
  const [only, other] = fields;
  if (!only || other) return `Changed ${nameOf(step)}: it is called with ${fieldsTold(fields)}`;
  const old = only.path.reduce<Json | undefined>(
    (value, name) => (isObject(value) ? value[name] : undefined),
    step.input,
  );
  const from = old === undefined ? "" : ` from ${shown(old)}`;
  return `${from === "" ? "Set" : "Changed"} the ${only.path.join(".")} of ${nameOf(step)}${from} to ${shown(only.value)}`;
}

export function shown(value: Json): string {
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return typeof value === "string" ? `"${short}"` : short;
}

export function inputOf(step: ListedStep): Input {
  return isObject(step.input) ? step.input : {};
}
