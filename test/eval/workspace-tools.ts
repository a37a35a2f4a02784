import { readConfig } from "#server/config.ts";
import { builtInCatalogue } from "#test/tools/built-in-catalogue.ts";

/** The tools that every installation has. */
export const workspaceTools = builtInCatalogue(readConfig({})).list();
