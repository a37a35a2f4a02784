import pg from "pg";
import { counted } from "#server/core/counted.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { type DatabaseFault, MAX_RESULT_BYTES, OPENING } from "./database-reading.ts";
import { failedForGood, failedForNow, failedNow } from "./outcome.ts";

const READS = "query_database takes one query that reads: SELECT, WITH, VALUES or TABLE.";

/** A fault of a reading as the outcome of the call. The URL is there to be kept out of the words. */
export function databaseOutcome(fault: DatabaseFault, name: string, sql: string, url: string): ToolOutcome {
  if (fault.type === "stopped") return stoppedOutcome(fault, name);
  if (fault.type === "writes") {
    return failedForGood(
      `The database "${name}" is opened by the role "${fault.user}", which may write files or run programs of its machine even where nothing can be written to the database. Give it a role that may only read: CREATE ROLE reader LOGIN PASSWORD '…'; GRANT pg_read_all_data TO reader.`,
    );
  }
  const { error } = fault;
  if (error instanceof pg.DatabaseError) return refusedOutcome(error, name, sql);
  const reason = withoutPassword(
    error instanceof Error ? codeOf(error) || error.message : String(error),
    url,
  );
  return fault.type === "connect"
    ? failedForNow(`The database "${name}" could not be reached: ${reason}.`)
    : failedForNow(`The connection to the database "${name}" broke: ${reason}.`);
}

function stoppedOutcome({ because, ms }: DatabaseFault & { type: "stopped" }, name: string): ToolOutcome {
  if (because === "aborted") return failedForNow(`The query on "${name}" was stopped before it ended.`);
  if (because === "late") {
    return failedForNow(`The database "${name}" did not answer within ${ms / 1_000} seconds.`);
  }
  return failedNow(
    `The rows are wider than the ${MAX_RESULT_BYTES / 1_000_000} MB that query_database reads. Select fewer columns, or a part of a long text with left(…).`,
  );
}

// SQLSTATE, or its class (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const READ_ONLY = ["25006"];
const SIGN_IN = ["28"];
const NO_DATABASE = ["3D000"];
const DENIED = ["42501"];
const LATER = ["08", "40", "53", "55P03", "57P", "58"];

function refusedOutcome(error: pg.DatabaseError, name: string, sql: string): ToolOutcome {
  const { code = "", message } = error;
  const is = (codes: readonly string[]) => codes.some((one) => code.startsWith(one));
  if (is(SIGN_IN)) return failedForGood(`The database "${name}" refused to sign in: ${message}.`);
  if (is(NO_DATABASE)) return failedForGood(`The database "${name}" is not there: ${message}.`);
  if (is(READ_ONLY) || /data-modifying/.test(message)) {
    return failedForGood(`The database refused to write: ${message}. ${READS}`);
  }
  if (is(DENIED)) {
    return failedForGood(`The database refused: ${message}. Its role needs the right to read that.`);
  }
  if (code === "57014") {
    return failedNow(`The database stopped the query: ${message}. Ask for less, or for less at once.`);
  }
  const bound = BIND.exec(message);
  if (code === "08P01" && bound !== null) return failedNow(wrongCount(Number(bound[1]), Number(bound[2])));
  if (is(LATER)) return failedForNow(`The database "${name}" cannot answer now: ${message}.`);
  const hint = error.hint === undefined ? "" : ` Hint: ${error.hint}`;
  const reads = code === "42601" ? ` ${READS}` : "";
  return failedNow(`The database refused the query: ${message}${placeOf(error, sql)}.${hint}${reads}`);
}

// What PostgreSQL says when $1, $2 … and the values are not as many.
const BIND = /bind message supplies (\d+) parameters, but prepared statement "[^"]*" requires (\d+)/;

function wrongCount(given: number, needed: number): string {
  const asks = needed === 0 ? "names no $1" : `needs ${counted(needed, "value")}, for ${placesUpTo(needed)}`;
  return `The query ${asks}, but "parameters" holds ${given === 0 ? "none" : given}. Give one value for each.`;
}

function placesUpTo(count: number): string {
  return count === 1 ? "$1" : `$1 to $${count}`;
}

function placeOf({ position }: pg.DatabaseError, sql: string): string {
  // Counted in characters, the first one is 1.
  const at = Number(position) - 1 - OPENING.length;
  if (!Number.isInteger(at) || at < 0) return "";
  const before = [...sql].slice(0, at).join("").split("\n");
  return ` (line ${before.length}, column ${[...(before.at(-1) ?? "")].length + 1})`;
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

function withoutPassword(text: string, url: string): string {
  const { password } = new URL(url);
  const written = [url, password, safelyDecoded(password)].filter((one) => one !== "");
  return written.reduce((hidden, one) => hidden.replaceAll(one, "•••"), text);
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
