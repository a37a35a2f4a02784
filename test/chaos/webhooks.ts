import { Agent } from "node:http";
import { Worker } from "node:worker_threads";
import { openPostgres } from "#db/postgres.ts";
import { executeIn } from "#server/services/executor.ts";
import { post } from "#test/hooks/post.ts";
import { JSON_TYPE, standardHeaders } from "#test/hooks/senders.ts";
import { makePlan } from "#test/make.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { pause } from "./chaos-world.ts";
import type { ChaosOptions, Report } from "./report.ts";
import { percentile } from "./takeovers.ts";
import type { FloodResult } from "./webhook-flood.ts";
import type { Flood } from "./webhook-kinds.ts";
import { startProduct } from "./webhook-server.ts";
import { sendGood } from "./webhook-traffic.ts";

const MOST_EACH = 1_000;
const PER_SECOND = 200;
const WARM_SECONDS = 15;
const MAX_P99_MS = 250;
const SETTLED_MS = 3_000;
const MAX_GROWTH_MB = 64;
const plan = makePlan(
  { pause: [] },
  { pause: { kind: "wait", usesRunInput: true, wait: { seconds: 0.05 } } },
);

/**
 * The started product on PostgreSQL: a thousand deliveries of one id at once, a thousand of ids of their own
 * to two servers, and good ones at 200 a second while a thousand of every bad kind come in.
 */
export async function webhooks({ runs, patience }: ChaosOptions): Promise<Report> {
  const each = Math.min(MOST_EACH, Math.ceil(runs / 10));
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const world = await openRunWorld(await openPostgres(databaseUrl));
  const product = await startProduct(databaseUrl, "start");
  const second = await startProduct(databaseUrl, "web");
  const urls = [product.url, second.url];
  const problems: string[] = [];
  try {
    const standard = await make("standard");
    const token = await make("token");

    const same = await sendSame(standard);
    const one = await sendGood({
      urls,
      hook: standard,
      perSecond: PER_SECOND,
      connections: 20,
      isOver: (sent) => sent >= each,
    });
    await expectRuns("distinct deliveries to two servers", one.accepted.length, 1 + each);

    const calm = await sendFor(standard, WARM_SECONDS);
    const before = product.resident();
    const watch = product.watchResident();
    let isFlooding = true;
    const flooding = floodIn({ url: product.url, standard, token }, each).finally(() => {
      isFlooding = false;
    });
    const busy = await sendGood({ ...traffic(standard), isOver: () => !isFlooding });
    const bad = await flooding;
    const most = watch.stop();
    const sent = 1 + one.accepted.length + calm.accepted.length + busy.accepted.length;
    await expectRuns("good deliveries beside bad ones", busy.accepted.length, sent);

    const p99 = percentile(busy.latencies, 0.99);
    problems.push(
      ...new Set([...same, ...one.problems, ...calm.problems, ...busy.problems, ...bad.problems]),
    );
    if (p99 > MAX_P99_MS * patience) problems.push(`p99 of good deliveries is ${p99.toFixed(0)} ms`);
    if (most - before > MAX_GROWTH_MB) problems.push(`the server grew by ${(most - before).toFixed(0)} MB`);
    // The last of a flood are written and the ones before them removed within seconds.
    await pause(SETTLED_MS);
    const [kept] = await query(
      "select count(*)::int as n from webhook_deliveries where verdict <> 'accepted'",
    );
    if (Number(kept?.["n"]) > 200) problems.push(`${kept?.["n"]} rows of refused deliveries are kept`);

    return {
      part: "webhooks",
      figures: {
        "identical deliveries at once": each,
        "distinct deliveries, two servers": one.accepted.length,
        "good alone, p50 / p99 ms": figuresOf(calm.latencies),
        "bad deliveries": bad.sent,
        "good beside bad ones": busy.accepted.length,
        "good beside bad, p50 / p99 ms": figuresOf(busy.latencies),
        "memory before / most, MB": `${before.toFixed(0)} / ${most.toFixed(0)}`,
        "rows of refused deliveries": Number(kept?.["n"]),
        ...Object.fromEntries(Object.entries(bad.answers).map(([name, tally]) => [name, talliesOf(tally)])),
      },
      problems,
    };
  } finally {
    await Promise.all([product.stop(), second.stop()]);
    await world.close();
    await postgres.stop();
  }

  function query(text: string) {
    return executeIn(world.ctx.db)(text, []);
  }
  async function make(scheme: "standard" | "token") {
    const { agentId } = await seedAgent(world.ctx, plan);
    const answer = await post(`${product.url}/api/agents/${agentId}/webhooks`, {
      body: JSON.stringify({ title: "Chaos", scheme }),
      headers: JSON_TYPE,
    });
    const { webhookId, secret } = JSON.parse(answer.body);
    return { path: `/hooks/${webhookId}`, secret: String(secret) };
  }
  function traffic(hook: { path: string; secret: string }) {
    return { urls: [product.url], hook, perSecond: PER_SECOND, connections: 64 };
  }
  function sendFor(hook: { path: string; secret: string }, seconds: number) {
    return sendGood({ ...traffic(hook), isOver: (sent) => sent >= seconds * PER_SECOND });
  }
  async function expectRuns(what: string, accepted: number, runs: number): Promise<void> {
    const [row] = await query("select count(*)::int as n from runs");
    if (Number(row?.["n"]) !== runs)
      problems.push(`${what}: ${accepted} accepted, ${row?.["n"]} runs of ${runs}`);
  }
  async function sendSame(hook: { path: string; secret: string }): Promise<string[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: each });
    const headers = { ...JSON_TYPE, ...standardHeaders(hook.secret, "{}") };
    const answers = await Promise.all(
      Array.from({ length: each }, (_, index) =>
        post(`${urls[index % urls.length]}${hook.path}`, { body: "{}", headers, agent }),
      ),
    );
    agent.destroy();
    const runIds = new Set(
      answers.map(({ status, body }) => (status === 202 ? JSON.parse(body).runId : status)),
    );
    await expectRuns("identical deliveries", each, 1);
    return runIds.size === 1 ? [] : [`identical deliveries were answered with ${[...runIds].join(", ")}`];
  }
}

function floodIn(target: Flood, each: number): Promise<FloodResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("webhook-flood-thread.ts", import.meta.url), {
      workerData: { target, options: { each, atOnce: 32 } },
    });
    worker.once("message", resolve).once("error", reject);
  });
}

function figuresOf(latencies: readonly number[]): string {
  return [0.5, 0.99].map((share) => percentile(latencies, share).toFixed(0)).join(" / ");
}

function talliesOf(tally: Record<string, number>): string {
  return Object.entries(tally)
    .map(([status, times]) => `${times} × ${status}`)
    .join(", ");
}
