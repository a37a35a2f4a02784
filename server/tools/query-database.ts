import { z } from "zod";
import type { SecretStore, ToolCallContext } from "#server/context.ts";
import { filledUrl } from "#server/core/database-url.ts";
import { secretNames } from "#server/core/secret-places.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { isObject } from "#server/core/json.ts";
import { databaseOutcome } from "./database-problem.ts";
import { MAX_RESULT_BYTES, readDatabase } from "./database-reading.ts";
import { completed, failedForGood, failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";

type Parts = {
  /** The URLs of the databases, by name; they may name secrets. */
  databases: () => Readonly<Record<string, string>>;
  secrets: Pick<SecretStore, "read">;
};

const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 10_000;
const MAX_SQL = 100_000;
const LIMITS = { statementMs: 30_000, callMs: 45_000 };
const OFF =
  "No database is set up. Add one to the settings: a name and a secret that holds its URL, with a role that may only read.";

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const input = z.strictObject({
  database: z.string().optional().describe("Its name"),
  sql: z.string().min(1).max(MAX_SQL).describe("One query that reads, with $1, $2 … for values"),
  parameters: z.array(scalar).max(100).optional().describe("The values of $1, $2 …"),
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`How many rows at most; ${DEFAULT_LIMIT} when left out`),
});

const output = z.object({
  columns: z.array(z.string()),
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .describe(
      "By column name, each column in one form. Numbers are numbers; a column of bigint or numeric is text where one of its values has more digits than a number keeps (15, or 9007199254740991 for bigint), and one of floats where one is NaN or infinite. Times are ISO, bytes are base64.",
    ),
  rowCount: z.int(),
  isCut: z.boolean().describe("Whether there are more rows than were read"),
});

type Input = z.output<typeof input>;

export function queryDatabaseTool(parts: Parts, limits = LIMITS): Tool {
  const names = Object.keys(parts.databases());
  const tool = defineTool({
    name: "query_database",
    description: `Asks a PostgreSQL database one question in SQL, in a transaction that cannot write, for up to ${limits.statementMs / 1_000} seconds. Reads up to ${MAX_LIMIT} rows and ${MAX_RESULT_BYTES / 1_000_000} MB. ${
      names.length === 0 ? "No database is set up." : `Databases: ${names.join(", ")}.`
    }`,
    input,
    output,
    example: exampleQuery(names),
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: true },
    call: (asked, context) => callDatabase(asked, parts, limits, context),
  });
  const secrets = secretNames(Object.values(parts.databases()));
  const definition = {
    ...tool.definition,
    inputSchema: namedIn(tool.definition.inputSchema, names),
    ...(secrets.length > 0 && { secrets }),
    ...(names.length === 0 && { offBecause: OFF }),
  };
  return { ...tool, definition };
}

/** A question that any database answers; which one is named where there are several. */
function exampleQuery(names: readonly string[]): Input {
  const [database] = names;
  const sql = "select table_schema, table_name from information_schema.tables order by 1, 2";
  return { ...(names.length > 1 && { database }), sql, limit: 20 };
}

/** The schema with the names that there are; one of several has to be given. */
function namedIn(schema: Tool["definition"]["inputSchema"], names: readonly string[]): typeof schema {
  const { properties, required } = schema;
  if (names.length === 0 || !isObject(properties) || !isObject(properties["database"])) return schema;
  const needed = Array.isArray(required) ? required : [];
  const description =
    names.length > 1 ? `Which one: ${names.join(", ")}` : `Its name, ${names[0]}; may be left out`;
  return {
    ...schema,
    properties: { ...properties, database: { ...properties["database"], description, enum: [...names] } },
    required: names.length > 1 ? ["database", ...needed] : needed,
  };
}

async function callDatabase(
  asked: Input,
  { databases, secrets }: Parts,
  limits: typeof LIMITS,
  context: ToolCallContext,
): Promise<ToolOutcome> {
  const known = databases();
  const names = Object.keys(known);
  if (names.length === 0) return failedForGood(OFF);
  const name = asked.database ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined) return failedNow(`"database" has to say which one: ${names.join(", ")}.`);
  const template = Object.hasOwn(known, name) ? known[name] : undefined;
  if (template === undefined) {
    return failedNow(`There is no database "${name}". Databases: ${names.join(", ")}.`);
  }
  const texts = [asked.sql, ...(asked.parameters ?? [])].filter((value) => typeof value === "string");
  if (texts.some((text) => text.includes("\0") || !text.isWellFormed())) {
    return failedNow("The query has a character in it that PostgreSQL cannot hold (NUL, or half a pair).");
  }

  const values = await secrets.read(secretNames(template));
  if (!values.ok) {
    return failedForGood(
      `The database "${name}" needs the secret "${values.error.missing}", which is not there. Add it to the secrets.`,
    );
  }
  const url = filledUrl(template, values.value);
  if (url === null) {
    return failedForGood(
      `The secret of the database "${name}" holds no URL such as postgres://user:password@host:5432/name.`,
    );
  }
  const limit = asked.limit ?? DEFAULT_LIMIT;
  const reading = { url, sql: asked.sql, parameters: asked.parameters ?? [], limit, ...limits };
  const read = await readDatabase(reading, context.signal);
  return read.ok ? completed(read.value) : databaseOutcome(read.error, name, asked.sql, url);
}
