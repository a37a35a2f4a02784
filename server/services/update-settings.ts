import { sql } from "drizzle-orm";
import { settings } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { SettingsChange, SettingsView } from "#server/core/settings.ts";
import { invalid } from "#server/errors.ts";
import { readSettings } from "./read-settings.ts";
import { TOOL_POLICIES_KEY, readToolPolicies } from "./read-tool-policies.ts";

/** Every process listens here and reads the settings again. */
export const SETTINGS_CHANNEL = "stepwright_settings";

/** Changes what the change names and nothing else; holds in every process from the next call on. */
export async function updateSettings(ctx: Context, change: SettingsChange): Promise<SettingsView> {
  const changes = Object.entries(change.toolPolicies ?? {});
  const unknown = changes.filter(([name]) => ctx.tools.find(name) === null);
  if (unknown.length > 0) {
    const known = ctx.tools
      .list()
      .map((tool) => tool.name)
      .join(", ");
    const issues = unknown.map(([name]) => ({
      path: `toolPolicies.${name}`,
      message: `There is no tool "${name}". Tools: ${known}.`,
    }));
    throw invalid(issues.map((issue) => issue.message).join(" "), issues);
  }

  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${TOOL_POLICIES_KEY}))`);
    const policies = new Map(Object.entries(await readToolPolicies(tx)));
    for (const [name, policy] of changes) {
      if (policy === null) policies.delete(name);
      else policies.set(name, policy);
    }
    const value = Object.fromEntries(policies);
    const updatedAt = ctx.now();
    await tx
      .insert(settings)
      .values({ key: TOOL_POLICIES_KEY, value, updatedAt })
      .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt } });
    await tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, '')`);
  });
  return readSettings(ctx);
}
