import { asc, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { messages } from "#db/schema.ts";
import type { AttemptResult } from "#server/core/attempt.ts";
import type { DataParts } from "#server/core/conversation.ts";
import type { Plan } from "#server/core/plan.ts";
import type { Trigger } from "#server/core/run.ts";
import { listNotices } from "#server/services/list-notices.ts";
import { startRun } from "#server/services/start-run.ts";
import { asks, done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, untilStatus } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

export const SCHEDULED: Trigger = {
  type: "schedule",
  scheduleId: "sch_1",
  scheduledFor: "2026-12-01T09:00:00.000Z",
};

/** A world in which the tool step "send" ends as `outcome` says at the time. */
export async function openNoticeWorld(database?: Database, environment: Record<string, string> = {}) {
  const world = await openRunWorld(database, environment);
  const { ctx } = world;
  let outcome: () => AttemptResult = () => fails("No such box.", "not_retryable");

  const plan: Plan = makePlan(
    { collect: [], send: ["collect"], tell: ["send"] },
    {
      collect: { title: "Collect" },
      send: { kind: "tool", tool: "send", title: "Send the mail", instructions: "Tell Ada what was found." },
      tell: { title: "Tell" },
    },
  );
  const worker = (slots?: number) =>
    world.startWorker(
      (request) => {
        if (request.step.id !== "send") return done("ok");
        return request.approvedInput === null ? outcome() : done("sent");
      },
      slots === undefined ? {} : { slots },
    );
  await worker();

  return {
    ...world,
    plan,
    agent: async (of: Plan = plan) => (await seedAgent(ctx, of)).agentId,
    ends: {
      failing: (message = "No such box.") => {
        outcome = () => fails(message, "not_retryable");
      },
      well: () => {
        outcome = () => done("sent");
      },
      asking: () => {
        outcome = () => asks({ to: "ada", text: "hello" });
      },
      unknown: () => {
        outcome = () => ({
          type: "outcome_unknown",
          input: { to: "ada" },
          error: { message: "The connection broke." },
          usage: done().usage,
        });
      },
    },
    start: async (
      agentId: string,
      status: "failed" | "completed" | "paused",
      trigger: Trigger = { type: "manual" },
    ) => {
      const { runId } = await startRun(ctx, { agentId, trigger });
      await untilStatus(ctx, runId, status);
      return runId;
    },
    notices: async (agentId: string) => (await listNotices(ctx, { agentId, limit: 50 })).items,
    /** What the conversation says of failed runs, oldest first. */
    reports: async (agentId: string): Promise<DataParts["runReport"][]> => {
      const rows = await ctx.db
        .select()
        .from(messages)
        .where(eq(messages.agentId, agentId))
        .orderBy(asc(messages.position));
      return rows
        .flatMap((row) => row.parts)
        .flatMap((part) => (part.type === "data-runReport" ? [part["data"] as DataParts["runReport"]] : []));
    },
  };
}
