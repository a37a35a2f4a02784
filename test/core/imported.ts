import type { Issue, Plan } from "#server/core/plan.ts";
import { importPlan } from "#server/core/plan-import.ts";

/** A text, or any other value as JSON, brought in as a plan; it fails when it is none. */
export function importedAs(value: unknown): { plan: Plan; issues: Issue[]; around?: string } {
  const result = importPlan(typeof value === "string" ? value : JSON.stringify(value));
  if (result === null || "error" in result) throw new Error(`Not imported: ${result?.error}`);
  return result;
}
