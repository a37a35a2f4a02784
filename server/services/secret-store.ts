import { asc, inArray } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { secrets } from "#db/schema.ts";
import type { Context, SecretStore } from "#server/context.ts";
import type { Secret } from "#server/core/find-secrets.ts";
import { createRedactor } from "#server/core/redact-secrets.ts";
import { err, ok } from "#server/core/result.ts";

/** Every process listens here and reads the secrets again. */
export const SECRETS_CHANNEL = "stepwright_secrets";

/** What a secret is bound to, so that one cannot stand in for another. */
export function secretRowId(name: string): string {
  return `secret:${name}`;
}

type Row = typeof secrets.$inferSelect;

/**
 * The secrets of the workspace, opened, and the redactor over them and over `own`: values of the settings.
 * `reload` reads them again; a name that is not known here yet is looked up when it is read.
 */
export async function openSecretStore(options: {
  db: Db;
  sealing: Context["sealing"];
  own: readonly string[];
  log: () => Context["log"] | null;
}): Promise<SecretStore & { reload: () => Promise<void> }> {
  const { db, sealing } = options;
  const own: Secret[] = options.own.map((value) => ({ name: null, value }));
  let values = new Map<string, string>();
  let redactor = createRedactor(own);

  function open(row: Row): string | null {
    try {
      return sealing.open(row.sealed, secretRowId(row.name));
    } catch (error) {
      options.log()?.error({ err: error, name: row.name }, "a secret cannot be opened");
      return null;
    }
  }
  function keep(next: Map<string, string>): void {
    values = next;
    redactor = createRedactor([...own, ...[...next].map(([name, value]) => ({ name, value }))]);
  }
  function opened(rows: readonly Row[]): [string, string][] {
    return rows.flatMap((row) => {
      const value = open(row);
      return value === null ? [] : [[row.name, value]];
    });
  }
  async function reload(): Promise<void> {
    keep(new Map(opened(await db.select().from(secrets).orderBy(asc(secrets.name)))));
  }

  await reload();
  return {
    reload,
    read: async (names) => {
      // Read anew each time: a value that was replaced a moment ago is never sent again.
      const rows =
        names.length === 0
          ? []
          : await db
              .select()
              .from(secrets)
              .where(inArray(secrets.name, [...names]));
      const found = new Map(opened(rows));
      const missing = names.find((name) => !found.has(name));
      if (missing !== undefined) return err({ missing });
      const isNews = [...found].some(([name, value]) => values.get(name) !== value);
      if (isNews) keep(new Map([...values, ...found]));
      return ok(found);
    },
    redact: (value) => redactor.json(value),
    redactText: (text) => redactor.text(text),
    redactCutText: (text, edges) => redactor.cutText(text, edges),
    referTo: (text) =>
      redactor.textWith(text, ({ name }) => (name === null ? "(hidden)" : `{{secret.${name}}}`)),
    namesIn: (value) => redactor.names(value),
  };
}
