import type { Workspace } from "#server/core/check/workspace.ts";
import { builtInCatalogue } from "#test/tools/built-in-catalogue.ts";

/** What the plans of the benches are checked against. */
export const BENCH_WORKSPACE: Workspace = {
  tools: builtInCatalogue().list(),
  agents: [],
  triggers: { hasCron: true, hasWebhook: false },
  hasModel: true,
};
