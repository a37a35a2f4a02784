import { and, desc, eq, lte, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, messages, planRevisions, runs, secrets, snapshots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { FailedRun } from "#server/core/failed-run.ts";
import type { Issue, Plan } from "#server/core/plan.ts";
import { namesRevision, type RestoreTargets, restoreTargets } from "#server/core/revision.ts";
import type { RunStatus } from "#server/core/run.ts";
import { readTimezone } from "#server/core/schedule-timezone.ts";
import { type ToolDefinition, toolOfAgent } from "#server/core/tool.ts";
import { checkPlan } from "./check-plan.ts";
import { type AgentRow, findAgent } from "./find-agent.ts";
import { findBaseRevision } from "./find-base-revision.ts";
import { findFailedRun } from "./find-failed-run.ts";
import { findRemovedSteps, type RemovedStep } from "./find-removed-steps.ts";
import { findRevision, type RevisionRow } from "./find-revision.ts";
import { readTriggerFacts, type TriggerFacts } from "./read-trigger-facts.ts";

/** All that the planner is told beside the conversation. */
export type PlanningState = {
  agent: AgentRow;
  tools: readonly ToolDefinition[];
  /** Tools that no step of this agent may call now; they tell why. */
  offTools: readonly ToolDefinition[];
  agentSlugs: string[];
  /** Names of the secrets that inputs may name. */
  secretNames: string[];
  now: Date;
  /** The zone of the person's clocks; the server's when they did not tell it. */
  timezone: string;
  schedules: TriggerFacts["schedules"];
  webhooks: TriggerFacts["webhooks"];
  /** The plan that the message is about: the newest revision, but for a change that it takes back; null without a plan. */
  current: { revision: number; messageId: string; plan: Plan; issues: Issue[] } | null;
  /** The newest revision, made by an earlier wording of the message, which goes when the message is answered. */
  takesBack: { revision: number } | null;
  /** The newest ones up to the current, oldest of them first. */
  revisions: { revision: number; changeDescription: string }[];
  restore: RestoreTargets;
  /** The plan that the current revision changed. */
  previous: { revision: number; plan: Plan } | null;
  /** Ids that earlier revisions gave to steps which are gone: no new step may have them. */
  retiredIds: string[];
  /** The steps that are gone, the one that went last first; of very many those that went last. */
  removed: RemovedStep[];
  saved: { version: number; revision: number } | null;
  lastRuns: { runId: string; status: RunStatus; createdAt: Date }[];
  /** The run whose failure the conversation tells of last; null when none does, or a newer one completed. */
  failedRun: FailedRun | null;
};

const SHOWN_REVISIONS = 30;
const SHOWN_RUNS = 3;

/** How things stand for whoever answers `messageId`. */
export async function readPlanningState(
  ctx: Context,
  input: { agentId: string; messageId: string },
): Promise<PlanningState> {
  const { db } = ctx;
  const agent = await findAgent(db, input.agentId);
  const { head, base: latest } = await findBaseRevision(db, agent.id, input.messageId);
  const links = await findRevisionLinks(db, agent.id, latest?.revision ?? 0);
  const present = new Set(latest?.plan.steps.map((step) => step.id));
  const gone = latest === null ? { ids: [], steps: [] } : await findRemovedSteps(db, agent.id, present);

  const tools = ctx.tools
    .list()
    .map((tool) => toolOfAgent(tool, { granted: agent.tools, stricter: agent.toolPolicies }));

  return {
    agent,
    tools: tools.filter((tool) => tool.policy !== "off"),
    offTools: tools.filter((tool) => tool.policy === "off"),
    agentSlugs: await findOtherAgents(db, agent),
    secretNames: (await db.select({ name: secrets.name }).from(secrets).orderBy(secrets.name)).map(
      (row) => row.name,
    ),
    now: ctx.now(),
    timezone: await findTimezone(db, agent.id, input.messageId),
    ...(await readTriggerFacts(db, agent.id)),
    current: latest && {
      revision: latest.revision,
      messageId: latest.messageId,
      plan: latest.plan,
      issues: await checkPlan(ctx, db, agent, latest.plan),
    },
    takesBack: head === latest || head === null ? null : { revision: head.revision },
    revisions: links.slice(-SHOWN_REVISIONS),
    restore: restoreTargets(links),
    previous: await findPrevious(db, latest),
    retiredIds: gone.ids,
    removed: gone.steps,
    saved: await findSaved(db, agent),
    lastRuns: await db
      .select({ runId: runs.id, status: runs.status, createdAt: runs.createdAt })
      .from(runs)
      .where(eq(runs.agentId, agent.id))
      .orderBy(desc(runs.createdAt), desc(runs.id))
      .limit(SHOWN_RUNS),
    failedRun: await findFailedRun(ctx, { agentId: agent.id, messageId: input.messageId }),
  };
}

async function findRevisionLinks(db: Db, agentId: string, newest: number) {
  const { restoredFrom } = planRevisions;
  const rows = await db
    .select({
      revision: planRevisions.revision,
      changeDescription: planRevisions.changeDescription,
      baseRevision: planRevisions.baseRevision,
      restoredFrom,
      planKey: planRevisions.planHash,
      asked: sql<
        string | null
      >`case when ${restoredFrom} is not null then ${messages.parts} -> 0 ->> 'text' end`,
    })
    .from(planRevisions)
    .innerJoin(
      messages,
      and(eq(messages.agentId, planRevisions.agentId), eq(messages.id, planRevisions.messageId)),
    )
    .where(and(eq(planRevisions.agentId, agentId), lte(planRevisions.revision, newest)))
    .orderBy(planRevisions.revision);
  return rows.map(({ asked, ...link }) => ({
    ...link,
    isNamed: link.restoredFrom !== null && namesRevision(asked ?? "", link.restoredFrom),
  }));
}

async function findOtherAgents(db: Db, agent: AgentRow): Promise<string[]> {
  const rows = await db
    .select({ slug: agents.slug })
    .from(agents)
    .where(and(eq(agents.status, "active"), ne(agents.id, agent.id)))
    .orderBy(agents.slug);
  return rows.map((row) => row.slug);
}

async function findTimezone(db: Db, agentId: string, messageId: string): Promise<string> {
  const [message] = await db
    .select({ metadata: messages.metadata })
    .from(messages)
    .where(and(eq(messages.agentId, agentId), eq(messages.id, messageId)));
  const told = readTimezone(message?.metadata?.timezone ?? "");
  return told.ok ? told.value : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

async function findPrevious(db: Db, latest: RevisionRow | null) {
  if (latest === null || latest.baseRevision === 0) return null;
  const { revision, plan } = await findRevision(db, latest.agentId, latest.baseRevision);
  return { revision, plan };
}

async function findSaved(db: Db, agent: AgentRow) {
  if (agent.snapshotId === null) return null;
  const [row] = await db
    .select({ version: snapshots.version, revision: snapshots.revision })
    .from(snapshots)
    .where(eq(snapshots.id, agent.snapshotId));
  return row ?? null;
}
