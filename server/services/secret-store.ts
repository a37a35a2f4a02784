import { asc, desc, inArray } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { retiredSecrets, secrets } from "#db/schema.ts";
import type { Context, SecretStore } from "#server/context.ts";
import type { Secret } from "#server/core/find-secrets.ts";
import { createRedactor, type Redactor } from "#server/core/redact-secrets.ts";
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
  /** Values that secrets had before: they may be in a call that is under way, or be valid still. */
  let retired: Secret[] = [];
  // Made when it is needed next: many secrets may be kept one after the other.
  let made: Redactor | null = null;

  function open(row: Pick<Row, "name" | "sealed">): string | null {
    try {
      return sealing.open(row.sealed, secretRowId(row.name));
    } catch (error) {
      options.log()?.error({ err: error, name: row.name }, "a secret cannot be opened");
      return null;
    }
  }
  function keep(next: Map<string, string>): void {
    // What another process replaced a moment ago was maybe handed out here.
    const gone = [...values].filter(([name, value]) => next.get(name) !== value);
    retired.push(...gone.map(([name, value]) => ({ name, value })));
    values = next;
    made = null;
  }
  function redactor(): Redactor {
    if (made !== null) return made;
    const named = [...values].map(([name, value]) => ({ name, value }));
    const known = new Set(named.map(({ value }) => value));
    made = createRedactor([...own, ...named, ...retired.filter(({ value }) => !known.has(value))]);
    return made;
  }
  function opened(rows: readonly Pick<Row, "name" | "sealed">[]): [string, string][] {
    return rows.flatMap((row) => {
      const value = open(row);
      return value === null ? [] : [[row.name, value]];
    });
  }
  async function reload(): Promise<void> {
    const before = await db.select().from(retiredSecrets).orderBy(desc(retiredSecrets.retiredAt));
    const now = await db.select().from(secrets).orderBy(asc(secrets.name));
    retired = opened(before).map(([name, value]) => ({ name, value }));
    keep(new Map(opened(now)));
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
    redact: (value) => redactor().json(value),
    redactText: (text) => redactor().text(text),
    redactCutText: (text, edges) => redactor().cutText(text, edges),
    referTo: (text) =>
      redactor().textWith(text, ({ name }) => (name === null ? "(hidden)" : `{{secret.${name}}}`)),
    namesIn: (value) => redactor().names(value),
  };
}
