import { z } from "zod";
import type { ToolOutcome } from "#server/core/tool.ts";
import { type CsvTable, type CsvTask, readCsvTable } from "./csv-table.ts";
import type { CsvAnswer } from "./csv-worker.ts";
import { parseJsonText } from "./json-text.ts";
import { completed, failedForNow, failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";
import { workProblem, workProcess } from "./work-process.ts";

const MAX_CHARACTERS = 10 * 1024 * 1024;
// A longer text is read in a process of its own, so that nobody waits for it.
const MAX_CHARACTERS_HERE = 100_000;
const TIMEOUT_MS = 60_000;

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

const readApart = workProcess<CsvTask, CsvAnswer>(new URL("./csv-worker.ts", import.meta.url), () => true);

export function parseCsvTool(): Tool {
  return defineTool({
    name: "parse_csv",
    description:
      "Reads CSV text into one object per row. Without a header the columns are column_1, column_2…",
    input,
    output,
    example: { text: "name,amount\nAda,12.50\nGrace,7\n" },
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    async call({ text, delimiter = ",", header = true, skipBadRows = false }, context) {
      if (text.length > MAX_CHARACTERS)
        return failedNow("The text is longer than the 10 MB that parse_csv reads.");
      if (/["\r\n]/.test(delimiter)) return failedNow("The delimiter may not be a quote or a line break.");

      const task = { text, delimiter, header, skipBadRows };
      if (text.length <= MAX_CHARACTERS_HERE) return outcomeOf(readCsvTable(task));
      const end = await readApart(task, { timeoutMs: TIMEOUT_MS, signal: context.signal });
      if (!("answer" in end)) return failedForNow(workProblem(end, "Reading the CSV", TIMEOUT_MS));
      return "json" in end.answer ? completed(parseJsonText(end.answer.json)) : failedNow(end.answer.problem);
    },
  });
}

function outcomeOf(table: CsvTable | { problem: string }): ToolOutcome {
  return "problem" in table ? failedNow(table.problem) : completed(table);
}
