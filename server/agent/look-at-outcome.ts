import path from "node:path";
import type { Context } from "#server/context.ts";
import { shortened } from "#server/core/characters.ts";
import { counted } from "#server/core/counted.ts";
import type { Json } from "#server/core/json.ts";
import { maskSecrets } from "#server/core/mask-secrets.ts";
import type { OutcomeLook, OutcomeLooks } from "#server/core/outcome-look.ts";
import { secretPlacesOf } from "#server/core/secret-places.ts";
import { type Step, stepName } from "#server/core/plan.ts";
import { resolveTemplate } from "#server/core/resolve-template.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { runFolder } from "#server/core/run-rules/run-folder.ts";
import { refusedValue } from "#server/core/run-rules/storable.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { conflict } from "#server/errors.ts";
import { type VerifyingCheck, readVerifyingChecks } from "#server/services/read-verifying-checks.ts";
import { toolsOfAgent } from "#server/tools/agent-tools.ts";
import { readingTool } from "./reading-tool.ts";
import { observe } from "./step-runner-look.ts";

const LONGEST_LOOK_SECONDS = 30;

type Prepared = { check: VerifyingCheck; comparison: NonNullable<Step["check"]>; tool: string; input: Json };

/**
 * Looks with the checks that verify a step whose outcome is unknown, for the person who has to say it.
 * The looks are none of the run's: they change nothing in it and are in neither its log nor its budget.
 */
export async function lookAtOutcome(
  ctx: Context,
  asked: { runId: string; stepId: string },
): Promise<OutcomeLooks> {
  const prepared = (await readVerifyingChecks(ctx, asked)).map((check) => prepare(ctx, check));
  const ready = prepared.flatMap((one) => (one.ok ? [one.value] : []));
  if (ready.length === 0) throw conflict(prepared.flatMap((one) => (one.ok ? [] : [one.error])).join(" "));
  const looks = await Promise.all(ready.map((one) => look(ctx, asked.runId, one)));
  return { lookedAt: ctx.now().toISOString(), looks };
}

/** What the check would call as the run stands, or why it cannot look. */
function prepare(ctx: Context, check: VerifyingCheck): Result<Prepared, string> {
  const tools = toolsOfAgent(ctx.tools, check.tools);
  const { step, number, scope } = check;
  const name = stepName(number, step.title);
  if (step.check === undefined) return err(`${name} does not say what to compare.`);
  const asksPeople = step.approval !== undefined || tools.find(step.tool ?? "")?.policy === "needs_approval";
  if (asksPeople) return err(`${name} looks only after a person has approved it.`);

  const input = resolveTemplate(step.input ?? {}, scope);
  if (!input.ok) return err(`${name} cannot look yet. ${input.error.message}`);
  const tool = readingTool(tools, { looker: name, toolName: step.tool ?? "", input: input.value });
  if (!tool.ok) return err(`${name} cannot look. ${tool.error.message}`);
  return ok({ check, comparison: step.check, tool: tool.value.name, input: input.value });
}

async function look(ctx: Context, runId: string, prepared: Prepared): Promise<OutcomeLook> {
  const { check, comparison, tool, input } = prepared;
  const { step, number } = check;
  const outcome = await call(ctx, runId, prepared);
  const isSeen = outcome.type === "completed";
  const observed = isSeen ? observe(outcome.output, comparison) : err({ message: outcome.message });
  const { path: place, op, value } = comparison;
  return maskSecrets({
    stepId: step.id,
    number,
    title: step.title,
    tool,
    input,
    expected: `${place} ${op} ${shortened(JSON.stringify(value))}`.trim(),
    holds: observed.ok ? observed.value.holds : null,
    observation: observed.ok ? refusedValue(observed.value.observation) : null,
    output: isSeen ? refusedValue(maskSecrets(outcome.output)) : null,
    problem: observed.ok ? null : observed.error.message,
  });
}

async function call(ctx: Context, runId: string, { check, tool, input }: Prepared): Promise<ToolOutcome> {
  const controller = new AbortController();
  const { step, scope } = check;
  const seconds = Math.min(LONGEST_LOOK_SECONDS, step.timeoutSeconds ?? LONGEST_LOOK_SECONDS);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ToolOutcome>((resolve) => {
    timer = setTimeout(() => {
      const message = `"${tool}" did not answer within ${counted(seconds, "second")}.`;
      resolve({ type: "failed", message, retry: "temporary" });
      controller.abort();
    }, seconds * 1_000);
  });
  const called = toolsOfAgent(ctx.tools, check.tools).call(tool, input, {
    runId,
    stepId: step.id,
    folder: path.resolve(runFolder(ctx.config.dataDir, runId)),
    signal: controller.signal,
    idempotencyKey: `${runId}:${step.id}`,
    secretPlaces: secretPlacesOf(step.input ?? null, scope),
  });
  return Promise.race([called, late]).finally(() => clearTimeout(timer));
}
