import pg from "pg";
import { expect } from "vitest";
import type { ToolCallContext } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { err, ok } from "#server/core/result.ts";
import { queryDatabaseTool } from "#server/tools/query-database.ts";
import type { PostgresServer } from "#test/postgres-server.ts";
import { toolContext } from "./call-tool.ts";

export const PASSWORD = "sp/ß cial:pass@word";

/** A database with two tables, a role that may only read, and the tool on it. */
export async function makeDatabaseWorld(
  server: PostgresServer,
  limits?: { statementMs: number; callMs: number },
) {
  const ownerUrl = await server.createDatabase();
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const role = new URL(ownerUrl).pathname.slice(1).replace("test", "reader");
  await owner.query(`
    create role ${role} login password '${PASSWORD}';
    create table invoices (id int primary key, total numeric not null, note text);
    insert into invoices values (1, 12.5, 'first'), (2, 7, null);
    create sequence counter;
    create function sneaky() returns int language sql volatile as $$ insert into invoices values (99, 1); select 1 $$;
    create function noisy() returns int language plpgsql volatile as $$ begin perform nextval('counter'); return 1; end $$;
    grant all on all tables in schema public to ${role};
    grant all on all sequences in schema public to ${role};
    grant create on schema public to ${role};
    grant temporary on database ${new URL(ownerUrl).pathname.slice(1)} to ${role};
  `);
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = encodeURIComponent(PASSWORD);

  const values = new Map([
    ["SHOP_URL", url.href],
    ["OWNER_URL", ownerUrl],
    ["PASSWORD", PASSWORD],
  ]);
  const secrets = {
    read: async (names: readonly string[]) => {
      const missing = names.find((name) => !values.has(name));
      return missing === undefined ? ok(values) : err({ missing });
    },
  };
  const toolOn = (databases: Record<string, string>) =>
    queryDatabaseTool({ databases: () => databases, secrets }, limits);
  const tool = toolOn({ shop: "{{secret.SHOP_URL}}" });
  const call = (input: Record<string, Json>, over: Partial<ToolCallContext> = {}) =>
    tool.call(input, toolContext("/nowhere", over));
  const facts = async () => {
    const { rows } = await owner.query(
      `select (select json_agg(i order by id) from invoices i) as invoices, (select last_value from counter) as counter,
       (select is_called from counter) as called, (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as relations,
       (select count(*)::int from pg_largeobject_metadata) as large_objects`,
    );
    return rows[0];
  };
  /** Waits until the database does nothing for the tool any more. */
  const expectIdle = () =>
    expect
      .poll(
        async () => {
          const { rows } = await owner.query(
            "select count(*)::int as n from pg_stat_activity where usename = $1",
            [role],
          );
          return rows[0].n;
        },
        { timeout: 20_000 },
      )
      .toBe(0);
  return { call, tool, toolOn, owner, role, url, ownerUrl, facts, expectIdle, close: () => owner.end() };
}
