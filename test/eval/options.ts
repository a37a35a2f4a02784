import { CommandError } from "#server/commands/command-error.ts";
import { ConfigError } from "#server/config.ts";

/** What whoever measures has to put right; the message says it all. */
export class WrongUse extends Error {}

/** What to tell in a line, of an error that is no fault of the program; null for one that is. */
export function problemOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isTold = [WrongUse, ConfigError, CommandError].some((kind) => error instanceof kind);
  // A file that is not there, or an option that is not known.
  const code = "code" in error ? String(error.code) : "";
  return isTold || /^(?:E[A-Z]+|ERR_PARSE_ARGS_\w+)$/.test(code) ? error.message : null;
}

/** A whole number of at least 1 given to an option. */
export function count(option: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new WrongUse(`--${option} takes a whole number of at least 1, not "${text}".`);
}

/** "2/5" as the second of five parts. */
export function shareOf(text: string): { part: number; of: number } {
  const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (part >= 1 && part <= of) return { part, of };
  throw new WrongUse(`--share takes a part such as 2/5, not "${text}".`);
}
