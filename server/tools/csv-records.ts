import { type CsvError, parse } from "csv-parse/sync";

/** `line` is the last line of the record. */
export type CsvRecord = { fields: string[]; line: number };

type BadRow = { line: number; problem: string };

/**
 * The records of a CSV text. A row with broken quotes would swallow what follows it, so its line is
 * taken out and the rest read again, until more than `maxBroken` rows are broken.
 */
export function readCsvRecords(
  text: string,
  delimiter: string,
  maxBroken: number,
): { records: CsvRecord[]; badRows: BadRow[] } {
  const badRows: BadRow[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  for (;;) {
    const { records, broken } = readUntilBroken(badRows.length === 0 ? text : lines.join("\n"), delimiter);
    if (!broken) return { records, badRows };

    let start = records.at(-1)?.line ?? 0;
    while (start < lines.length - 1 && lines[start] === "") start += 1;
    badRows.push({ line: start + 1, problem: problemOf(broken) });
    const end = broken.code === "CSV_QUOTE_NOT_CLOSED" ? start : Math.max(start, lineOf(broken) - 1);
    lines.fill("", start, end + 1);
    if (badRows.length > maxBroken || maxBroken === 1) return { records, badRows };
  }
}

function readUntilBroken(text: string, delimiter: string): { records: CsvRecord[]; broken: CsvError | null } {
  const records: CsvRecord[] = [];
  const errors: CsvError[] = [];
  parse(text, {
    bom: true,
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record: (fields: string[], { lines }) => {
      if (errors.length === 0) records.push({ fields, line: lines });
      return null;
    },
    on_skip: (error) => {
      if (error) errors.push(error);
      return undefined;
    },
  });
  return { records, broken: errors[0] ?? null };
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
      return `${error.message}.`;
  }
}
