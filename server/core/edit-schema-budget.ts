import { z } from "zod";
import { wholeNumberOrNull } from "./edit-schema-settings.ts";
import { fromShortForm } from "./edit-schema-short.ts";
import { isObject, type Json } from "./json.ts";

/** What one run may use. Null is no limit. */
export const budgetLimits = {
  toolCalls: wholeNumberOrNull(),
  tokens: wholeNumberOrNull(),
  costUsd: z.number().nullable(),
  wallSeconds: wholeNumberOrNull(),
  approvals: wholeNumberOrNull(),
};

/** The limits of a proposal. Models are shown the short form of the edits, and may leave it out. */
export const proposedBudgetSchema = z.preprocess(limitsIn, z.strictObject(budgetLimits).nullable()).meta({
  shown: {
    type: ["string", "null"],
    description:
      "What one run may use, if said: JSON text of toolCalls, tokens, costUsd, wallSeconds, approvals.",
  },
});

function limitsIn(given: unknown): unknown {
  // What a tool is called with is JSON.
  const value = (given ?? null) as Json;
  if (value === null) return null;
  const long = fromShortForm({ field: "budget", value });
  if (!isObject(long as Json) || "value" in (long as object)) return value;
  const { field: _field, ...limits } = long as Record<string, Json>;
  return limits;
}
