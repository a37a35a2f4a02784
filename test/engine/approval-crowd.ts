import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openPostgres } from "#db/postgres.ts";
import type { ApprovalView } from "#server/core/views.ts";
import { readRun } from "#server/services/read-run.ts";
import { startRun } from "#server/services/start-run.ts";
import { updateSettings } from "#server/services/update-settings.ts";
import { makePlan } from "#test/make.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { openRunWorld, untilOver } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { serveApp } from "#test/serve-app.ts";

const program = fileURLToPath(new URL("./approval-worker.ts", import.meta.url));
const plan = makePlan({ send: [] }, { send: { kind: "tool", tool: "send", approval: {} } });

// More connections at the same moment than a listener keeps in its queue would be refused.
const AT_ONCE = 100;

type Answer = { status: number; body: Record<string, unknown> };
export type Decided = { approval: ApprovalView; answers: Answer[]; canceled: Answer | null };

/**
 * Approvals of as many runs at once, on a real server, with two worker processes: each gets a yes twice
 * and a no, all at the same moment, and every tenth run is canceled in it.
 */
export async function approvalCrowd(size: number) {
  const server = await startPostgres();
  const url = await server.createDatabase();
  const world = await openRunWorld(await openPostgres(url));
  const { ctx } = world;
  const ledger = join(world.folder, "ledger");
  writeFileSync(ledger, "");
  const workers: ChildProcess[] = [];
  const app = await serveApp(ctx);

  async function post(path: string, body: unknown): Promise<Answer> {
    // A connection that is kept may be closed by the server in the moment it is used again.
    const headers = { "content-type": "application/json", connection: "close" };
    const response = await fetch(`${app.url}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  async function pending(): Promise<ApprovalView[]> {
    const found: ApprovalView[] = [];
    for (let cursor = ""; ; ) {
      const page = await fetch(`${app.url}/api/approvals?status=pending&limit=200${cursor}`, {
        headers: { connection: "close" },
      });
      const { items, nextCursor } = (await page.json()) as {
        items: ApprovalView[];
        nextCursor: string | null;
      };
      found.push(...items);
      if (nextCursor === null) return found;
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
    }
  }

  async function decide(approval: ApprovalView, index: number): Promise<Decided> {
    const path = `/api/approvals/${approval.approvalId}`;
    const yes = { decision: "approve", decidedBy: "Ana", inputHash: approval.inputHash };
    const [first, again, no, canceled] = await Promise.all([
      post(path, yes),
      post(path, yes),
      post(path, { decision: "reject", decidedBy: "Bo", note: "Otherwise." }),
      index % 10 === 9 ? post(`/api/runs/${approval.runId}/cancel`, {}) : null,
    ]);
    return { approval, answers: [first, again, no], canceled };
  }

  try {
    for (const workerId of ["w1", "w2"]) {
      workers.push(
        fork(program, [url, workerId, ledger], { stdio: ["ignore", "inherit", "inherit", "ipc"] }),
      );
    }
    await Promise.all(workers.map((child) => once(child, "message")));
    await updateSettings(ctx, { openApprovalsPerAgent: 1_000 });
    const { agentId } = await seedAgent(ctx, plan);
    const runIds: string[] = [];
    for (let index = 0; index < size; index += 1) runIds.push((await startRun(ctx, { agentId })).runId);
    let asked = await pending();
    for (; asked.length < size; asked = await pending()) await setTimeout(100);

    const decided: Decided[] = [];
    for (let from = 0; from < asked.length; from += AT_ONCE) {
      const part = asked.slice(from, from + AT_ONCE);
      decided.push(...(await Promise.all(part.map((approval, index) => decide(approval, from + index)))));
    }
    // Who was refused asks once more, and gets a yes.
    const isOver = async (runId: string) => (await readRun(ctx, { runId })).endedAt !== null;
    for (const runId of runIds) {
      while (!(await isOver(runId))) {
        for (const approval of await pending()) {
          await post(`/api/approvals/${approval.approvalId}`, { decision: "approve", decidedBy: "Cy" });
        }
        await setTimeout(50);
      }
    }
    const runs = await Promise.all(runIds.map((runId) => untilOver(ctx, runId)));
    const acts = readFileSync(ledger, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown[]);
    return { decided, runs, acts };
  } finally {
    for (const child of workers) child.kill("SIGKILL");
    await app.close();
    await world.close();
    await server.stop();
  }
}
