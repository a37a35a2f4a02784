import type { Config } from "#server/config.ts";
import type { SecretStore } from "#server/context.ts";
import { httpRequestTool } from "./http-request.ts";
import { listFilesTool } from "./list-files.ts";
import { parseCsvTool } from "./parse-csv.ts";
import { queryDatabaseTool } from "./query-database.ts";
import { readFeedTool } from "./read-feed.ts";
import { readFileTool } from "./read-file.ts";
import { renderTemplateTool } from "./render-template.ts";
import { readWebPageTool } from "./read-web-page.ts";
import { runCommandTool } from "./run-command.ts";
import { sendEmailTool } from "./send-email.ts";
import { sendWebhookTool } from "./send-webhook.ts";
import type { Tool } from "./tool.ts";
import { transformTool } from "./transform.ts";
import { writeFileTool } from "./write-file.ts";

export type ToolConfig = Pick<
  Config,
  "dataDir" | "filesFolder" | "filesRead" | "filesWrite" | "egressAllow" | "commandsAllow" | "mail"
>;

/** What of the workspace the tools use, as it is now. */
export type ToolWorkspace = {
  /** Addresses of the databases that plans may query, by name. */
  databases: () => Readonly<Record<string, string>>;
  secrets: SecretStore;
};

/** The tools that need no server beside this one, bound to what the settings open. */
export function builtInTools(config: ToolConfig, workspace: ToolWorkspace): Tool[] {
  return [
    readFileTool(config),
    writeFileTool(config),
    listFilesTool(config),
    httpRequestTool(config),
    readWebPageTool(config),
    readFeedTool(config),
    transformTool(),
    renderTemplateTool(),
    parseCsvTool(),
    sendEmailTool(config),
    sendWebhookTool(config),
    queryDatabaseTool(workspace),
    runCommandTool(config),
  ];
}
