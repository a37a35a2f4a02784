import { afterAll, beforeAll, expect, test } from "vitest";
import { existsSync } from "node:fs";
import { type PostgresServer, startPostgres } from "#test/postgres-server.ts";
import { messageOf } from "./call-tool.ts";
import { makeDatabaseWorld } from "./database-world.ts";

let server: PostgresServer;
let world: Awaited<ReturnType<typeof makeDatabaseWorld>>;

beforeAll(async () => {
  server = await startPostgres();
  world = await makeDatabaseWorld(server);
});
afterAll(async () => {
  await world.close();
  await server.stop();
});

test.each([
  ["INSERT", "insert into invoices values (3, 1)"],
  ["INSERT … RETURNING", "insert into invoices values (3, 1) returning id"],
  ["UPDATE", "update invoices set total = 0"],
  ["DELETE", "delete from invoices"],
  ["MERGE", "merge into invoices i using (values (1)) v(id) on i.id = v.id when matched then delete"],
  ["TRUNCATE", "truncate invoices"],
  ["DROP", "drop table invoices"],
  ["CREATE", "create table x (id int)"],
  ["CREATE TEMP", "create temp table x (id int)"],
  ["SELECT INTO", "select * into x from invoices"],
  ["a CTE that inserts", "with w as (insert into invoices values (3, 1) returning id) select * from w"],
  ["a CTE that deletes", "with w as (delete from invoices returning id) select * from w"],
  ["a second statement", "select 1; delete from invoices"],
  ["COMMIT first", "select 1; commit; delete from invoices"],
  ["COMMIT alone", "commit"],
  ["a statement hidden behind a comment", "select 1 /* ; */ ; -- \n delete from invoices"],
  ["COPY TO PROGRAM", "copy invoices to program 'touch /tmp/stepwright-made'"],
  ["COPY FROM PROGRAM", "copy invoices from program 'echo 3,1'"],
  ["COPY TO a file", "copy invoices to '/tmp/stepwright-copied'"],
  ["DO", "do $$ begin delete from invoices; end $$"],
  ["CALL", "call sneaky()"],
  ["EXPLAIN ANALYZE", "explain analyze delete from invoices"],
  ["SET", "set transaction read write"],
  ["set_config of the transaction", "select set_config('transaction_read_only', 'off', false)"],
  [
    "set_config, then a function that writes",
    "select set_config('default_transaction_read_only', 'off', false), sneaky()",
  ],
  ["a function that writes", "select sneaky()"],
  ["a function that takes a number", "select noisy()"],
  ["nextval", "select nextval('counter')"],
  ["setval", "select setval('counter', 99)"],
  ["FOR UPDATE", "select * from invoices for update"],
  ["lo_create", "select lo_create(4711)"],
  ["lo_from_bytea", "select lo_from_bytea(0, 'x')"],
  ["lo_import", "select lo_import('/etc/passwd')"],
  ["lo_export", "select lo_export(1, '/tmp/stepwright-exported')"],
  ["pg_read_file", "select pg_read_file('/etc/passwd')"],
  ["a query in a function", "select query_to_xml('delete from invoices', true, true, '')"],
  ["another role", "select set_config('role', 'postgres', false), sneaky()"],
  ["LISTEN", "listen x"],
  ["PREPARE", "prepare x as delete from invoices"],
])("a query that writes is refused by the database itself: %s", async (_name, sql) => {
  const before = await world.facts();

  const outcome = await world.call({ sql });

  expect(messageOf(outcome)).toMatch(/^The database refused/);
  expect(await world.facts()).toEqual(before);
  expect(
    ["/tmp/stepwright-made", "/tmp/stepwright-copied", "/tmp/stepwright-exported"].filter(existsSync),
  ).toEqual([]);
});
