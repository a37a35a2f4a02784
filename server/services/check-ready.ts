import { newestMigration } from "#db/migrations.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { executeHot } from "./executor.ts";
import { within } from "./within.ts";

// Who asks gives up after some seconds too, and would never read why.
const PATIENCE_MS = 3_000;

type Part = {
  part: "database" | "migrations" | "queue";
  statement: string;
  fault: (found: unknown) => string | null;
};

const PARTS: Part[] = [
  { part: "database", statement: "select 1 as found", fault: () => null },
  {
    part: "migrations",
    statement: "select max(created_at)::text as found from drizzle.__drizzle_migrations",
    fault: (found) =>
      Number(found) >= newestMigration
        ? null
        : "The schema of the database is older than this program. Start it again, so that it migrates.",
  },
  {
    part: "queue",
    statement: "select count(*)::int as found from pgboss.queue where name = 'drive-run'",
    fault: (found) => (found === 1 ? null : "The job queue is not set up. Start this program again."),
  },
];

const UNREACHABLE = {
  database: "The database does not answer",
  migrations: "The migrations of the database cannot be read",
  queue: "The job queue cannot be read",
};

/** Whether work can be done now: the database answers, migrations are done, the queue is there. */
export async function checkReady(ctx: Context): Promise<{ database: "pglite" | "postgres" }> {
  const execute = executeHot(ctx.database);
  for (const { part, statement, fault } of PARTS) {
    let found: unknown;
    try {
      [{ found } = { found: null }] = await within(PATIENCE_MS, execute(statement, []));
    } catch (cause) {
      ctx.log.warn({ err: cause, part }, "not ready");
      throw notReady(part, `${UNREACHABLE[part]}${codeOf(cause)}.`, cause);
    }
    const problem = fault(found);
    if (problem !== null) throw notReady(part, problem);
  }
  return { database: ctx.database.driver };
}

function notReady(part: Part["part"], detail: string, cause?: unknown): AppError {
  return new AppError("unavailable", detail, { cause, details: { notReady: part } });
}

// Messages of a driver name hosts and users; their codes do not.
function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return ` (${cause.code})`;
  }
  return "";
}
