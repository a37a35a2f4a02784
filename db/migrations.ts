import { fileURLToPath } from "node:url";
import journal from "./migrations/meta/_journal.json" with { type: "json" };

export const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/** The mark that the newest migration leaves in the database, which later ones exceed. */
export const newestMigration = Math.max(...journal.entries.map((entry) => entry.when));
