import type { Config } from "#server/config.ts";
import { CommandError } from "./command-error.ts";

/** The embedded database belongs to one process, so roles of their own share a PostgreSQL. */
export function needDatabase(config: Config, role: string): void {
  if (config.databaseUrl !== null) return;
  throw new CommandError(
    `"stepwright ${role}" shares its database with other processes, so DATABASE_URL must be set. For one process, use "stepwright start".`,
  );
}
