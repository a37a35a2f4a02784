import { parseArgs } from "node:util";
import { createModels } from "#server/agent/models.ts";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { readConfig } from "#server/config.ts";
import { readCases } from "./case-schema.ts";
import { evalTable, failureReport, hasFailed } from "./eval-table.ts";
import { type Outcome, runBriefCase, runEditCase } from "./run-case.ts";
import { runConversation } from "./run-conversation.ts";
import { type OpenSession, openSession } from "./session.ts";
import { recordedSessions } from "./recorded-session.ts";
import { workspaceTools } from "./workspace-tools.ts";

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    model: { type: "string", default: "builtin" },
    cases: { type: "string", default: "test/cases" },
    only: { type: "string", default: "" },
    results: { type: "string" },
    failures: { type: "boolean", default: true },
  },
});

const open = options.results === undefined ? sessionsWith(options.model) : recordedSessions(options.results);
const { edits, briefs, conversations } = readCases(options.cases);
const wanted = <Case extends { id: string }>(all: readonly Case[]) =>
  all.filter(({ id }) => id.startsWith(options.only));

const outcomes: Outcome[] = [];
for (const record of wanted(edits)) outcomes.push(await runEditCase(open, record));
for (const record of wanted(briefs)) outcomes.push(await runBriefCase(open, record, workspaceTools));
for (const record of wanted(conversations)) outcomes.push(...(await runConversation(open, record)));

if (options.failures) for (const outcome of outcomes.filter(hasFailed)) console.log(failureReport(outcome));
console.log(evalTable(outcomes));

function sessionsWith(model: string): OpenSession {
  const planner = createModels(readConfig(process.env), createBuiltinPlanner()).planner(model);
  return (_id, start, { tools = [] } = {}) => openSession(planner, start, tools);
}
