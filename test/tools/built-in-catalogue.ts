import type { SecretStore, ToolCatalogue } from "#server/context.ts";
import { err, ok } from "#server/core/result.ts";
import { builtInTools, type ToolConfig } from "#server/tools/built-in-tools.ts";
import { createToolCatalogue } from "#server/tools/catalogue.ts";

/** Of a workspace that keeps none. */
export const noSecrets: SecretStore = {
  read: async ([first]) => (first === undefined ? ok(new Map()) : err({ missing: first })),
  redact: (value) => value,
  redactText: (text) => text,
  redactCutText: (text) => text,
  referTo: (text) => text,
  namesIn: () => [],
};

const CLOSED: ToolConfig = {
  dataDir: "/nowhere",
  filesFolder: "/nowhere/files",
  filesRead: [],
  filesWrite: [],
  egressAllow: [],
  commandsAllow: [],
  mail: null,
};

/** The catalogue of a workspace without tool servers, databases and secrets; by default it opens nothing. */
export function builtInCatalogue(
  config: Partial<ToolConfig> = {},
  secrets: SecretStore = noSecrets,
): ToolCatalogue {
  const tools = builtInTools({ ...CLOSED, ...config }, { databases: () => ({}), secrets });
  return createToolCatalogue(() => tools, secrets);
}
