import { tool } from "ai";
import { readRunInputSchema } from "#server/core/edit-schema.ts";
import type { RunView } from "#server/core/views.ts";
import { AppError } from "#server/errors.ts";
import { readRun } from "#server/services/read-run.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";

const MAX_VALUE_LENGTH = 1_500;

export function readRunTool(turn: Turn) {
  return tool({
    description: "The report and log of a run: what happened, why a step failed.",
    inputSchema: toolSchema(readRunInputSchema),
    strict: true,
    execute: async ({ runId }) => {
      const { state } = turn;
      const wanted = runId ?? state.lastRuns[0]?.runId;
      if (wanted === undefined) return "There is no run of this agent yet.";
      const run = await readRunOrNull(turn, wanted);
      if (run === null || run.agentId !== state.agent.id) {
        const known = state.lastRuns.map((item) => item.runId).join(", ") || "none";
        return `There is no run "${wanted}" of this agent. Its last runs: ${known}.`;
      }
      turn.hasRead = { runId: run.runId };
      return { message: summaryOf(run), run: digest(run) };
    },
  });
}

async function readRunOrNull({ ctx }: Turn, runId: string): Promise<RunView | null> {
  try {
    return await readRun(ctx, { runId });
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return null;
    throw error;
  }
}

function summaryOf(run: RunView): string {
  if (run.report !== null) return run.report.summary;
  const counts = Object.entries(run.stepCounts).map(([status, steps]) => `${steps} ${status}`);
  return `The run is ${run.status}. Steps: ${counts.join(", ")}.`;
}

/** What happened, with long values cut: outputs are data that some tool or model wrote. */
function digest(run: RunView) {
  return {
    runId: run.runId,
    status: run.status,
    trigger: run.trigger.type,
    snapshotVersion: run.snapshotVersion,
    createdAt: run.createdAt,
    endedAt: run.endedAt,
    steps: run.steps.map((step) => ({
      number: step.number,
      stepId: step.stepId,
      title: step.title,
      status: step.status,
      reason: step.reason,
      causeStepId: step.causeStepId,
      error: step.error?.message ?? null,
      output: cut(step.output),
      attempts: step.attempts.map((attempt) => ({
        attempt: attempt.attempt,
        status: attempt.status,
        error: attempt.error?.message ?? null,
        whatToChange: attempt.correction?.whatToChange ?? null,
      })),
    })),
  };
}

function cut(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}… (cut)` : text;
}
