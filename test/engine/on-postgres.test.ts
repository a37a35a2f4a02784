import { afterAll, expect, test } from "vitest";
import { openPostgres } from "#db/postgres.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { runCases } from "./run-cases.ts";

const server = await startPostgres();
afterAll(server.stop);

await runCases(async () => openPostgres(await server.createDatabase()));

test("race 9: hot statements keep to keys, also when they were planned on empty tables", async () => {
  const database = await openPostgres(await server.createDatabase());
  const settings = await Promise.all(
    ["enable_seqscan", "enable_hashjoin", "plan_cache_mode"].map((name) => database.hot(`show ${name}`, [])),
  );
  await database.close();

  expect(settings.flat()).toEqual([
    { enable_seqscan: "off" },
    { enable_hashjoin: "off" },
    { plan_cache_mode: "force_generic_plan" },
  ]);
});
