import type { Db } from "#db/client.ts";
import { findSavedPlans } from "./find-saved-plans.ts";

/** The active agents whose saved plan names a tool that begins so, in words: `the saved plan of "Digest"`. */
export async function findToolUsers(db: Db, prefix: string): Promise<string[]> {
  const saved = await findSavedPlans(db);
  return saved.flatMap(({ user, plan }) => {
    const tools = plan.steps.flatMap((step) => [step.tool ?? "", step.precondition?.tool ?? ""]);
    return tools.some((tool) => tool.startsWith(prefix)) ? [user] : [];
  });
}
