import { z } from "zod";
import { type CsvRecord, readCsvRecords } from "./csv-records.ts";
import { completed, failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";

const MAX_CHARACTERS = 10 * 1024 * 1024;

const input = z.strictObject({
  text: z.string().describe("The CSV itself, e.g. the content that read_file gave"),
  delimiter: z.string().min(1).max(8).optional().describe("A comma by default"),
  header: z.boolean().optional().describe("Whether the first row names the columns; true by default"),
  skipBadRows: z.boolean().optional().describe("Leave bad rows out and list them, instead of failing"),
});

const badRowSchema = z.object({ line: z.int(), problem: z.string() });
const output = z.object({
  rows: z.array(z.record(z.string(), z.string())),
  rowCount: z.int(),
  columns: z.array(z.string()),
  badRows: z.array(badRowSchema),
});
type BadRow = z.infer<typeof badRowSchema>;

const MAX_BROKEN_ROWS = 20;

export function parseCsvTool(): Tool {
  return defineTool({
    name: "parse_csv",
    description:
      "Reads CSV text into one object per row. Without a header the columns are column_1, column_2…",
    input,
    output,
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    async call({ text, delimiter = ",", header = true, skipBadRows = false }) {
      if (text.length > MAX_CHARACTERS)
        return failedNow("The text is longer than the 10 MB that parse_csv reads.");
      if (/["\r\n]/.test(delimiter)) return failedNow("The delimiter may not be a quote or a line break.");

      const { records, badRows } = readCsvRecords(text, delimiter, skipBadRows ? MAX_BROKEN_ROWS : 1);
      if (skipBadRows && badRows.length > MAX_BROKEN_ROWS) {
        return failedNow(
          `More than ${MAX_BROKEN_ROWS} rows have broken quotes. Check the delimiter and the quotes.`,
        );
      }
      const first = records[0];
      if (!first)
        return badRows[0] ? refused(badRows[0]) : completed({ rows: [], rowCount: 0, columns: [], badRows });

      const columns = header ? distinctNames(first.fields) : distinctNames(first.fields.map(() => ""));
      const rows: Record<string, string>[] = [];
      for (const { fields, line } of header ? records.slice(1) : records) {
        if (fields.length === columns.length) {
          rows.push(Object.fromEntries(columns.map((name, index) => [name, fields[index] ?? ""])));
        } else {
          badRows.push({
            line,
            problem: `It has ${countOf(fields)} where there are ${columns.length} columns.`,
          });
        }
      }
      badRows.sort((a, b) => a.line - b.line);
      if (!skipBadRows && badRows[0]) return refused(badRows[0]);
      return completed({ rows, rowCount: rows.length, columns, badRows });
    },
  });
}

function countOf(fields: CsvRecord["fields"]): string {
  return fields.length === 1 ? "1 field" : `${fields.length} fields`;
}

function refused(bad: BadRow) {
  return failedNow(
    `Line ${bad.line} of the CSV is bad. ${bad.problem} Set skipBadRows to leave bad rows out.`,
  );
}

/** Every column with a name of its own: an empty one is numbered, a repeated one gets a number behind it. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const wanted = name.trim() || `column_${index + 1}`;
    let free = wanted;
    for (let count = 2; taken.has(free) || (free !== wanted && names.includes(free)); count += 1)
      free = `${wanted}_${count}`;
    taken.add(free);
    return free;
  });
}
