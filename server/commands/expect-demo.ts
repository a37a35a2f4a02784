import { CommandError } from "./command-error.ts";

/** The demo shows what happens, and stops when something is not as it must be. */
export function expectDemo(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new CommandError(`The demo did not go as it must: ${otherwise}.`);
}
