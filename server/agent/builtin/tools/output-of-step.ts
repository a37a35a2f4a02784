import type { ListedPlan, ListedStep } from "#server/agent/builtin/listed-plan.ts";
import { findReferences } from "#server/core/references.ts";
import type { ToolFact } from "./tool-facts.ts";
import { toolNamed } from "./tool-facts.ts";

/** Where the main part of a step's output is, and whether that is a text. */
export type MainOutput = { id: string; path: string; isText: boolean };

const PARTS: Record<string, [path: string, isText: boolean]> = {
  read_file: [".content", true],
  parse_csv: [".rows", false],
  http_request: [".body", false],
  render_template: [".text", true],
  list_files: [".files", false],
  read_feed: [".items", false],
  read_web_page: [".markdown", true],
  query_database: [".rows", false],
  run_command: [".stdout", true],
  transform: ["", false],
};
/** Tools that only hand on or send away what they are given. */
export const SENDERS: ReadonlySet<string> = new Set(["write_file", "send_email", "send_webhook"]);

export function isSender(step: ListedStep): boolean {
  if (SENDERS.has(step.tool ?? "")) return true;
  const method = fieldOf(step.input, "method");
  return step.tool === "http_request" && typeof method === "string" && !/^(?:GET|HEAD)$/.test(method);
}

/** What later steps work with of this one; null where that cannot be told. */
export function mainOutput(step: ListedStep, tools: readonly ToolFact[]): MainOutput | null {
  const { id, tool, kind } = step;
  if (id === null) return null;
  if (tool === null) return kind === "reasoning" ? { id, path: "", isText: !step.exact?.outputSchema } : null;
  const [path, isText] = PARTS[tool] ?? [];
  if (path !== undefined && isText !== undefined) return { id, path, isText };
  const gives = toolNamed(tool, tools)?.gives ?? [];
  return gives.includes("text") ? { id, path: ".text", isText: true } : { id, path: "", isText: false };
}

/** The steps whose output is at hand behind these: one that only sends or writes hands on what it was given. */
export function sourcesBehind(steps: readonly ListedStep[], plan: ListedPlan): ListedStep[] {
  const seen = new Set<ListedStep>();
  const open = [...steps];
  const found: ListedStep[] = [];
  for (let step = open.shift(); step; step = open.shift()) {
    if (seen.has(step)) continue;
    seen.add(step);
    if (!isSender(step) && step.kind !== "wait" && step.kind !== "check") found.push(step);
    else open.push(...handedTo(step, plan));
  }
  return found;
}

// What its input reads, else what it waits for.
function handedTo(step: ListedStep, plan: ListedPlan): ListedStep[] {
  const ids = findReferences(step.input ?? null).flatMap(({ reference }) =>
    reference.source === "step" ? [reference.stepId] : [],
  );
  const read = plan.steps.filter(({ id }) => id !== null && ids.includes(id));
  return read.length > 0 ? read : step.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []);
}

/** A whole reference, or text with the value in it where the place takes text and the output is none. */
export function referenceTo({ id, path, isText }: MainOutput, wantsText: boolean): string {
  return wantsText && !isText ? `\${${id}.output${path}}` : `$${id}.output${path}`;
}

export function fieldOf(input: unknown, name: string): unknown {
  return typeof input === "object" && input !== null && Object.hasOwn(input, name)
    ? Reflect.get(input, name)
    : undefined;
}
