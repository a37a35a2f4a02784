import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { tryTool } from "#server/agent/try-tool.ts";
import { readAllowedCommands } from "#server/tools/allowed-program.ts";
import { schemaProblems } from "#server/tools/schema-problems.ts";
import { builtInCatalogue } from "./built-in-catalogue.ts";

const OUTSIDE = [
  "http_request",
  "read_web_page",
  "read_feed",
  "send_webhook",
  "send_email",
  "query_database",
];
const PROGRAMS = ["git", "grep", "jq", "sed", "tr", "ls", "find", "cat", "wc", "sort"]
  .map((name) => `/usr/bin/${name}`)
  .filter((file) => existsSync(file));

function catalogueOf(programs: string) {
  const allowed = readAllowedCommands(programs);
  if (!allowed.ok) throw new Error(allowed.error);
  return builtInCatalogue({ commandsAllow: allowed.value });
}

test("every built-in tool has an example that fits its schema", () => {
  const tools = builtInCatalogue().list();

  expect(tools.filter(({ example }) => example === undefined)).toEqual([]);
  expect(tools.flatMap((tool) => schemaProblems(tool.inputSchema, tool.example ?? null))).toEqual([]);
});

test("the example of a tool that needs nothing from outside works in a try", async () => {
  const tools = catalogueOf("/usr/bin/git");
  const inside = tools.list().filter(({ name }) => !OUTSIDE.includes(name));

  const tried = await Promise.all(
    inside.map(async ({ name, example = null }) => {
      const asked = { name, input: example, signal: new AbortController().signal };
      return [name, (await tryTool({ tools, newId: () => "try_1" }, asked)).outcome] as const;
    }),
  );

  expect(tried.filter(([, outcome]) => outcome.type !== "completed")).toEqual([]);
  expect(inside).toHaveLength(7);
});

test.each(PROGRAMS)("the example of a command works where %s is the one that is allowed", async (program) => {
  const tools = catalogueOf(program);
  const input = tools.find("run_command")?.example ?? null;

  const asked = { name: "run_command", input, signal: new AbortController().signal };
  const { outcome } = await tryTool({ tools, newId: () => "try_1" }, asked);
  expect(outcome).toMatchObject({ type: "completed", output: { exitCode: 0 } });
});
