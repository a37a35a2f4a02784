import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Config } from "#server/config.ts";
import { CommandError } from "./command-error.ts";
import { withServer } from "./with-server.ts";

/** Writes a run with its plan, log and artifacts to a file or to stdout, as it comes. */
export async function exportRun(config: Config, runId: string, options: { output?: string }): Promise<void> {
  const { output } = options;
  await withServer(config, { mayBegin: false }, async (api) => {
    const body = await api.body(`/api/runs/${encodeURIComponent(runId)}/export`);
    if (body === null)
      throw new CommandError(`The server answered the export of run "${runId}" with nothing.`);
    const pieces = Readable.from(body);
    if (output === undefined) return pipeline(pieces, process.stdout, { end: false });
    await pipeline(pieces, createWriteStream(output)).catch((cause: Error) => {
      throw new CommandError(`The file "${output}" cannot be written: ${cause.message}.`, { cause });
    });
  });
}
