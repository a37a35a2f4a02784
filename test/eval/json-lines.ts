import { readFileSync } from "node:fs";
import { z } from "zod";
import { WrongUse } from "./options.ts";

/** What the lines of a file hold, one JSON value each. Throws when one is another thing, naming file, line and field. */
export function jsonLines<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema>[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, index) =>
    line.trim() === "" ? [] : parseLine(line, `${file}, line ${index + 1}`, schema),
  );
}

function parseLine<Schema extends z.ZodType>(line: string, where: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new WrongUse(`${where}: no JSON. ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new WrongUse(`${where}:\n${z.prettifyError(parsed.error)}`);
}
