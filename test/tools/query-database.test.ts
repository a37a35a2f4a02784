import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { type PostgresServer, freePort, startPostgres } from "#test/postgres-server.ts";
import { messageOf, outputOf, toolContext } from "./call-tool.ts";
import { PASSWORD, makeDatabaseWorld } from "./database-world.ts";

let server: PostgresServer;
let world: Awaited<ReturnType<typeof makeDatabaseWorld>>;
const limits = { statementMs: 2_000, callMs: 10_000 };

beforeAll(async () => {
  server = await startPostgres();
  world = await makeDatabaseWorld(server, limits);
});
afterAll(async () => {
  await world.close();
  await server.stop();
});

type Rows = { columns: string[]; rows: Record<string, Json>[]; rowCount: number; isCut: boolean };

async function rowsOf(sql: string, over: Record<string, Json> = {}): Promise<Rows> {
  return outputOf(await world.call({ sql, ...over })) as Rows;
}

test("rows come by column name, with the values bound that were given", async () => {
  const sql = "select id, note, $2::text as word from invoices where id >= $1 order by id";

  expect(await rowsOf(sql, { database: "shop", parameters: [1, "it's; drop"] })).toEqual({
    columns: ["id", "note", "word"],
    rows: [
      { id: 1, note: "first", word: "it's; drop" },
      { id: 2, note: null, word: "it's; drop" },
    ],
    rowCount: 2,
    isCut: false,
  });
  expect((await rowsOf("with a as (select 1 as x) select x from a; -- the end")).rows).toEqual([{ x: 1 }]);
  expect((await rowsOf("values (1, true), (2, null)")).rows[1]).toEqual({ column1: 2, column2: null });
  expect((await rowsOf("select id from invoices where false")).columns).toEqual(["id"]);
});

test("values keep what they are: exact numbers, ISO times, base64, JSON, lists", async () => {
  const { rows } =
    await rowsOf(`select 9007199254740993::int8 as big, 42::int8 as small, 12.50::numeric as padded,
    12.5::numeric as decimal, 'NaN'::float8 as nan, 0.1::float8 as tenth, true as yes, '\\x00ff'::bytea as bytes,
    '{"a": [1, null]}'::jsonb as json, '2026-03-01 12:00:00.25+02'::timestamptz as instant, 'infinity'::timestamptz as never,
    '2026-03-01 12:00'::timestamp as clock, '2026-03-01'::date as day, '{1,2,NULL}'::int[] as list, '{"a b",c}'::text[] as words,
    array['{"x":1}'::jsonb] as documents, interval '1 day 2 hours' as span, null as nothing,
    '6f9619ff-8b86-d011-b42d-00c04fc964ff'::uuid as id`);

  expect(rows[0]).toEqual({
    big: "9007199254740993",
    small: 42,
    padded: 12.5,
    decimal: 12.5,
    nan: "NaN",
    tenth: 0.1,
    yes: true,
    bytes: "AP8=",
    json: { a: [1, null] },
    instant: "2026-03-01T10:00:00.25Z",
    never: "infinity",
    clock: "2026-03-01T12:00:00",
    day: "2026-03-01",
    list: [1, 2, null],
    words: ["a b", "c"],
    documents: [{ x: 1 }],
    span: "P1DT2H",
    nothing: null,
    id: "6f9619ff-8b86-d011-b42d-00c04fc964ff",
  });
});

test("the numbers of a column all come as numbers, or all as text where one of them would not stay the same", async () => {
  const columnOf = async (type: string, values: string[]) => {
    const list = values.map((value) => `('${value}'::${type})`).join(", ");
    return (await rowsOf(`select v from (values ${list}) t(v)`)).rows.map(({ v }) => v);
  };

  expect(await columnOf("numeric(10,2)", ["12.5", "12.55", "100"])).toEqual([12.5, 12.55, 100]);
  expect(await columnOf("numeric", ["0", "-0.10", "123456789012345", "120000000000000000000"])).toEqual([
    0, -0.1, 123_456_789_012_345, 120_000_000_000_000_000_000,
  ]);
  expect(await columnOf("numeric", ["1.5", "0.1234567890123456"])).toEqual(["1.5", "0.1234567890123456"]);
  expect(await columnOf("numeric", ["1.50", "NaN"])).toEqual(["1.50", "NaN"]);
  expect(await columnOf("int8", ["1", "9007199254740991"])).toEqual([1, 9_007_199_254_740_991]);
  expect(await columnOf("int8", ["1", "9007199254740993"])).toEqual(["1", "9007199254740993"]);
  expect(await columnOf("int4", ["1", "-2"])).toEqual([1, -2]);
  expect(await columnOf("float8", ["1e+30", "0.1"])).toEqual([1e30, 0.1]);
  expect(await columnOf("float4", ["0.1", "Infinity"])).toEqual(["0.1", "Infinity"]);
  expect(await columnOf("numeric[]", ["{1.50,NULL}", "{}", "{2}"])).toEqual([[1.5, null], [], [2]]);
  expect(await columnOf("int8[]", ["{1}", "{{9007199254740993},{1}}"])).toEqual([
    ["1"],
    [["9007199254740993"], ["1"]],
  ]);
});

test("columns of one name are told apart", async () => {
  const { columns, rows } = await rowsOf('select 1 as id, 2 as id, 3 as id_2, 4 as "__proto__", 5 as id');

  expect(columns).toEqual(["id", "id_3", "id_2", "__proto__", "id_4"]);
  expect(Object.entries(rows[0] ?? {})).toHaveLength(5);
});

test("a write is refused for good, a mistake in the query is told with its place", async () => {
  expect(await world.call({ sql: "select sneaky()" })).toEqual({
    type: "failed",
    retry: "not_retryable",
    message:
      "The database refused to write: cannot execute INSERT in a read-only transaction. query_database takes one query that reads: SELECT, WITH, VALUES or TABLE.",
  });
  expect(await world.call({ sql: "select id,\n  totl from invoices" })).toEqual({
    type: "failed",
    retry: "now",
    message:
      'The database refused the query: column "totl" does not exist (line 2, column 3). Hint: Perhaps you meant to reference the column "invoices.total".',
  });
  expect(messageOf(await world.call({ sql: "select 'ä🌍', x" }))).toContain("(line 1, column 14)");
  expect(messageOf(await world.call({ sql: "select * from nowhere" }))).toContain(
    'relation "nowhere" does not exist',
  );
  expect(messageOf(await world.call({ sql: "selec 1" }))).toContain("one query that reads");
  expect(messageOf(await world.call({ sql: "select 1 / 0" }))).toContain("division by zero");
  expect(messageOf(await world.call({ sql: "select $1::int", parameters: ["x"] }))).toContain(
    "invalid input syntax",
  );
  expect(await world.call({ sql: "select $1::int" })).toEqual({
    type: "failed",
    retry: "now",
    message: 'The query needs 1 value, for $1, but "parameters" holds none. Give one value for each.',
  });
  expect(messageOf(await world.call({ sql: "select $1::int + $2::int", parameters: [1, 2, 3] }))).toContain(
    'The query needs 2 values, for $1 to $2, but "parameters" holds 3.',
  );
  expect(messageOf(await world.call({ sql: "select 1", parameters: [1] }))).toContain("names no $1");
  expect(messageOf(await world.call({ sql: "select 1\0; drop" }))).toContain("NUL");
});

test("at most as many rows come as were asked for, and it is said when there are more", async () => {
  const many = "select n, repeat('x', 20) as text from generate_series(1, 20000) n";

  expect(await rowsOf(many)).toMatchObject({ rowCount: 1_000, isCut: true });
  expect(await rowsOf(many, { limit: 10_000 })).toMatchObject({ rowCount: 10_000, isCut: true });
  expect(await rowsOf("select generate_series(1, 7)", { limit: 7 })).toMatchObject({
    rowCount: 7,
    isCut: false,
  });
  expect((await rowsOf(many, { limit: 3 })).rows.at(-1)).toMatchObject({ n: 3 });
});

test("rows end at 5 MB, and one row of any size does not fill the memory", async () => {
  const slow = await makeDatabaseWorld(server);
  const sql = "select repeat('x', 100000) as text from generate_series(1, 1000)";
  const cut = outputOf(await slow.call({ sql })) as Rows;

  expect(cut.isCut).toBe(true);
  expect(cut.rowCount).toBe(49);
  const wide = await slow.call({ sql: "select repeat('x', 60000000)" });
  expect(wide).toMatchObject({ type: "failed", retry: "now" });
  expect(messageOf(wide)).toContain("wider than the 5 MB");
  expect(messageOf(await slow.call({ sql: "select repeat('x', 6000000)" }))).toContain("wider than the 5 MB");
  await slow.expectIdle();
  await slow.close();
});

test("a query that takes too long is stopped by the database", async () => {
  const outcome = await world.call({ sql: "select pg_sleep(600)" });

  expect(messageOf(outcome)).toContain("canceling statement due to statement timeout");
  await world.expectIdle();
});

test("a call that is broken off leaves nothing running in the database", async () => {
  const long = await makeDatabaseWorld(server, { statementMs: 600_000, callMs: 600_000 });
  const stop = new AbortController();
  const called = long.call(
    { sql: "select count(*) from generate_series(1, 100000000000)" },
    { signal: stop.signal },
  );
  await expect
    .poll(async () => {
      const { rows } = await long.owner.query(
        "select count(*)::int as n from pg_stat_activity where usename = $1 and state = 'active'",
        [long.role],
      );
      return rows[0].n;
    })
    .toBe(1);

  stop.abort();

  expect(await called).toMatchObject({
    type: "failed",
    retry: "temporary",
    message: expect.stringContaining("stopped"),
  });
  await long.expectIdle();
  expect(await long.call({ sql: "select 1" }, { signal: AbortSignal.abort() })).toMatchObject({
    retry: "temporary",
  });
  await long.close();
});

test("a role that may write files of the database's machine is refused, whatever it asks", async () => {
  const tool = world.toolOn({ owner: "{{secret.OWNER_URL}}" });

  const outcome = await tool.call({ sql: "select 1" }, toolContext("/nowhere"));

  expect(outcome).toMatchObject({ type: "failed", retry: "not_retryable" });
  expect(messageOf(outcome)).toContain('opened by the role "postgres"');
  expect(messageOf(outcome)).toContain("GRANT pg_read_all_data");
});

test("a database that cannot be used is told as what it is, without its password", async () => {
  const { host, username, pathname } = world.url;
  const at = (over: string, place = host) => `postgres://${username}:${over}@${place}${pathname}`;
  const port = await freePort();
  const cases: [string, string, Partial<ToolOutcome>, string][] = [
    [
      "nobody listens",
      at("{{secret.PASSWORD}}", `127.0.0.1:${port}`),
      { retry: "temporary" },
      "ECONNREFUSED",
    ],
    [
      "no such host",
      at("{{secret.PASSWORD}}", "nowhere.invalid:5432"),
      { retry: "temporary" },
      "could not be reached",
    ],
    [
      "a wrong password",
      at("{{secret.OWNER_URL}}"),
      { retry: "not_retryable" },
      "password authentication failed",
    ],
    [
      "no such database",
      at("{{secret.PASSWORD}}").replace(pathname, "/none"),
      { retry: "not_retryable" },
      "does not exist",
    ],
    ["no such secret", "{{secret.NONE}}", { retry: "not_retryable" }, 'the secret "NONE"'],
    ["a secret that is no URL", "{{secret.PASSWORD}}", { retry: "not_retryable" }, "no URL such as"],
  ];
  for (const [_name, template, fails, words] of cases) {
    const outcome = await world.toolOn({ shop: template }).call({ sql: "select 1" }, toolContext("/nowhere"));

    expect(outcome).toMatchObject({ type: "failed", ...fails });
    expect(messageOf(outcome)).toContain(words);
    for (const hidden of [PASSWORD, encodeURIComponent(PASSWORD), "postgres:postgres", "postgres://reader"]) {
      expect(messageOf(outcome)).not.toContain(hidden);
    }
  }
  const right = world.toolOn({ shop: at("{{secret.PASSWORD}}") });
  expect(await right.call({ sql: "select 1" }, toolContext("/nowhere"))).toMatchObject({ type: "completed" });
});

test("the definition names the databases, and the secrets that they use", () => {
  const none = world.toolOn({}).definition;
  const one = world.tool.definition;
  const two = world.toolOn({ shop: "{{secret.A}}", log: "postgres://x:{{secret.B}}@h/d" }).definition;

  expect(none.offBecause).toContain("No database is set up");
  expect(one.description).toContain("Databases: shop.");
  expect(one.secrets).toEqual(["SHOP_URL"]);
  expect(one.inputSchema).toMatchObject({ required: ["sql"], properties: { database: { enum: ["shop"] } } });
  expect(two.secrets).toEqual(["A", "B"]);
  expect(two.inputSchema).toMatchObject({ required: ["database", "sql"] });
  expect(one.offBecause).toBeUndefined();
});

test("a database that is not there, and a question without its database, name those that are", async () => {
  const two = world.toolOn({ shop: "{{secret.SHOP_URL}}", log: "{{secret.SHOP_URL}}" });

  expect(messageOf(await two.call({ sql: "select 1" }, toolContext("/")))).toContain("shop, log");
  const missing = await two.call({ sql: "select 1", database: "constructor" }, toolContext("/"));
  expect(messageOf(missing)).toBe('There is no database "constructor". Databases: shop, log.');
  expect(await world.toolOn({}).call({ sql: "select 1" }, toolContext("/"))).toMatchObject({
    retry: "not_retryable",
  });
});
