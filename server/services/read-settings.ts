import type { Context } from "#server/context.ts";
import type { SettingsView } from "#server/core/settings.ts";
import { readDatabases } from "./read-databases.ts";
import { readKeepRunsDays } from "./read-keep-runs-days.ts";
import { readOpenApprovals } from "./read-open-approvals.ts";
import { readPrices } from "./read-prices.ts";
import { readToolPolicies } from "./read-tool-policies.ts";

/** The settings without any secret value. */
export async function readSettings(ctx: Context): Promise<SettingsView> {
  const { config } = ctx;
  return {
    model: {
      planner: ctx.models.plannerName,
      hasStepModel: ctx.models.step() !== null,
      hasKey: config.openai.apiKey !== null,
      api: config.openai.api,
      timeoutSeconds: config.modelTimeoutMs / 1_000,
    },
    database: ctx.database.driver,
    needsAccessToken: config.accessToken !== null,
    publicUrl: config.publicUrl,
    filesFolder: config.filesFolder,
    toolPolicies: await readToolPolicies(ctx.db),
    prices: await readPrices(ctx.db),
    openApprovalsPerAgent: await readOpenApprovals(ctx.db),
    keepRunsDays: await readKeepRunsDays(ctx.db),
    databases: await readDatabases(ctx.db),
  };
}
