import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Amounts } from "./bench-amounts.ts";
import { median, printFigure } from "./bench-figures.ts";
import { type RawCommits, ratioOf } from "./measure-throughput.ts";

const folder = fileURLToPath(new URL("./peers/", import.meta.url));
const PEERS = { LangGraph: "langgraph.mjs", Mastra: "mastra.mjs" };
const RUNS_AT_ONCE = 16;
// They take minutes for more.
const MOST_DIAMONDS = 200;

const SHAPES = ["chain", "fan", "chains", "diamonds"] as const;
type Rates = Record<(typeof SHAPES)[number], number>;

/** The same shapes of no-op steps in other engines, each in a process of its own on the same server. */
export async function measurePeers(
  urls: () => Promise<string>,
  amounts: Amounts,
  rawCommits: RawCommits,
): Promise<void> {
  if (!existsSync(`${folder}node_modules`)) {
    throw new Error('The peers are not installed. "npm run bench:peers" installs them and measures.');
  }
  for (const [name, program] of Object.entries(PEERS)) {
    const url = await urls();
    const commits: number[] = [];
    const rounds: Rates[] = [];
    for (let round = 0; round < amounts.rounds; round += 1) {
      commits.push(await rawCommits());
      rounds.push(await runPeer(program, url, amounts));
    }
    console.log(`\n${name}, in process, on the same PostgreSQL`);
    printFigure("raw sequential commits", `${Math.round(median(commits))}/s`, commits);
    for (const shape of SHAPES) {
      const values = rounds.map((rates) => rates[shape]);
      const ratio = ratioOf(values, commits).toFixed(2);
      printFigure(shape, `${Math.round(median(values))} steps/s, ratio ${ratio}`, values);
    }
  }
}

async function runPeer(program: string, url: string, amounts: Amounts): Promise<Rates> {
  const { chainLength, width, chains } = amounts;
  const diamonds = Math.min(MOST_DIAMONDS, amounts.diamonds);
  const given = JSON.stringify({ chainLength, width, chains, diamonds, atOnce: RUNS_AT_ONCE });
  const { stdout } = await promisify(execFile)(execPath, [program, url, given], { cwd: folder });
  // The last line is the answer of the program above.
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Rates;
}
