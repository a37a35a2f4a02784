import { PgBoss, type Db as BossDb, fromPglite } from "pg-boss";
import { type Database, type Db, rowsOf, statement } from "#db/client.ts";
import type { Context, RunQueue } from "#server/context.ts";

export const DRIVE_RUN = "drive-run";
/** What the jobs of the queue carry. */
export type DriveRunData = { runId: string };

const PRIORITY = { new: 0, continued: 10 };

export type OpenBoss = { boss: PgBoss; queue: RunQueue; close: () => Promise<void> };

/** Opens the job queue that carries runs between workers, on the product's own database. */
export async function openBoss(database: Database, log?: Context["log"]): Promise<OpenBoss> {
  const place =
    "connectionString" in database.boss
      ? { connectionString: database.boss.connectionString, max: 4 }
      : {
          db: fromPglite(database.boss.pglite as Parameters<typeof fromPglite>[0]),
          backend: "pglite" as const,
        };
  const boss = new PgBoss({
    ...place,
    schedule: false,
    superviseIntervalSeconds: 10,
    warningSlowQuerySeconds: 10,
  });
  boss.on("error", (error) => log?.warn({ err: error }, "The job queue met an error"));
  boss.on("warning", (warning) => log?.debug({ warning }, "The job queue warns"));
  await boss.start();
  // A retry of a job is its redelivery after a worker's death; attempts of steps are counted in our rows.
  await boss.createQueue(DRIVE_RUN, {
    notify: true,
    retryLimit: 10_000,
    retryDelay: 0,
    heartbeatSeconds: 10,
    expireInSeconds: 86_399,
    deleteAfterSeconds: 3_600,
  });
  return {
    boss,
    queue: { send: (tx, jobs) => send(boss, tx, jobs) },
    close: () => boss.stop({ graceful: false }),
  };
}

async function send(boss: PgBoss, tx: Db, jobs: Parameters<RunQueue["send"]>[1]): Promise<void> {
  await boss.insert(
    DRIVE_RUN,
    jobs.map(({ runId, startAfter, priority = "new" }) => ({
      data: { runId } satisfies DriveRunData,
      priority: PRIORITY[priority],
      ...(startAfter && { startAfter }),
    })),
    { db: bossDb(tx) },
  );
}

function bossDb(tx: Db): BossDb {
  return {
    executeSql: async (text, values) => ({ rows: rowsOf(await tx.execute(statement(text, values ?? []))) }),
  };
}
