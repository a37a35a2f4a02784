import { readConfig } from "#server/config.ts";
import { createToolCatalogue } from "#server/tools/catalogue.ts";

/** The tools that every installation has. */
export const workspaceTools = createToolCatalogue(readConfig({})).list();
