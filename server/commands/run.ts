import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { type Json, jsonSchema } from "#server/core/json.ts";
import { runReportSchema } from "#server/core/views.ts";
import { type ApiClient, ApiProblem } from "./api-client.ts";
import { CommandError } from "./command-error.ts";
import { followRun } from "./follow-run.ts";
import { print, say } from "./say.ts";
import { serverUrl } from "./server-url.ts";
import { readable } from "./terminal-text.ts";
import { withServer } from "./with-server.ts";

type RunOptions = { input?: string; follow?: boolean };

const EXIT_CODES = { completed: 0, failed: 1, canceled: 1, paused: 3, queued: 1, running: 1 } as const;

/** Starts a run and prints its log. The exit code says how it ended: 0 completed, 1 failed, 3 a person has to act. */
export async function run(config: Config, agent: string, options: RunOptions): Promise<number> {
  const input = options.input === undefined ? undefined : await readInput(options.input);
  return withServer(config, { mayBegin: false }, async (api) => {
    const { runId } = await startRun(config, api, agent, input);
    say(`Run ${runId}`);
    const atPause = async () => (options.follow ? ("go on" as const) : ("stop" as const));
    const status = await followRun(api, runId, { atPause, print });
    const report = await api.json(runReportSchema, `/api/runs/${runId}/report`);
    say(readable(report.summary));
    if (status === "paused") say(`To answer, open ${placeOf(`/runs/${runId}`, api, config)}.`);
    return EXIT_CODES[status];
  });
}

async function startRun(config: Config, api: ApiClient, agent: string, input: Json | undefined) {
  const path = `/api/agents/${encodeURIComponent(agent)}/runs`;
  const body = input === undefined ? {} : { input };
  const call = api.json(z.object({ runId: z.string() }), path, { method: "POST", body });
  return call.catch((error: unknown) => {
    if (!(error instanceof ApiProblem) || !/^Save the plan first\b/.test(error.message)) throw error;
    const page = placeOf(`/agents/${encodeURIComponent(agent)}`, api, config);
    const said = `npx stepwright chat ${agent} --message "save it"`;
    throw new CommandError(`${error.message} Say it with: ${said}. Or open ${page} and press "Save".`, {
      cause: error,
    });
  });
}

/** A page as the person can open it: of the server that runs, or of one that is to be started. */
function placeOf(path: string, api: ApiClient, config: Config): string {
  const running = /^the server at (\S+)$/.exec(api.place)?.[1];
  const url = config.publicUrl ?? running ?? serverUrl(config.host, config.port);
  const page = `${url.replace(/\/$/, "")}${path}`;
  return running === undefined ? `${page} once "npx stepwright start" runs` : page;
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
