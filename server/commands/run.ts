import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { type Json, jsonSchema } from "#server/core/json.ts";
import { runReportSchema } from "#server/core/views.ts";
import { CommandError } from "./command-error.ts";
import { followRun } from "./follow-run.ts";
import { print, say } from "./say.ts";
import { readable } from "./terminal-text.ts";
import { withServer } from "./with-server.ts";

type RunOptions = { input?: string; follow?: boolean };

const EXIT_CODES = { completed: 0, failed: 1, canceled: 1, paused: 3, queued: 1, running: 1 } as const;

/** Starts a run and prints its log. The exit code says how it ended: 0 completed, 1 failed, 3 a person has to act. */
export async function run(config: Config, agent: string, options: RunOptions): Promise<number> {
  const input = options.input === undefined ? undefined : await readInput(options.input);
  return withServer(config, { mayBegin: false }, async (api) => {
    const { runId } = await api.json(
      z.object({ runId: z.string() }),
      `/api/agents/${encodeURIComponent(agent)}/runs`,
      {
        method: "POST",
        body: input === undefined ? {} : { input },
      },
    );
    say(`Run ${runId}`);
    const atPause = async () => (options.follow ? ("go on" as const) : ("stop" as const));
    const status = await followRun(api, runId, { atPause, print });
    if (status === "paused") {
      say(`The run waits for a person; see it with GET /api/runs/${runId}.`);
    } else {
      const report = await api.json(runReportSchema, `/api/runs/${runId}/report`);
      say(readable(report.summary));
    }
    return EXIT_CODES[status];
  });
}

async function readInput(path: string): Promise<Json> {
  const content = await (path === "-" ? text(process.stdin) : readFile(path, "utf8")).catch(
    (cause: Error) => {
      throw new CommandError(`The input file "${path}" cannot be read: ${cause.message}.`, { cause });
    },
  );
  try {
    return jsonSchema.parse(JSON.parse(content));
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : "";
    throw new CommandError(`The input file "${path}" is not valid JSON: ${reason}.`, { cause });
  }
}
