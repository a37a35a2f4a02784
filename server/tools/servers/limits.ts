/** What a tool server may cost. Tests make some of them smaller. */
export const LIMITS = {
  /** A connection that nobody uses closes after this. */
  idleMs: 30_000,
  maxConnections: 32,
  /** From the start of a program until it lists its tools: a first start may have to fetch the program. */
  connectMs: 60_000,
  /** How long a call may go on without an answer or a word of progress. */
  silentMs: 60_000,
  /** After this, tools are listed again before a call, whether or not the server says that they changed. */
  staleMs: 60_000,
  /** Between asking a program to end and ending it. */
  killMs: 2_000,
  /** One message, or one answer over HTTP. */
  maxMessageBytes: 20 * 1024 * 1024,
};

export type Limits = typeof LIMITS;

/** The longest message, in words. */
export function megabytes({ maxMessageBytes }: Pick<Limits, "maxMessageBytes">): string {
  return `${Number((maxMessageBytes / 1024 / 1024).toPrecision(2))} MB`;
}

export const MAX_TOOLS = 500;
export const MAX_DEFINITION_CHARACTERS = 256 * 1024;
export const MAX_RESULT_BYTES = 10 * 1024 * 1024;
