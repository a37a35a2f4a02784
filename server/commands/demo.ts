import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "#server/config.ts";
import { createApiClient } from "./api-client.ts";
import { placeEmptyDatabase } from "./demo-database.ts";
import { demoConversation } from "./demo-conversation.ts";
import { demoRun } from "./demo-run.ts";
import { expectDemo } from "./expect-demo.ts";
import { print, say } from "./say.ts";
import { startServer } from "./start-server.ts";

const data = fileURLToPath(new URL("../demo", import.meta.url));

/** The whole job once, over the HTTP API of a real server with the embedded defaults, in a new folder. */
export async function demo(options: { keep?: boolean }): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "stepwright-demo-"));
  const config = readConfig({ DATA_DIR: folder, MODEL: "builtin", LOG_LEVEL: "error" });
  mkdirSync(config.filesFolder);
  copyFileSync(join(data, "orders.csv"), join(config.filesFolder, "orders.csv"));

  say("Preparing an embedded database in a new folder…");
  await placeEmptyDatabase(folder);
  const server = await startServer(config, {
    web: { host: config.host, port: 0, isAnnounced: true },
    worker: true,
    say,
    signal: new AbortController().signal,
  });
  try {
    if (server.url === null) throw new Error("A server with a web role has an address");
    const api = createApiClient(server.url, null);
    const agent = await demoConversation(api, readFileSync(join(data, "brief.md"), "utf8"));
    const runId = await demoRun(api, agent);
    showReport(join(folder, "runs", runId, "report.md"));
  } finally {
    await server.close();
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
  if (options.keep) print(`\nEverything is in ${folder}. To go on: DATA_DIR=${folder} npm start`);
  print(
    "\nThat was the whole job: brief, plan, edits, a refusal, a snapshot, a run, its log and its result.",
  );
  return 0;
}

function showReport(path: string): void {
  const lines = readFileSync(path, "utf8").split("\n");
  print(`\n== The file that the run wrote, its first lines`);
  for (const line of lines.slice(0, 9)) print(`   ${line}`);
  const rows = lines.filter((line) => /^\| [A-Za-z]+ \| \d+ \| \d+(\.\d+)? \|$/.test(line));
  expectDemo(rows.length > 5, `the report has ${rows.length} rows of countries`);
}
