import { appendFileSync, existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { createModels } from "#server/agent/models.ts";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { createApiClient } from "#server/commands/api-client.ts";
import { type Config, readConfig } from "#server/config.ts";
import { evalTable, failureReport, hasFailed } from "./eval-table.ts";
import { jsonLines } from "./json-lines.ts";
import { count, problemOf, shareOf, WrongUse } from "./options.ts";
import { productSessions } from "./product-session.ts";
import { readCases } from "./read-cases.ts";
import { recordedSessions } from "./recorded-session.ts";
import type { Outcome } from "./run-case.ts";
import { isBrokenOff, jobsLeft, jobsOf, runJobs } from "./run-cases.ts";
import { type OpenSession, openSession } from "./session.ts";
import { workspaceTools } from "./workspace-tools.ts";

// Written by this program; what is looked at tells it from a file of another kind.
const outcomeSchema = z.custom<Outcome>(
  (value) => typeof value === "object" && value !== null && "id" in value && "turn" in value,
  "This is no outcome of a case.",
);

try {
  const options = optionsOf(process.argv.slice(2));
  const outcomes = options.from.length > 0 ? options.from.flatMap(kept) : await measured(options);
  if (options.failures) for (const outcome of outcomes.filter(hasFailed)) console.log(failureReport(outcome));
  console.log(evalTable(outcomes));
} catch (error) {
  const problem = problemOf(error);
  if (problem === null) throw error;
  console.error(`eval: ${problem}`);
  process.exitCode = 2;
}

function optionsOf(args: string[]) {
  return parseArgs({
    args,
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
  }).values;
}

type Options = ReturnType<typeof optionsOf>;

async function measured(options: Options): Promise<Outcome[]> {
  const config = readConfig(process.env);
  const jobs = jobsOf(readCases(options.cases), workspaceTools, {
    only: options.only,
    share: shareOf(options.share),
    toTheEnd: options["to-the-end"],
  });
  if (jobs.length === 0) throw new WrongUse("No case is chosen by --only and --share.");
  const had = options.out !== undefined && existsSync(options.out) ? kept(options.out) : [];
  const left = jobsLeft(jobs, had);
  const parallel = count("parallel", options.parallel);
  return [
    ...had,
    ...(await runJobs(left, sessions(config, options), { parallel, onEnd: keepIn(options.out) })),
  ];
}

function sessions(config: Config, options: Options): OpenSession {
  if (options.results !== undefined) return recordedSessions(options.results);
  const { url, token = config.accessToken, model } = options;
  if (url !== undefined) return productSessions(createApiClient(url, token ?? null), model ?? null);
  const planner = createModels(config, createBuiltinPlanner()).planner(model ?? "builtin");
  return (_id, start, { tools = [] } = {}) => openSession(planner, start, tools);
}

/** Adds what came of a case to the file of `--out`: shares make one table, and what was stopped can go on. */
function keepIn(file: string | undefined) {
  return (ended: readonly Outcome[]): void => {
    const whole = ended.filter((outcome) => !isBrokenOff(outcome));
    if (file !== undefined)
      appendFileSync(file, whole.map((outcome) => `${JSON.stringify(outcome)}\n`).join(""));
  };
}

function kept(file: string): Outcome[] {
  return jsonLines(file, outcomeSchema);
}
