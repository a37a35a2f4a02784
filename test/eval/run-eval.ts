import { parseArgs } from "node:util";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { readBriefCases, readEditCases } from "./case-schema.ts";
import { workspaceTools } from "./workspace-tools.ts";
import { type Outcome, runBriefCase, runEditCase } from "./run-case.ts";

const { values: options } = parseArgs({
  options: {
    edits: { type: "string", default: "test/cases/edits.jsonl" },
    briefs: { type: "string", default: "test/cases/briefs.jsonl" },
    only: { type: "string" },
    failures: { type: "boolean", default: false },
  },
});

const planner = createBuiltinPlanner();
const outcomes: Outcome[] = [];
for (const record of readEditCases(options.edits)) {
  if (isWanted(record.id)) outcomes.push(await runEditCase(planner, record));
}
for (const record of readBriefCases(options.briefs)) {
  if (isWanted(record.id)) outcomes.push(await runBriefCase(planner, record, workspaceTools));
}

if (options.failures)
  for (const outcome of outcomes)
    if (outcome.fault !== null || outcome.collateral.length > 0) console.log(report(outcome));
console.log(table(outcomes));

function isWanted(id: string): boolean {
  return options.only === undefined || id.startsWith(options.only);
}

function report({ id, said, fault, collateral, turn }: Outcome): string {
  return [
    `FAIL ${id}: ${said}`,
    `  ${fault ?? ""}${collateral.length > 0 ? ` collateral: ${collateral.join(", ")}` : ""}`,
    ...turn.called.map((call) => `  ${call.name} ${JSON.stringify(call.input)}`),
    ...turn.refused.map((text) => `  refused: ${text}`),
    `  "${turn.reply}"`,
  ].join("\n");
}

function table(all: readonly Outcome[]): string {
  const groups = Map.groupBy(all, (outcome) => outcome.category);
  const rows = [...groups].sort(([a], [b]) => a.localeCompare(b)).map(([name, group]) => row(name, group));
  const isBrief = (outcome: Outcome) => outcome.category.startsWith("brief: ");
  return [
    `${"category".padEnd(24)} exact      collateral  unasked  invented`,
    ...rows,
    row(
      "EDITS",
      all.filter((outcome) => !isBrief(outcome)),
    ),
    row("BRIEFS", all.filter(isBrief)),
  ].join("\n");
}

function row(name: string, group: readonly Outcome[]): string {
  const exact = group.filter((outcome) => outcome.fault === null).length;
  const rate = group.length === 0 ? "" : `${Math.round((100 * exact) / group.length)}%`;
  const counts = [
    group.filter((outcome) => outcome.collateral.length > 0).length,
    group.filter((outcome) => outcome.unasked).length,
    group.filter((outcome) => outcome.invented).length,
  ];
  const [collateral = "", unasked = "", invented = ""] = counts.map(String);
  return `${name.padEnd(24)} ${`${exact}/${group.length}`.padEnd(8)}${rate.padEnd(5)} ${collateral.padStart(6)} ${unasked.padStart(9)} ${invented.padStart(9)}`;
}
