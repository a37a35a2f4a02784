import { type CsvTask, readCsvTable } from "./csv-table.ts";
import { answerTasks } from "./work-reply.ts";

/** What the process answers: the table as JSON text, or why there is none. */
export type CsvAnswer = { json: string } | { problem: string };

// An output of a step is kept up to this size.
const MAX_BYTES = 8 * 1024 * 1024;

answerTasks(answerOf);

function answerOf(task: CsvTask): CsvAnswer {
  const table = readCsvTable(task);
  if ("problem" in table) return table;
  const json = JSON.stringify(table);
  const bytes = Buffer.byteLength(json);
  if (bytes <= MAX_BYTES) return { json };
  const size = (bytes / 1024 / 1024).toFixed(1);
  return {
    problem: `The table has ${table.rowCount} rows, ${size} MiB as JSON, and at most 8 MiB are kept. Read fewer rows or columns.`,
  };
}
