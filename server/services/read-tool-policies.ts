import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { settings } from "#db/schema.ts";
import { type ToolPolicies, toolPoliciesSchema } from "#server/core/settings.ts";

export const TOOL_POLICIES_KEY = "tool_policies";

/** What the workspace allows instead of the tools' own policies, by tool name. */
export async function readToolPolicies(db: Db): Promise<ToolPolicies> {
  const [row] = await db.select().from(settings).where(eq(settings.key, TOOL_POLICIES_KEY));
  return row === undefined ? {} : toolPoliciesSchema.parse(row.value);
}
