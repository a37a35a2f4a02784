import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";

/** Whether work can be done now: the database answers, and our tables and the queue's are there. */
export async function checkReady(ctx: Context): Promise<{ database: "pglite" | "postgres" }> {
  try {
    await ctx.database.hot("select id from runs limit 1", []);
    await ctx.database.hot("select name from pgboss.queue limit 1", []);
  } catch (cause) {
    ctx.log.warn({ err: cause }, "not ready");
    throw new AppError("unavailable", "The database is not reachable, or its schema is not up to date.", {
      cause,
    });
  }
  return { database: ctx.database.driver };
}
