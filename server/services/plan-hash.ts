import { createHash } from "node:crypto";
import { canonicalPlan } from "#server/core/canonical-plan.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";

/** The same text for plans of the same content: SHA-256 of its canonical JSON, in hex. */
export function planHashOf(plan: Plan): string {
  return createHash("sha256")
    .update(canonicalJson(canonicalPlan(plan)))
    .digest("hex");
}
