import { type CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
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

const recordSchema = z.array(
  z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }),
);

export function parseCsvTool(): Tool {
  return defineTool({
    name: "parse_csv",
    description:
      "Reads CSV text into rows, one object per row. Without a header the columns are column_1, column_2 and so on.",
    input,
    output,
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    async call({ text, delimiter = ",", header = true, skipBadRows = false }) {
      if (text.length > MAX_CHARACTERS) return failedNow("The text is longer than the 10 MB that parse_csv reads.");
      if (/["\r\n]/.test(delimiter)) return failedNow("The delimiter may not be a quote or a line break.");

      const badRows: BadRow[] = [];
      const records = readRecords(text, delimiter, badRows);
      const first = records[0];
      if (!first) return badRows[0] ? refused(badRows[0]) : completed({ rows: [], rowCount: 0, columns: [], badRows });

      const columns = header ? distinctNames(first.record) : distinctNames(first.record.map(() => ""));
      const rows: Record<string, string>[] = [];
      for (const { record, info } of header ? records.slice(1) : records) {
        if (record.length === columns.length) {
          rows.push(Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ""])));
        } else {
          const problem = `It has ${record.length} fields where there are ${columns.length} columns.`;
          badRows.push({ line: info.lines, problem });
        }
      }
      badRows.sort((a, b) => a.line - b.line);
      if (!skipBadRows && badRows[0]) return refused(badRows[0], badRows.length);
      return completed({ rows, rowCount: rows.length, columns, badRows });
    },
  });
}

function readRecords(text: string, delimiter: string, badRows: BadRow[]) {
  const records: unknown = parse(text, {
    bom: true,
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    info: true,
    on_skip: (error) => {
      if (error) badRows.push({ line: lineOf(error), problem: problemOf(error) });
      return undefined;
    },
  });
  return recordSchema.parse(records);
}

function lineOf(error: CsvError): number {
  const { lines } = error;
  return typeof lines === "number" ? lines : 0;
}

function problemOf(error: CsvError): string {
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return "A quote is opened and never closed.";
    case "CSV_INVALID_CLOSING_QUOTE":
      return "A closing quote is followed by other text; a quote inside a quoted field is written twice.";
    case "INVALID_OPENING_QUOTE":
      return "A quote opens in the middle of a field; quote the whole field.";
    default:
      return error.message;
  }
}

function refused(bad: BadRow, count = 1) {
  const others = count > 1 ? ` ${count} rows are bad in all.` : "";
  return failedNow(`Line ${bad.line} of the CSV is bad. ${bad.problem}${others} Set skipBadRows to leave bad rows out.`);
}

/** Every column with a name of its own: an empty one is numbered, a repeated one gets a number behind it. */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const wanted = name.trim() || `column_${index + 1}`;
    let free = wanted;
    for (let count = 2; taken.has(free) || (free !== wanted && names.includes(free)); count += 1) free = `${wanted}_${count}`;
    taken.add(free);
    return free;
  });
}
