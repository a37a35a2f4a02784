import { afterAll, expect, test } from "vitest";
import type { Row } from "#db/client.ts";
import { newestMigration } from "#db/migrations.ts";
import type { Context } from "#server/context.ts";
import { checkReady } from "#server/services/check-ready.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const { ctx, close } = await openTestContext();
afterAll(close);

/** A context whose hot statements are answered by `hot`, and by the real database where it says nothing. */
function withHot(hot: (statement: string) => Promise<Row[]> | null): Context {
  return {
    ...ctx,
    database: {
      ...ctx.database,
      hot: (statement, parameters) => hot(statement) ?? ctx.database.hot(statement, parameters),
    },
  };
}

test("a process with its database, its migrations and its queue is ready", async () => {
  const ready = await checkReady(ctx);
  const newer = withHot((statement) =>
    statement.includes("drizzle") ? Promise.resolve([{ found: String(newestMigration + 1) }]) : null,
  );
  const besideNewer = await checkReady(newer);

  expect(ready).toEqual({ database: "pglite" });
  expect(besideNewer).toEqual({ database: "pglite" });
});

test("what is not ready is named, and where the database is stays unsaid", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED db.internal:5432 as planner"), {
    code: "ECONNREFUSED",
  });
  const answerOf = async (hot: (statement: string) => Promise<Row[]> | null) => {
    const server = await serveApp(withHot(hot));
    const answer = await send(server.url, "/api/ready");
    await server.close();
    return { status: answer.status, text: answer.body, ...JSON.parse(answer.body) };
  };

  const gone = await answerOf(() => Promise.reject(refused));
  const old = await answerOf((statement) =>
    statement.includes("drizzle") ? Promise.resolve([{ found: String(newestMigration - 1) }]) : null,
  );
  const empty = await answerOf((statement) =>
    statement.includes("drizzle") ? Promise.resolve([{ found: null }]) : null,
  );
  const bare = await answerOf((statement) =>
    statement.includes("pgboss")
      ? Promise.reject(Object.assign(new Error("no pgboss"), { code: "42P01" }))
      : null,
  );
  const without = await answerOf((statement) =>
    statement.includes("pgboss") ? Promise.resolve([{ found: 0 }]) : null,
  );

  expect(gone).toMatchObject({
    status: 503,
    notReady: "database",
    detail: "The database does not answer (ECONNREFUSED).",
  });
  expect(gone.text).not.toContain("db.internal");
  expect(old).toMatchObject({ status: 503, notReady: "migrations" });
  expect(old.detail).toContain("older than this program");
  expect(empty).toMatchObject({ status: 503, notReady: "migrations" });
  expect(bare).toMatchObject({ notReady: "queue", detail: "The job queue cannot be read (42P01)." });
  expect(without).toMatchObject({ notReady: "queue" });
  expect(without.detail).toContain("not set up");
});

test("a database that takes a request and never answers is said to be silent, in time", async () => {
  const silent = withHot(() => new Promise(() => {}));

  const error: unknown = await checkReady(silent).catch((thrown: unknown) => thrown);

  expect(String(error)).toContain("The database does not answer (TIMEOUT).");
});
