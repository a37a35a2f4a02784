import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import type { Context } from "#server/context.ts";
import { EXAMPLE_FILE } from "#server/core/example-file.ts";
import type { Json } from "#server/core/json.ts";
import { secretPlacesIn } from "#server/core/secret-places.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { conflict, notFound } from "#server/errors.ts";

const TIMEOUT_MS = 60_000;

/** One call that a person makes by hand. It belongs to no run, and leaves nothing but its effect. */
export async function tryTool(
  ctx: Pick<Context, "tools" | "newId">,
  asked: { name: string; input: Json; signal: AbortSignal },
): Promise<{ outcome: ToolOutcome; seconds: number }> {
  const { name, input } = asked;
  const tool = ctx.tools.find(name);
  if (!tool) throw notFound("Tool", name);
  if (tool.policy === "off")
    throw conflict(`The tool "${name}" cannot be called. ${tool.offBecause ?? ""}`.trim());

  const id = ctx.newId("try");
  const folder = await mkdtemp(path.join(tmpdir(), "stepwright-try-"));
  try {
    await writeFile(path.join(folder, EXAMPLE_FILE.name), EXAMPLE_FILE.content);
    const startedAt = performance.now();
    const outcome = await ctx.tools.call(name, input, {
      runId: id,
      stepId: "try",
      folder,
      signal: AbortSignal.any([asked.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      idempotencyKey: id,
      secretPlaces: secretPlacesIn(input),
    });
    return { outcome, seconds: (performance.now() - startedAt) / 1_000 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
