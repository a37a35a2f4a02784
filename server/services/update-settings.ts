import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { settings } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { shortened } from "#server/core/characters.ts";
import type { Json } from "#server/core/json.ts";
import type { SettingsChange, SettingsView } from "#server/core/settings.ts";
import { invalid } from "#server/errors.ts";
import { DATABASES_KEY, readDatabases } from "./read-databases.ts";
import { KEEP_RUNS_DAYS_KEY } from "./read-keep-runs-days.ts";
import { OPEN_APPROVALS_KEY } from "./read-open-approvals.ts";
import { PRICES_KEY, readPrices } from "./read-prices.ts";
import { readSettings } from "./read-settings.ts";
import { TOOL_POLICIES_KEY, readToolPolicies } from "./read-tool-policies.ts";

/** Every process listens here and reads the settings again. */
export const SETTINGS_CHANNEL = "stepwright_settings";
const MAX_PRICES = 500;
const MAX_DATABASES = 50;
const MAX_TOLD = 20;

/** Changes what the change names and nothing else; holds in every process from the next call on. */
export async function updateSettings(ctx: Context, change: SettingsChange): Promise<SettingsView> {
  const { toolPolicies, prices, openApprovalsPerAgent, keepRunsDays, databases } = change;
  refuseUnknownTools(ctx, toolPolicies ?? {});

  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${SETTINGS_CHANNEL}))`);
    if (toolPolicies !== undefined) {
      await write(ctx, tx, TOOL_POLICIES_KEY, changed(await readToolPolicies(tx), toolPolicies));
    }
    if (prices !== undefined) {
      const next = changed(await readPrices(tx), prices);
      refuseTooMany("prices", Object.keys(next).length, MAX_PRICES);
      await write(ctx, tx, PRICES_KEY, next);
    }
    if (databases !== undefined) {
      const next = changed(await readDatabases(tx), databases);
      refuseTooMany("databases", Object.keys(next).length, MAX_DATABASES);
      await write(ctx, tx, DATABASES_KEY, next);
    }
    if (openApprovalsPerAgent !== undefined) {
      await write(ctx, tx, OPEN_APPROVALS_KEY, openApprovalsPerAgent);
    }
    if (keepRunsDays === null) await tx.delete(settings).where(eq(settings.key, KEEP_RUNS_DAYS_KEY));
    else if (keepRunsDays !== undefined) await write(ctx, tx, KEEP_RUNS_DAYS_KEY, keepRunsDays);
    await tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, '')`);
  });
  return readSettings(ctx);
}

// The policy of a tool that is gone can be forgotten.
function refuseUnknownTools(ctx: Context, policies: NonNullable<SettingsChange["toolPolicies"]>): void {
  const unknown = Object.keys(policies).filter(
    (name) => policies[name] !== null && ctx.tools.find(name) === null,
  );
  if (unknown.length === 0) return;
  const known = ctx.tools
    .list()
    .map((tool) => tool.name)
    .join(", ");
  const issues = unknown.slice(0, MAX_TOLD).map((name) => {
    const shown = shortened(name);
    return { path: `toolPolicies.${shown}`, message: `There is no tool "${shown}".` };
  });
  throw invalid(`${issues.map((issue) => issue.message).join(" ")} Tools: ${known}.`, issues);
}

function refuseTooMany(what: "prices" | "databases", count: number, most: number): void {
  if (count <= most) return;
  const message = `That would be ${count} ${what}, and at most ${most} are kept. Remove some first.`;
  throw invalid(message, [{ path: what, message }]);
}

function changed<Value>(
  standing: Readonly<Record<string, Value>>,
  changes: Readonly<Record<string, Value | null>>,
): Record<string, Value> {
  const next = new Map(Object.entries(standing));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return Object.fromEntries(next);
}

async function write(ctx: Context, tx: Db, key: string, value: Json): Promise<void> {
  const updatedAt = ctx.now();
  await tx
    .insert(settings)
    .values({ key, value, updatedAt })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt } });
}
