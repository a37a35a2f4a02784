import { createRoute, z } from "@hono/zod-openapi";
import { lookAtOutcome } from "#server/agent/look-at-outcome.ts";
import type { Context } from "#server/context.ts";
import { jsonSchema } from "#server/core/json.ts";
import { outcomeLooksSchema } from "#server/core/outcome-look.ts";
import { budgetSchema } from "#server/core/plan.ts";
import { runEventSchema, runStatusSchema } from "#server/core/run.ts";
import { runReportSchema, runSummarySchema, runViewSchema } from "#server/core/views.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { listRuns } from "#server/services/list-runs.ts";
import { raiseBudget } from "#server/services/raise-budget.ts";
import { readRunReport } from "#server/services/read-run-report.ts";
import { readRun } from "#server/services/read-run.ts";
import { reseedRun } from "#server/services/reseed-run.ts";
import { resolveStep } from "#server/services/resolve-step.ts";
import { startRun } from "#server/services/start-run.ts";
import { answer, body, named, newRoutes, pageQuery, pageSchema, problems, query } from "./define.ts";
import { streamRunEvents } from "./stream-run-events.ts";

const tags = ["Runs"];
const runSchema = named("Run", runViewSchema);
const reportSchema = named("RunReport", runReportSchema);
const agentPath = z.object({ agentId: z.string().openapi({ description: "The agent's id or slug." }) });
const runPath = z.object({ runId: z.string() });

const start = createRoute({
  method: "post",
  path: "/api/agents/{agentId}/runs",
  tags,
  summary: "Start a run of the agent's saved plan",
  request: {
    params: agentPath,
    headers: z.object({
      "idempotency-key": z.string().min(1).max(200).optional().openapi({
        description: "The same key gives the same run.",
      }),
    }),
    body: body(
      z.strictObject({
        input: jsonSchema.optional(),
        snapshotId: z.string().min(1).optional(),
        reuseFrom: z.string().min(1).optional(),
        repeatUncertain: z.literal(true).optional().openapi({
          description:
            "With `reuseFrom`: start although that run was canceled during a call of which nobody knows what it did.",
        }),
      }),
    ),
  },
  responses: {
    202: answer(
      z.object({
        runId: z.string(),
        reused: z.array(z.string()).openapi({ description: "Ids of the steps that are taken over." }),
      }),
      "The run is accepted, or was by an earlier request of the same key.",
    ),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

const list = createRoute({
  method: "get",
  path: "/api/runs",
  tags,
  summary: "Runs, newest first",
  request: {
    query: pageQuery({
      agent: z
        .string()
        .min(1)
        .optional()
        .openapi({ description: "Only runs of this agent: its id or slug." }),
      status: runStatusSchema.optional(),
    }),
  },
  responses: {
    200: answer(pageSchema(named("RunSummary", runSummarySchema)), "A page of runs."),
    ...problems(400, 404, 422),
  },
});

const read = createRoute({
  method: "get",
  path: "/api/runs/{runId}",
  tags,
  summary: "A run with its steps and attempts",
  request: { params: runPath },
  responses: { 200: answer(runSchema, "The run."), ...problems(404) },
});

const events = createRoute({
  method: "get",
  path: "/api/runs/{runId}/events",
  tags,
  summary: "The execution log, as a list or as a live stream",
  request: {
    params: runPath,
    query: query({
      after: z.coerce
        .number()
        .int()
        .min(0)
        .default(0)
        .openapi({ description: "Only events with a larger number." }),
      limit: z.coerce.number().int().min(1).max(1_000).default(500),
    }),
    headers: z.object({
      "last-event-id": z.string().regex(/^\d+$/, "the number of an event").optional().openapi({
        description: "Where a broken stream is taken up. Wins over `after`.",
      }),
    }),
  },
  responses: {
    200: {
      description:
        "Events in order. With `Accept: text/event-stream`: one message per event, until the run is over.",
      content: {
        "application/json": { schema: pageSchema(named("RunEvent", runEventSchema)) },
        "text/event-stream": { schema: z.string() },
      },
    },
    204: { description: "The run is over and the stream has nothing more." },
    ...problems(400, 404, 422),
  },
});

const report = createRoute({
  method: "get",
  path: "/api/runs/{runId}/report",
  tags,
  summary: "What came out, in the order the steps settled",
  request: { params: runPath },
  responses: { 200: answer(reportSchema, "The report."), ...problems(404) },
});

const cancel = createRoute({
  method: "post",
  path: "/api/runs/{runId}/cancel",
  tags,
  summary: "Cancel a run",
  request: {
    params: runPath,
    body: {
      required: false,
      content: {
        "application/json": {
          schema: z
            .strictObject({
              reseed: z.literal(true).optional().openapi({
                description:
                  "Start a run of the agent's current snapshot in its place, with the same input, that reuses what is still valid. `continuedBy` names it.",
              }),
              snapshotId: z.string().min(1).optional().openapi({
                description: "With `reseed`: another snapshot of the agent.",
              }),
            })
            .refine(({ reseed, snapshotId }) => reseed === true || snapshotId === undefined, {
              path: ["snapshotId"],
              error: '"snapshotId" goes with "reseed": true.',
            }),
        },
      },
    },
  },
  responses: {
    200: answer(runSchema, "The canceled run."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

const resolve = createRoute({
  method: "post",
  path: "/api/runs/{runId}/steps/{stepId}/resolve",
  tags,
  summary: "Say what became of a step whose outcome is unknown",
  request: {
    params: runPath.extend({ stepId: z.string() }),
    body: body(
      z.strictObject({
        outcome: z.enum(["happened", "did_not_happen", "fail"]),
        note: z.string().max(4_000).optional(),
        output: jsonSchema.optional(),
      }),
    ),
  },
  responses: {
    200: answer(runSchema, "The run with the step settled."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

const look = createRoute({
  method: "post",
  path: "/api/runs/{runId}/steps/{stepId}/look",
  tags,
  summary: "Look with the checks that verify a step whose outcome is unknown; nothing of the run changes",
  request: {
    params: runPath.extend({ stepId: z.string() }),
    body: { required: false, content: { "application/json": { schema: z.strictObject({}) } } },
  },
  responses: {
    200: answer(named("OutcomeLooks", outcomeLooksSchema), "What each check that can look now sees."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

const budget = createRoute({
  method: "post",
  path: "/api/runs/{runId}/budget",
  tags,
  summary: "Raise a run's budget, or fail the steps that wait for more",
  request: {
    params: runPath,
    body: body(
      z
        .strictObject({
          raise: budgetSchema.optional().openapi({
            description: "New limits for this run, each higher than the standing one. Empty: try again.",
          }),
          giveUp: z
            .literal(true)
            .optional()
            .openapi({ description: "Instead: fail the steps that wait for more." }),
        })
        .refine(({ raise, giveUp }) => (raise === undefined) !== (giveUp === undefined), {
          error: 'Give either "raise" or "giveUp".',
        }),
    ),
  },
  responses: {
    200: answer(runSchema, "The run, going on with the new limits or without the steps."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

export function runRoutes(ctx: Context) {
  return newRoutes()
    .openapi(start, async (c) => {
      const { runId, reused } = await startRun(ctx, {
        ...c.req.valid("param"),
        ...c.req.valid("json"),
        idempotencyKey: c.req.valid("header")["idempotency-key"],
      });
      return c.json({ runId, reused }, 202);
    })
    .openapi(list, async (c) => {
      const { agent, ...query } = c.req.valid("query");
      return c.json(await listRuns(ctx, { ...query, agentId: agent }), 200);
    })
    .openapi(read, async (c) => c.json(await readRun(ctx, c.req.valid("param")), 200))
    .openapi(events, async (c) => {
      const { runId } = c.req.valid("param");
      const query = c.req.valid("query");
      const after = Number(c.req.valid("header")["last-event-id"] ?? query.after);
      if (c.req.header("accept")?.includes("text/event-stream"))
        return streamRunEvents(ctx, c, { runId, after });

      const items = await listRunEvents(ctx, { runId, after, limit: query.limit });
      const last = items.at(-1);
      const nextCursor = items.length < query.limit || last === undefined ? null : String(last.seq);
      return c.json({ items, nextCursor }, 200);
    })
    .openapi(report, async (c) => c.json(await readRunReport(ctx, c.req.valid("param")), 200))
    .openapi(cancel, async (c) => {
      const { runId } = c.req.valid("param");
      // Without a body there is nothing that was checked.
      const { reseed, snapshotId } = c.req.valid("json") ?? {};
      const canceled = reseed ? reseedRun(ctx, { runId, snapshotId }) : cancelRun(ctx, { runId });
      return c.json(await canceled, 200);
    })
    .openapi(budget, async (c) =>
      c.json(await raiseBudget(ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
    )
    .openapi(look, async (c) => c.json(await lookAtOutcome(ctx, c.req.valid("param")), 200))
    .openapi(resolve, async (c) =>
      c.json(await resolveStep(ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
    );
}
