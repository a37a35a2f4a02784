import { existsSync } from "node:fs";
import type { z } from "zod";
import { briefCaseSchema, editCaseSchema } from "./case-schema.ts";
import { conversationCaseSchema } from "./conversation-case.ts";
import { jsonLines } from "./json-lines.ts";
import { WrongUse } from "./options.ts";
import { toolCaseSchema } from "./tool-case.ts";

const FILES = {
  edits: ["edits.jsonl", editCaseSchema],
  tools: ["tool-turns.jsonl", toolCaseSchema],
  briefs: ["briefs.jsonl", briefCaseSchema],
  conversations: ["conversations.jsonl", conversationCaseSchema],
} as const;

export type Cases = { [Group in keyof typeof FILES]: z.output<(typeof FILES)[Group][1]>[] };

/**
 * The cases of a folder; a file that is missing has none. Throws when a line is no case, naming file,
 * line and field, and when the folder has none of the files.
 */
export function readCases(folder: string): Cases {
  if (!Object.values(FILES).some(([name]) => existsSync(`${folder}/${name}`))) {
    const names = Object.values(FILES).map(([name]) => name);
    throw new WrongUse(`The folder ${folder} has none of the files ${names.join(", ")}.`);
  }
  return {
    edits: linesOf(folder, ...FILES.edits),
    tools: linesOf(folder, ...FILES.tools),
    briefs: linesOf(folder, ...FILES.briefs),
    conversations: linesOf(folder, ...FILES.conversations),
  };
}

function linesOf<Schema extends z.ZodType>(folder: string, name: string, schema: Schema): z.output<Schema>[] {
  const file = `${folder}/${name}`;
  return existsSync(file) ? jsonLines(file, schema) : [];
}
