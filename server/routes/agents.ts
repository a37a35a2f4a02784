import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { agentDetailSchema, agentViewSchema } from "#server/core/views.ts";
import { archiveAgent } from "#server/services/archive-agent.ts";
import { createAgent } from "#server/services/create-agent.ts";
import { listAgents } from "#server/services/list-agents.ts";
import { readAgentDetail } from "#server/services/read-agent-detail.ts";
import { updateAgent } from "#server/services/update-agent.ts";
import { stricterPoliciesSchema } from "#server/core/tool.ts";
import { agentPath } from "./agent-path.ts";
import { answer, body, named, newRoutes, pageQuery, pageSchema, problems } from "./define.ts";

const tags = ["Agents"];
const agentSchema = named("Agent", agentViewSchema);
const model = z.string().min(1).max(200).nullable().openapi({ description: "Null for the default model." });
const toolPolicies = stricterPoliciesSchema.meta({
  description:
    "By tool name, where it is stricter here than in the workspace: `needs_approval` or `off`. Replaces what stood.",
});
const tools = z.array(z.string().min(1).max(200)).max(5_000).nullable().openapi({
  description: "Names of the tools that its plans may use; null grants all.",
});
const statusSchema = agentViewSchema.shape.status;

const list = createRoute({
  method: "get",
  path: "/api/agents",
  tags,
  summary: "Agents, newest first",
  request: { query: pageQuery({ status: statusSchema.optional() }) },
  responses: { 200: answer(pageSchema(agentSchema), "A page of agents."), ...problems(400, 422) },
});

const create = createRoute({
  method: "post",
  path: "/api/agents",
  tags,
  summary: "Create an agent",
  request: {
    body: body(
      z.strictObject({ name: z.string().min(1).max(120), model: model.optional(), tools: tools.optional() }),
    ),
  },
  responses: { 201: answer(agentSchema, "The new agent."), ...problems(400, 413, 415, 422) },
});

const read = createRoute({
  method: "get",
  path: "/api/agents/{agentId}",
  tags,
  summary: "An agent, with what its conversation and its runs took",
  request: { params: agentPath },
  responses: { 200: answer(named("AgentDetail", agentDetailSchema), "The agent."), ...problems(404) },
});

const update = createRoute({
  method: "patch",
  path: "/api/agents/{agentId}",
  tags,
  summary: "Change an agent's name, model, tools or status",
  request: {
    params: agentPath,
    body: body(
      z
        .strictObject({ name: z.string().min(1).max(120), model, tools, toolPolicies, status: statusSchema })
        .partial(),
    ),
  },
  responses: { 200: answer(agentSchema, "The agent as it is now."), ...problems(400, 404, 413, 415, 422) },
});

const archive = createRoute({
  method: "delete",
  path: "/api/agents/{agentId}",
  tags,
  summary: "Archive an agent; nothing of it is deleted",
  request: { params: agentPath },
  responses: { 200: answer(agentSchema, "The archived agent."), ...problems(404) },
});

export function agentRoutes(ctx: Context) {
  return newRoutes()
    .openapi(list, async (c) => c.json(await listAgents(ctx, c.req.valid("query")), 200))
    .openapi(create, async (c) => c.json(await createAgent(ctx, c.req.valid("json")), 201))
    .openapi(read, async (c) => c.json(await readAgentDetail(ctx, c.req.valid("param")), 200))
    .openapi(update, async (c) =>
      c.json(await updateAgent(ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
    )
    .openapi(archive, async (c) => c.json(await archiveAgent(ctx, c.req.valid("param")), 200));
}
