import type { Step } from "#server/core/plan.ts";
import type { Template } from "./templates.ts";

/** A tool that a step names: its own, or the one that its precondition looks with. */
export type Call = {
  tool: string;
  input: Template | undefined;
  isOwn: boolean;
  path: "tool" | "precondition.tool";
};

const NO_INPUT: Template = { field: "precondition.input", value: {}, texts: [], references: [] };

export function callsOf({ tool, precondition }: Step, templates: readonly Template[]): Call[] {
  const calls: Call[] = [];
  const inputOf = (field: string) => templates.find((template) => template.field === field);
  if (tool !== undefined) {
    const input = inputOf("input");
    calls.push({ tool, input, isOwn: true, path: "tool" });
  }
  if (precondition) {
    // No model makes what a precondition leaves out.
    const input = inputOf("precondition.input") ?? NO_INPUT;
    const path = "precondition.tool";
    calls.push({ tool: precondition.tool, input, isOwn: false, path });
  }
  return calls;
}
