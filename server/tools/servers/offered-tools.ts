import { setImmediate } from "node:timers/promises";
import type { Context } from "#server/context.ts";
import { searchProblems } from "#server/core/check/schema-validator.ts";
import { shortened } from "#server/core/characters.ts";
import type { OfferedTool } from "#server/core/tool-server.ts";
import { type RawTool, cleanTool } from "./clean-tool.ts";
import { withoutHiddenCharacters } from "./hidden-characters.ts";
import { MAX_TOOLS } from "./limits.ts";

const MAX_TOLD = 20;
// A list of the largest schemas takes seconds; others have their turn between.
const SLICE_MS = 20;

export type ServerLog = Pick<Context["log"], "warn">;

/** The tools of a list that can be used, and which were left out, with the reason. */
export async function offeredTools(
  raw: readonly RawTool[],
): Promise<{ offered: OfferedTool[]; left: string[] }> {
  const problemOf = searchProblems();
  const counts = new Map<string, number>();
  for (const { name } of raw) counts.set(name, (counts.get(name) ?? 0) + 1);

  const left: string[] = [];
  const offered: OfferedTool[] = [];
  let pauseAt = Date.now() + SLICE_MS;
  for (const one of raw.slice(0, MAX_TOOLS)) {
    if (Date.now() > pauseAt) {
      await setImmediate();
      pauseAt = Date.now() + SLICE_MS;
    }
    const cleaned = cleanTool(one, problemOf);
    if (counts.get(one.name) !== 1) left.push(`${shown(one.name)}: there is more than one of this name`);
    else if (cleaned.ok) offered.push(cleaned.value);
    else left.push(`${shown(one.name)}: ${cleaned.error}`);
  }
  if (raw.length > MAX_TOOLS)
    left.unshift(`it offers more than ${MAX_TOOLS} tools, the rest was not looked at`);
  return { offered, left };
}

export function tellOfLeftOut(left: readonly string[], server: string, log: ServerLog): void {
  if (left.length === 0) return;
  log.warn(
    { server, count: left.length, left: left.slice(0, MAX_TOLD) },
    "Tools of a tool server were left out",
  );
}

function shown(name: string): string {
  return `"${shortened(withoutHiddenCharacters(name))}"`;
}
