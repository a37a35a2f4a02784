import { warmUpPlanner } from "#server/agent/builtin/planner-process.ts";
import { runAttempt } from "#server/agent/step-runner.ts";
import { createApp } from "#server/app.ts";
import type { Config } from "#server/config.ts";
import { startScheduler } from "#server/engine/scheduler.ts";
import { startNotices } from "#server/engine/notices.ts";
import { startWorker } from "#server/engine/worker.ts";
import type { RunAttempt } from "#server/engine/try-step.ts";
import { startingApp } from "#server/http/starting.ts";
import { resealSecrets } from "#server/services/reseal-secrets.ts";
import { readPrices } from "#server/services/read-prices.ts";
import { createWatchApp } from "#server/watch-app.ts";
import { type Fetch, listen } from "./listen.ts";
import { openContext } from "./open-context.ts";
import { writeServerFile } from "./server-file.ts";

const GRACE_MS = 3_000;

type Web = {
  host: string;
  port: number;
  /** Where the page is, once `build` is through. */
  page?: { folder: string; build: () => Promise<void> };
  isAnnounced: boolean;
};
type ServerOptions = {
  web: Web | null;
  worker: boolean;
  say: (line: string) => void;
  signal: AbortSignal;
};
export type RunningServer = { url: string | null; close: () => Promise<void> };

/** Opens the doors, then the database, then the worker. Until all is there, the doors say so. */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const { web } = options;
  await using opened = new AsyncDisposableStack();
  // Doors and worker stop side by side, and only then the database closes.
  const stops: (() => Promise<void>)[] = [];
  const stopAll = async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
  };
  opened.defer(stopAll);

  const starting = startingApp({ isHttps: config.publicUrl?.startsWith("https:") ?? false });
  let respond: Fetch = (request, bindings) => starting.fetch(request, bindings);
  const { host, metricsPort } = config;
  const doors = web ?? (metricsPort === null ? null : { host, port: metricsPort, setting: "METRICS_PORT" });
  const listening =
    doors === null ? null : await listen((request, bindings) => respond(request, bindings), doors);
  if (listening !== null) stops.push(() => listening.close(GRACE_MS));

  await web?.page?.build();
  const { ctx, boss, close } = await openContext(config, {
    ...options,
    makesFilesFolder: config.databaseUrl === null || web === null || web.isAnnounced,
  });
  opened.defer(close);
  const tracing =
    config.tracing === null
      ? null
      : (await import("#server/tracing/open-tracing.ts")).openTracing(config, ctx);
  if (tracing !== null) opened.defer(() => tracing.close());
  opened.defer(stopAll);

  if (options.worker) {
    const resealed = await resealSecrets(ctx);
    if (resealed > 0) ctx.log.info({ resealed }, "secrets were sealed with the present key");
    const runner = { ...ctx, prices: () => readPrices(ctx.db) };
    const attempt: RunAttempt = (request, hooks) => runAttempt(runner, request, hooks);
    const worker = await startWorker(ctx, { boss, runAttempt: tracing?.traced(attempt) ?? attempt });
    stops.push(() => worker.stop());
    const notices = startNotices(ctx);
    stops.push(() => notices.stop());
    const scheduler = await startScheduler(ctx);
    stops.push(() => scheduler.stop());
  }
  if (web === null) {
    const app = createWatchApp(ctx);
    respond = (request, bindings) => app.fetch(request, bindings);
  } else if (listening !== null) {
    warmUpPlanner();
    const app = createApp(ctx, web.page === undefined ? {} : { pageFolder: web.page.folder });
    respond = (request, bindings) => app.fetch(request, bindings);
    if (web.isAnnounced) opened.defer(writeServerFile(ctx.config.dataDir, listening.url));
  }

  const stack = opened.move();
  return { url: web === null ? null : (listening?.url ?? null), close: () => stack.disposeAsync() };
}
