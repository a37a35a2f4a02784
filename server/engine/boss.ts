import { PgBoss, type Db as BossDb, fromPglite } from "pg-boss";
import { type Database, type Db, rowsOf, statement } from "#db/client.ts";
import type { Context, RunQueue } from "#server/context.ts";
import { within } from "#server/services/within.ts";

export const DRIVE_RUN = "drive-run";
/** What the jobs of the queue carry. */
export type DriveRunData = { runId: string };

const CLOSE_MS = 1_000;
const PRIORITY = { new: 0, continued: 10 };

// What pg-boss does with an insert, in the statement of a new run: one round trip for both.
const SEND_NEW_RUN = `,
job as (
  insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, heartbeat_seconds,
    expire_seconds, deletion_seconds, keep_until, policy, dead_letter)
  select q.name, jsonb_build_object('runId', run.id), q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
    q.heartbeat_seconds, q.expire_seconds, q.deletion_seconds, now() + q.retention_seconds * interval '1 s', q.policy,
    q.dead_letter
  from run join pgboss.queue q on q.name = '${DRIVE_RUN}'
  returning id),
queued as (
  select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), '${DRIVE_RUN}') from job)`;

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
    queue: { send: (tx, jobs) => send(boss, tx, jobs), sendNewRun: SEND_NEW_RUN },
    close: async () => {
      try {
        await within(CLOSE_MS, boss.stop({ graceful: false }));
      } catch (error) {
        log?.warn({ err: error }, "The job queue did not close in time");
      }
    },
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
