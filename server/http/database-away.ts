// Node's codes of a connection that is not there, and SQLSTATEs of a server that stops, starts or is full.
const AWAY = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08\w{3}|57P0[123]|53300)$/;
// What the driver throws without a code.
const BROKEN_OFF =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Why a statement got no answer, as a code or in words; null when that was not for want of the database. */
export function databaseAway(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && AWAY.test(cause.code)) return cause.code;
    if (BROKEN_OFF.test(cause.message)) return "the connection broke off";
  }
  return null;
}
