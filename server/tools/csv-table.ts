import { type CsvRecord, readCsvRecords } from "./csv-records.ts";

export type CsvTask = { text: string; delimiter: string; header: boolean; skipBadRows: boolean };
export type BadRow = { line: number; problem: string };
export type CsvTable = {
  rows: Record<string, string>[];
  rowCount: number;
  columns: string[];
  badRows: BadRow[];
};

const MAX_BROKEN_ROWS = 20;

/** The table of a CSV text, or in a sentence why there is none. */
export function readCsvTable({
  text,
  delimiter,
  header,
  skipBadRows,
}: CsvTask): CsvTable | { problem: string } {
  const { records, badRows } = readCsvRecords(text, delimiter, skipBadRows ? MAX_BROKEN_ROWS : 1);
  if (skipBadRows && badRows.length > MAX_BROKEN_ROWS) {
    return {
      problem: `More than ${MAX_BROKEN_ROWS} rows have broken quotes. Check the delimiter and the quotes.`,
    };
  }
  const first = records[0];
  if (!first) return badRows[0] ? refused(badRows[0]) : { rows: [], rowCount: 0, columns: [], badRows };

  const columns = header ? distinctNames(first.fields) : distinctNames(first.fields.map(() => ""));
  const rows: Record<string, string>[] = [];
  for (const { fields, line } of header ? records.slice(1) : records) {
    if (fields.length === columns.length) {
      rows.push(Object.fromEntries(columns.map((name, index) => [name, fields[index] ?? ""])));
    } else {
      badRows.push({ line, problem: `It has ${countOf(fields)} where there are ${columns.length} columns.` });
    }
  }
  badRows.sort((a, b) => a.line - b.line);
  if (!skipBadRows && badRows[0]) return refused(badRows[0]);
  return { rows, rowCount: rows.length, columns, badRows };
}

function countOf(fields: CsvRecord["fields"]): string {
  return fields.length === 1 ? "1 field" : `${fields.length} fields`;
}

function refused({ line, problem }: BadRow): { problem: string } {
  return { problem: `Line ${line} of the CSV is bad. ${problem} Set skipBadRows to leave bad rows out.` };
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
