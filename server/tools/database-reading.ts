import { setTimeout } from "node:timers/promises";
import pg from "pg";
import type { Json } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { columnNames, inOneForm, parserOf } from "./database-values.ts";

export const MAX_RESULT_BYTES = 5_000_000;
// More than a result can have, so that one row of any size does not fill the memory.
const MAX_WIRE_BYTES = 20_000_000;
const FIRST_ROWS = 10;
const MOST_ROWS = 200;
const CONNECT_MS = 10_000;

type Reading = {
  url: string;
  sql: string;
  parameters: readonly (string | number | boolean | null)[];
  limit: number;
  /** How long the database may work on it, and how long the whole call may take. */
  statementMs: number;
  callMs: number;
};

export type DatabaseRows = {
  columns: string[];
  rows: Record<string, Json>[];
  rowCount: number;
  isCut: boolean;
};

export type DatabaseFault =
  | { type: "connect" | "query"; error: unknown }
  | { type: "writes"; user: string }
  | { type: "stopped"; because: "aborted" | "late" | "wide"; ms: number };

/** How a query is opened: the database itself refuses everything that is not one query that reads. */
export const OPENING = "declare stepwright_query no scroll cursor for\n";

/** Asks in a transaction that cannot write and is rolled back, on a connection of its own. */
export async function readDatabase(
  reading: Reading,
  signal: AbortSignal,
): Promise<Result<DatabaseRows, DatabaseFault>> {
  const late = AbortSignal.timeout(reading.callMs);
  const either = AbortSignal.any([signal, late]);
  let isWide = false;
  let isConnected = false;
  const stopped = (): DatabaseFault | null => {
    const because = isWide ? "wide" : signal.aborted ? "aborted" : late.aborted ? "late" : null;
    return because === null ? null : { type: "stopped", because, ms: reading.callMs };
  };
  if (signal.aborted) return err({ type: "stopped", because: "aborted", ms: reading.callMs });

  let client = clientOf(reading.url, true);
  const stop = () => breakOff(client, reading.url);
  either.addEventListener("abort", stop);
  try {
    client = await connect(client, reading.url);
    isConnected = true;
    // What stopped it while it connected found nothing to stop.
    if (either.aborted) stop();
    limitWire(client, () => {
      isWide = true;
      stop();
    });
    const writer = await beginReading(client, reading.statementMs);
    if (writer !== null) return err({ type: "writes", user: writer });
    const opening = { text: OPENING + reading.sql, values: [...reading.parameters], queryMode: "extended" };
    await client.query(opening);
    const rows = await fetchRows(client, reading.limit);
    await client.query("rollback");
    return rows === "wide" ? err({ type: "stopped", because: "wide", ms: reading.callMs }) : ok(rows);
  } catch (error) {
    return err(stopped() ?? { type: isConnected ? "query" : "connect", error });
  } finally {
    either.removeEventListener("abort", stop);
    await Promise.race([client.end().catch(() => {}), setTimeout(1_000, null, { ref: false })]);
    client.connection.stream.destroy();
  }
}

// What @types/pg leaves out.
type Client = pg.Client & { connection: pg.Connection; processID: number | null };

function clientOf(url: string, hasOptions: boolean): Client {
  const client = new pg.Client({
    connectionString: plainUrl(url),
    application_name: "stepwright query_database",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: { getTypeParser: parserOf },
    ...(hasOptions && { options: "-c default_transaction_read_only=on" }),
  }) as Client;
  // A break between two queries is told by the next one.
  client.on("error", () => {});
  return client;
}

const PARAMETERS = ["sslmode", "uselibpqcompat"];

/** Without what would read files, or undo a limit. */
function plainUrl(url: string): string {
  const plain = new URL(url);
  for (const name of [...plain.searchParams.keys()]) {
    if (!PARAMETERS.includes(name)) plain.searchParams.delete(name);
  }
  return plain.href;
}

/** Poolers refuse options of a connection; the transaction is read-only without them as well. */
async function connect(client: Client, url: string): Promise<Client> {
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== "08P01") throw error;
    const plain = clientOf(url, false);
    await plain.connect();
    return plain;
  }
}

/** The name of the role when it may write files or run programs of the database's machine, which no transaction refuses. */
async function beginReading(client: Client, statementMs: number): Promise<string | null> {
  await client.query(
    `begin transaction read only; set local statement_timeout = ${statementMs}; set local lock_timeout = 5000;
     set local idle_in_transaction_session_timeout = 30000; set local timezone = 'UTC'; set local datestyle = 'ISO';
     set local intervalstyle = 'iso_8601'; set local bytea_output = 'hex'; set local extra_float_digits = 1`,
  );
  const { rows } = await client.query(
    `select current_user as name, exists (
       select 1 from pg_catalog.pg_roles
       where (rolsuper or rolname in ('pg_execute_server_program', 'pg_write_server_files'))
         and pg_catalog.pg_has_role(oid, 'member')
     ) as is_writer`,
  );
  const [role] = rows as { name: string; is_writer: boolean }[];
  return role?.is_writer === false ? null : (role?.name ?? "");
}

async function fetchRows(client: Client, limit: number): Promise<DatabaseRows | "wide"> {
  const read: Read = { columns: [], types: [], rows: [] };
  let bytes = 0;
  for (;;) {
    const count = Math.min(batchRows(read.rows.length, bytes), limit + 1 - read.rows.length);
    const batch = await client.query<Json[]>({
      text: `fetch forward ${count} from stepwright_query`,
      rowMode: "array",
    });
    read.columns = columnNames(batch.fields.map((field) => field.name));
    read.types = batch.fields.map((field) => field.dataTypeID);
    for (const values of batch.rows) {
      bytes += Buffer.byteLength(JSON.stringify(rowOf(read.columns, values)));
      if (bytes > MAX_RESULT_BYTES && read.rows.length === 0) return "wide";
      if (read.rows.length === limit || bytes > MAX_RESULT_BYTES) return foundOf(read, true);
      read.rows.push(values);
    }
    if (batch.rows.length < count) return foundOf(read, false);
  }
}

/** What was read so far, with the columns' types. */
type Read = { columns: string[]; types: number[]; rows: Json[][] };

function foundOf({ columns, types, rows }: Read, isCut: boolean): DatabaseRows {
  const forms = types.map((type, index) =>
    inOneForm(
      type,
      rows.map((values) => values[index] ?? null),
    ),
  );
  const found = rows.map((_values, place) =>
    rowOf(
      columns,
      forms.map((values) => values[place] ?? null),
    ),
  );
  return { columns, rows: found, rowCount: rows.length, isCut };
}

function rowOf(columns: readonly string[], values: readonly Json[]): Record<string, Json> {
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]));
}

/** How many rows to take next: about as many as there is room for when they are as wide as the first. */
function batchRows(count: number, bytes: number): number {
  if (count === 0) return FIRST_ROWS;
  const room = Math.ceil((MAX_RESULT_BYTES - bytes) / (bytes / count)) + 1;
  return Math.max(1, Math.min(room, MOST_ROWS));
}

function limitWire(client: Client, exceed: () => void): void {
  const { stream } = client.connection;
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_WIRE_BYTES) exceed();
  });
}

/** Ends the connection, and what the database does for it, which it would notice only when it answers. */
function breakOff(client: Client, url: string): void {
  const { processID } = client;
  client.connection.stream.destroy();
  if (processID === null) return;
  const other = clientOf(url, false);
  other
    .connect()
    .then(() => other.query("select pg_catalog.pg_cancel_backend($1)", [processID]))
    .catch(() => {})
    .finally(() => other.end().catch(() => {}));
}
