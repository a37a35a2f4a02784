import { writeFile } from "node:fs/promises";
import type { Config } from "#server/config.ts";
import { planViewSchema } from "#server/core/views.ts";
import { CommandError } from "./command-error.ts";
import type { ExportFormat } from "./export-formats.ts";
import { print } from "./say.ts";
import { withServer } from "./with-server.ts";

type ExportOptions = { format: ExportFormat; revision?: number; output?: string };

/** Writes an agent's plan to a file or to stdout. */
export async function exportPlan(config: Config, agent: string, options: ExportOptions): Promise<void> {
  const query = options.revision === undefined ? "" : `?revision=${options.revision}`;
  const path = `/api/agents/${encodeURIComponent(agent)}/plan${query}`;
  const text = await withServer(config, { mayBegin: false }, async (api) => {
    if (options.format === "markdown") return api.text(path, { headers: { Accept: "text/markdown" } });
    if (options.format === "mermaid") return api.text(path, { headers: { Accept: "text/vnd.mermaid" } });
    return JSON.stringify((await api.json(planViewSchema, path)).plan, null, 2);
  });

  if (options.output === undefined) return print(text.trimEnd());
  await writeFile(options.output, `${text.trimEnd()}\n`).catch((cause: Error) => {
    throw new CommandError(`The file "${options.output}" cannot be written: ${cause.message}.`, { cause });
  });
}
