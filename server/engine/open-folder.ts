import { constants } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import type { Context } from "#server/context.ts";
import { isObject } from "#server/core/json.ts";
import { runFolder } from "#server/core/run-rules/run-folder.ts";
import type { RunPlan } from "#server/core/run-rules/run-plan.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";
import { findEarlierRun } from "#server/services/find-earlier-run.ts";

/** The run's own folder, with the files in it that steps wrote which are taken over from an earlier run. */
export async function openFolder(ctx: Context, run: RunState, plan: RunPlan): Promise<string> {
  const folder = path.resolve(runFolder(ctx.config.dataDir, run.runId));
  await mkdir(folder, { recursive: true });
  const files = takenOver(run, plan);
  const earlier = files.length === 0 ? null : await findEarlierRun(ctx, run.runId);
  if (earlier === null) return folder;

  const from = path.resolve(runFolder(ctx.config.dataDir, earlier));
  for (const file of files) await copy(path.join(from, file), path.join(folder, file), ctx);
  return folder;
}

/** Relative paths that stay inside the folder. */
function takenOver({ steps }: RunState, plan: RunPlan): string[] {
  return [...steps].flatMap(([stepId, { reason, output }]) => {
    const isWritten = reason === "reused" && plan.steps.get(stepId)?.tool === "write_file";
    if (!isWritten || output === null || !isObject(output)) return [];
    const file = output["path"];
    if (typeof file !== "string" || path.isAbsolute(file)) return [];
    return path.normalize(file).startsWith("..") ? [] : [file];
  });
}

async function copy(from: string, to: string, ctx: Context): Promise<void> {
  try {
    await mkdir(path.dirname(to), { recursive: true });
    await copyFile(from, to, constants.COPYFILE_EXCL);
  } catch (error) {
    // It is there already, or the earlier run has lost it; then whoever reads it says so.
    ctx.log.debug({ err: error }, "A file of an earlier run was not taken over");
  }
}
