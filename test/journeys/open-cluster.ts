import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startPostgres } from "#test/postgres-server.ts";
import { startStepwright } from "#test/stepwright-command.ts";
import { launchBrowser } from "./browser.ts";

const READY = /Stepwright is ready at (http:\/\/127\.0\.0\.1:\d+)\n/;
const SLOW_MS = 60_000;

/** One web process and several workers, each a process of its own, on one PostgreSQL; and a browser. */
export async function openCluster(workers: number) {
  const folder = mkdtempSync(join(tmpdir(), "stepwright-cluster-"));
  const postgres = await startPostgres();
  const outside = await startOutside();
  const settings = {
    DATABASE_URL: await postgres.createDatabase(),
    DATA_DIR: folder,
    PORT: "0",
    MODEL: "builtin",
    EGRESS_ALLOW: "127.0.0.1/32",
  };
  const web = await startStepwright(["web"], settings, READY);
  const standing = await Promise.all(
    Array.from({ length: workers }, () => startStepwright(["worker"], settings, /worker is ready/)),
  );
  const browser = await launchBrowser();

  return {
    url: web.match[1] ?? "",
    outside,
    async newPage(options: Parameters<typeof browser.newContext>[0] = {}): Promise<Page> {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      context.setDefaultTimeout(60_000);
      return context.newPage();
    },
    async close() {
      await browser.close();
      await Promise.all([web, ...standing].map((process) => process.stop()));
      await postgres.stop();
      outside.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server of somebody else's: the first call of each path is never answered, later ones are at once. */
async function startOutside() {
  const calls: string[] = [];
  const server: Server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    const isFirst = !calls.includes(call);
    calls.push(call);
    response.setHeader("content-type", "application/json");
    setTimeout(() => response.end('{"open":12}'), isFirst ? SLOW_MS : 0).unref();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Such as `GET /orders`, in the order of their coming. */
    calls,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The process of the worker that tries the step now, from the worker's name in the run. */
export async function workerOf(url: string, runId: string, stepNumber: number): Promise<number> {
  for (;;) {
    const run = (await (await fetch(`${url}/api/runs/${runId}`)).json()) as {
      steps: { number: number; attempts: { status: string; worker: string | null }[] }[];
    };
    const attempt = run.steps.find((step) => step.number === stepNumber)?.attempts.at(-1);
    const pid = /-(\d+)-[^-]+$/.exec(attempt?.worker ?? "")?.[1];
    if (attempt?.status === "running" && pid !== undefined) return Number(pid);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
