import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createModels } from "#server/agent/models.ts";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { createApiClient } from "#server/commands/api-client.ts";
import { type Config, readConfig } from "#server/config.ts";
import { count, shareOf } from "./options.ts";
import { evalTable, failureReport, hasFailed } from "./eval-table.ts";
import { productSessions } from "./product-session.ts";
import { readCases } from "./read-cases.ts";
import { recordedSessions } from "./recorded-session.ts";
import type { Outcome } from "./run-case.ts";
import { isBrokenOff, jobsLeft, jobsOf, runJobs } from "./run-cases.ts";
import { type OpenSession, openSession } from "./session.ts";
import { workspaceTools } from "./workspace-tools.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    model: { type: "string" },
    cases: { type: "string", default: "test/cases" },
    only: { type: "string", multiple: true, default: [] },
    share: { type: "string", default: "1/1" },
    results: { type: "string" },
    url: { type: "string" },
    token: { type: "string" },
    parallel: { type: "string", default: "1" },
    "to-the-end": { type: "boolean", default: false },
    out: { type: "string" },
    from: { type: "string", multiple: true, default: [] },
    failures: { type: "boolean", default: true },
  },
});

const outcomes = options.from.length > 0 ? options.from.flatMap(kept) : await measured();
if (options.failures) for (const outcome of outcomes.filter(hasFailed)) console.log(failureReport(outcome));
console.log(evalTable(outcomes));

async function measured(): Promise<Outcome[]> {
  const config = readConfig(process.env);
  const jobs = jobsOf(readCases(options.cases), workspaceTools, {
    only: options.only,
    share: shareOf(options.share),
    toTheEnd: options["to-the-end"],
  });
  if (jobs.length === 0) throw new Error("No case is chosen by --only and --share.");
  const had = options.out !== undefined && existsSync(options.out) ? kept(options.out) : [];
  const left = jobsLeft(jobs, had);
  const parallel = count("parallel", options.parallel);
  return [...had, ...(await runJobs(left, sessions(config), { parallel, onEnd: keep }))];
}

function sessions(config: Config): OpenSession {
  if (options.results !== undefined) return recordedSessions(options.results);
  const { url, token = config.accessToken, model } = options;
  if (url !== undefined) return productSessions(createApiClient(url, token ?? null), model ?? null);
  const planner = createModels(config, createBuiltinPlanner()).planner(model ?? "builtin");
  return (_id, start, { tools = [] } = {}) => openSession(planner, start, tools);
}

/** Adds what came of a case to the file of `--out`: shares make one table, and what was stopped can go on. */
function keep(ended: readonly Outcome[]): void {
  const whole = ended.filter((outcome) => !isBrokenOff(outcome));
  if (options.out !== undefined)
    appendFileSync(options.out, whole.map((outcome) => `${JSON.stringify(outcome)}\n`).join(""));
}

function kept(file: string): Outcome[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Outcome);
}
