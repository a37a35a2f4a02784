import type { Workspace } from "#server/core/check/workspace.ts";
import { createToolCatalogue } from "#server/tools/catalogue.ts";

const folders = {
  dataDir: "/nowhere",
  filesFolder: "/nowhere",
  filesRead: [],
  filesWrite: [],
  egressAllow: [],
};

/** What the plans of the benches are checked against. */
export const BENCH_WORKSPACE: Workspace = {
  tools: createToolCatalogue(folders).list(),
  agents: [],
  triggers: { hasCron: true, hasWebhook: false },
  hasModel: true,
};
