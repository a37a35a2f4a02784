import type { ToolCatalogue } from "#server/context.ts";
import type { Config } from "#server/config.ts";
import { storableText } from "#server/core/storable-text.ts";
import { annotationsOf, isRepeatable } from "#server/core/tool.ts";
import { httpRequestTool } from "./http-request.ts";
import { listFilesTool } from "./list-files.ts";
import { failedForGood, failedNow, outcomeUnknown } from "./outcome.ts";
import { parseCsvTool } from "./parse-csv.ts";
import { readFileTool } from "./read-file.ts";
import { renderTemplateTool } from "./render-template.ts";
import { schemaProblems } from "./schema-problems.ts";
import { storableJson } from "./storable-json.ts";
import { transformTool } from "./transform.ts";
import { writeFileTool } from "./write-file.ts";

type ToolConfig = Pick<Config, "dataDir" | "filesFolder" | "filesRead" | "filesWrite" | "egressAllow">;

/** The built-in tools, bound to the folders and addresses that the settings open. */
export function createToolCatalogue(config: ToolConfig): ToolCatalogue {
  const tools = [
    readFileTool(config),
    writeFileTool(config),
    listFilesTool(config),
    httpRequestTool(config),
    transformTool(),
    renderTemplateTool(),
    parseCsvTool(),
  ];
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  const definitions = tools.map((tool) => tool.definition);

  return {
    list: () => definitions,
    find: (name) => byName.get(name)?.definition ?? null,
    async call(name, input, context) {
      const tool = byName.get(name);
      if (!tool) {
        return failedForGood(`There is no tool "${name}". Tools: ${[...byName.keys()].join(", ")}.`);
      }
      const problems = schemaProblems(tool.definition.inputSchema, input);
      if (problems.length > 0) {
        return failedNow(`The input of "${name}" was refused: ${problems.join("; ")}.`);
      }
      try {
        const outcome = await tool.call(input, context);
        if (outcome.type === "completed") return { ...outcome, output: storableJson(outcome.output) };
        return { ...outcome, message: storableText(outcome.message) };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        const message = `The tool "${name}" broke off: ${reason}`;
        return isRepeatable(annotationsOf(tool.definition, input))
          ? failedNow(message)
          : outcomeUnknown(message);
      }
    },
  };
}
