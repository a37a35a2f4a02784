import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ToolCallContext } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { builtInCatalogue } from "#test/tools/built-in-catalogue.ts";

export function toolContext(folder: string, over: Partial<ToolCallContext> = {}): ToolCallContext {
  return {
    runId: "run_1",
    stepId: "step",
    folder,
    signal: new AbortController().signal,
    idempotencyKey: "run_1:step:1",
    ...over,
  };
}

export async function makeFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), "stepwright-tools-"));
}

/** A catalogue whose data, run and configured folders are fresh, and which may reach the loopback. */
export async function makeCatalogue() {
  const [dataDir, folder, readable, writable, outside] = await Promise.all(
    Array.from({ length: 5 }, () => makeFolder()),
  );
  if (!dataDir || !folder || !readable || !writable || !outside)
    throw new Error("five folders were asked for");
  const catalogue = builtInCatalogue({
    dataDir,
    filesFolder: ".data/files",
    filesRead: [readable],
    filesWrite: [writable],
    egressAllow: ["127.0.0.1/32"],
  });
  const call = (name: string, input: Json, over: Partial<ToolCallContext> = {}): Promise<ToolOutcome> =>
    catalogue.call(name, input, toolContext(folder, over));
  return { catalogue, call, folder, dataDir, readable, writable, outside };
}

/** The output of a call that has to complete. */
export function outputOf(outcome: ToolOutcome): Json {
  if (outcome.type !== "completed") throw new Error(`the call did not complete: ${outcome.message}`);
  return outcome.output;
}

export function messageOf(outcome: ToolOutcome): string {
  if (outcome.type === "completed") throw new Error("the call completed");
  return outcome.message;
}
