import { createRoute, z } from "@hono/zod-openapi";
import { accepts } from "hono/accepts";
import type { Context } from "#server/context.ts";
import { planToMarkdown } from "#server/core/plan-markdown.ts";
import { planToMermaid } from "#server/core/plan-mermaid.ts";
import { blameViewSchema, diffViewSchema, planViewSchema, revisionViewSchema } from "#server/core/views.ts";
import { blamePlan } from "#server/services/blame-plan.ts";
import { diffRevisions } from "#server/services/diff-revisions.ts";
import { listRevisions } from "#server/services/list-revisions.ts";
import { readPlan } from "#server/services/read-plan.ts";
import { agentPath } from "./agent-path.ts";
import { answer, named, newRoutes, pageQuerySchema, pageSchema, problems, query } from "./define.ts";

const tags = ["Plans"];
const revisionNumber = z.coerce.number().int().max(2_147_483_647);
const FORMS = ["application/json", "text/markdown", "text/vnd.mermaid"];

const read = createRoute({
  method: "get",
  path: "/api/agents/{agentId}/plan",
  tags,
  summary: "The draft, or the plan as it was at a revision",
  description:
    "The only way to change a plan is a message of its conversation. Without a plan, revision is 0.",
  request: { params: agentPath, query: query({ revision: revisionNumber.min(0).optional() }) },
  responses: {
    200: {
      description: "The plan, in the form that `Accept` asks for.",
      content: {
        "application/json": { schema: named("PlanView", planViewSchema) },
        "text/markdown": { schema: z.string() },
        "text/vnd.mermaid": { schema: z.string() },
      },
    },
    ...problems(400, 404, 422),
  },
});

const blame = createRoute({
  method: "get",
  path: "/api/agents/{agentId}/plan/blame",
  tags,
  summary: "Which revision and message last set each field of the plan and its steps",
  request: { params: agentPath, query: query({ revision: revisionNumber.min(0).optional() }) },
  responses: {
    200: answer(named("Blame", blameViewSchema), "Per step and field."),
    ...problems(400, 404, 422),
  },
});

const revisions = createRoute({
  method: "get",
  path: "/api/agents/{agentId}/revisions",
  tags,
  summary: "The history of the plan, newest revision first",
  request: { params: agentPath, query: pageQuerySchema },
  responses: {
    200: answer(pageSchema(named("Revision", revisionViewSchema)), "A page of revisions."),
    ...problems(400, 404, 422),
  },
});

const diff = createRoute({
  method: "get",
  path: "/api/agents/{agentId}/revisions/{revision}/diff",
  tags,
  summary: "What changed from one revision to another",
  request: {
    params: agentPath.extend({ revision: revisionNumber.min(1) }),
    query: query({
      from: revisionNumber.min(0).optional().openapi({
        description: "The one that it changed, when left out: its `baseRevision`; 0 for nothing.",
      }),
    }),
  },
  responses: {
    200: answer(named("PlanDiff", diffViewSchema), "The differences."),
    ...problems(400, 404, 422),
  },
});

export function planRoutes(ctx: Context) {
  return newRoutes()
    .openapi(read, async (c) => {
      const view = await readPlan(ctx, { ...c.req.valid("param"), ...c.req.valid("query") });
      const form = accepts(c, { header: "Accept", supports: FORMS, default: "application/json" });
      if (form === "text/markdown") return written(planToMarkdown(view.plan), form);
      if (form === "text/vnd.mermaid") return written(planToMermaid(view.plan), form);
      return c.json(view, 200);
    })
    .openapi(blame, async (c) =>
      c.json(await blamePlan(ctx, { ...c.req.valid("param"), ...c.req.valid("query") }), 200),
    )
    .openapi(revisions, async (c) =>
      c.json(await listRevisions(ctx, { ...c.req.valid("param"), ...c.req.valid("query") }), 200),
    )
    .openapi(diff, async (c) =>
      c.json(await diffRevisions(ctx, { ...c.req.valid("param"), ...c.req.valid("query") }), 200),
    );
}

function written(text: string, form: string): Response {
  return new Response(text, { headers: { "Content-Type": `${form}; charset=utf-8`, Vary: "Accept" } });
}
