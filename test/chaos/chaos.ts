import { parseArgs } from "node:util";
import { freeze } from "./freeze.ts";
import { full } from "./full.ts";
import { kill } from "./kill.ts";
import { points } from "./points.ts";
import { pressure } from "./pressure.ts";
import { type ChaosOptions, type Report, printReport } from "./report.ts";
import { restart } from "./restart.ts";
import { schedules } from "./schedules.ts";
import { skew } from "./skew.ts";
import { webhooks } from "./webhooks.ts";

const PARTS: Record<string, (options: ChaosOptions) => Promise<Report>> = {
  kill,
  freeze,
  restart,
  points: (given) => points(given),
  pressure,
  full,
  skew,
  schedules,
  webhooks,
};

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "10000" },
    workers: { type: "string", default: "4" },
    rate: { type: "string", default: "14" },
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: "string", default: Object.keys(PARTS).join(",") },
  },
});
const options: ChaosOptions = {
  runs: Number(values.runs),
  workers: Number(values.workers),
  seed: Number(values.seed),
  perSecond: Number(values.rate),
  patience: 1,
  minutes: Number(values.minutes),
};
const unknown = values.only.split(",").filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join(", ")}". Parts: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}

console.log(`Chaos: ${values.runs} runs, ${values.workers} workers, seed ${values.seed}.`);
let problems = 0;
for (const name of values.only.split(",")) {
  const report = await PARTS[name]?.(options);
  if (!report) continue;
  printReport(report);
  problems += report.problems.length;
}
process.exitCode = problems > 0 ? 1 : 0;
