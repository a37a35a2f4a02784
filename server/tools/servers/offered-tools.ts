import type { Context } from "#server/context.ts";
import { searchProblems } from "#server/core/check/schema-validator.ts";
import { shortened } from "#server/core/characters.ts";
import type { OfferedTool } from "#server/core/tool-server.ts";
import { type RawTool, cleanTool } from "./clean-tool.ts";
import { withoutHiddenCharacters } from "./hidden-characters.ts";
import { MAX_TOOLS } from "./limits.ts";

export type ServerLog = Pick<Context["log"], "warn">;

/** The tools of a list that can be used. What is left out is told in the log, with the reason. */
export function offeredTools(raw: readonly RawTool[], server: string, log: ServerLog): OfferedTool[] {
  const problemOf = searchProblems();
  const counts = new Map<string, number>();
  for (const { name } of raw) counts.set(name, (counts.get(name) ?? 0) + 1);

  const left: string[] = [];
  const tools: OfferedTool[] = [];
  for (const one of raw.slice(0, MAX_TOOLS)) {
    const cleaned = cleanTool(one, problemOf);
    if (counts.get(one.name) !== 1) left.push(`${shown(one.name)}: there is more than one of this name`);
    else if (cleaned.ok) tools.push(cleaned.value);
    else left.push(`${shown(one.name)}: ${cleaned.error}`);
  }
  if (left.length > 0) log.warn({ server, left: left.slice(0, 20) }, "Tools of a tool server were left out");
  if (raw.length > MAX_TOOLS) {
    log.warn({ server }, `A tool server offers more than ${MAX_TOOLS} tools; the rest was left out`);
  }
  return tools;
}

function shown(name: string): string {
  return `"${shortened(withoutHiddenCharacters(name))}"`;
}
