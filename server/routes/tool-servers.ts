import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { toolServerTransportSchema, toolServerViewSchema } from "#server/core/tool-server.ts";
import { acceptServerTools } from "#server/services/accept-server-tools.ts";
import { addToolServer } from "#server/services/add-tool-server.ts";
import { deleteToolServer } from "#server/services/delete-tool-server.ts";
import { lookAtToolServer } from "#server/services/look-at-tool-server.ts";
import { listToolServers, readToolServer } from "#server/services/read-tool-server.ts";
import { updateToolServer } from "#server/services/update-tool-server.ts";
import { answer, body, named, newRoutes, problems, query } from "./define.ts";

const tags = ["Tool servers"];
const serverSchema = named("ToolServer", toolServerViewSchema);
const transport = named("ToolServerTransport", toolServerTransportSchema);
const serverPath = z.object({ serverId: z.string().openapi({ description: "Its id or its name." }) });
const path = "/api/tool-servers/{serverId}";
const force = z
  .enum(["true", "false"])
  .optional()
  .openapi({ description: "`true` takes it away although saved plans name its tools, which then fail." });

const list = createRoute({
  method: "get",
  path: "/api/tool-servers",
  tags,
  summary: "The servers whose tools plans may name beside the built-in ones",
  responses: {
    200: answer(z.object({ items: z.array(serverSchema), nextCursor: z.null() }), "All of them, by name."),
  },
});

const add = createRoute({
  method: "post",
  path: "/api/tool-servers",
  tags,
  summary: "Add an MCP server or a service with an OpenAPI document",
  description:
    "It is asked what it offers. Whoever adds it accepts those tools as they are described now; what is described otherwise later cannot be called until it is accepted.",
  request: {
    body: body(
      z.strictObject({
        name: z
          .string()
          .openapi({ description: "Leads the names of its tools: `crm` makes `crm.find_customer`." }),
        transport,
      }),
    ),
  },
  responses: {
    201: answer(serverSchema, "The server with its tools."),
    ...problems(400, 409, 413, 415, 422, 503),
  },
});

const read = createRoute({
  method: "get",
  path,
  tags,
  summary: "A tool server",
  request: { params: serverPath },
  responses: { 200: answer(serverSchema, "The server with its tools."), ...problems(404) },
});

const update = createRoute({
  method: "patch",
  path,
  tags,
  summary: "Turn a tool server off or on, or reach it in another way",
  request: { params: serverPath, body: body(z.strictObject({ enabled: z.boolean(), transport }).partial()) },
  responses: {
    200: answer(serverSchema, "The server as it is now."),
    ...problems(400, 404, 413, 415, 422, 503),
  },
});

const remove = createRoute({
  method: "delete",
  path,
  tags,
  summary: "Take a tool server away with its tools",
  request: { params: serverPath, query: query({ force }) },
  responses: { 204: { description: "It is gone." }, ...problems(404, 409, 422) },
});

const removeNamed = createRoute({
  method: "delete",
  path: "/api/tool-servers",
  tags,
  summary: "Take a tool server away by its name",
  request: { query: query({ name: z.string(), force }) },
  responses: { 204: { description: "It is gone." }, ...problems(404, 409, 422) },
});

const check = createRoute({
  method: "post",
  path: `${path}/check`,
  tags,
  summary: "Ask a tool server what it offers now",
  request: { params: serverPath },
  responses: { 200: answer(serverSchema, "What it offers, or why it did not answer."), ...problems(404) },
});

const accept = createRoute({
  method: "post",
  path: `${path}/accept`,
  tags,
  summary: "Accept tools as they are offered now",
  request: {
    params: serverPath,
    body: body(
      z
        .strictObject({
          tools: z
            .array(z.string())
            .max(1_000)
            .openapi({ description: "As plans name them; all when left out." }),
          offerHash: z.string().openapi({
            description: "The `offerHash` of what was looked at. When something else is offered by now: 409.",
          }),
        })
        .partial(),
    ),
  },
  responses: {
    200: answer(serverSchema, "The server as it is now."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

export function toolServerRoutes(ctx: Context) {
  return newRoutes()
    .openapi(list, async (c) => c.json({ items: await listToolServers(ctx), nextCursor: null }, 200))
    .openapi(add, async (c) => c.json(await addToolServer(ctx, c.req.valid("json")), 201))
    .openapi(read, async (c) => c.json(await readToolServer(ctx, c.req.valid("param").serverId), 200))
    .openapi(update, async (c) =>
      c.json(await updateToolServer(ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
    )
    .openapi(remove, async (c) => {
      const isForced = c.req.valid("query").force === "true";
      await deleteToolServer(ctx, { ...c.req.valid("param"), force: isForced });
      return c.body(null, 204);
    })
    .openapi(removeNamed, async (c) => {
      const { name, force: asked } = c.req.valid("query");
      await deleteToolServer(ctx, { serverId: name, force: asked === "true" });
      return c.body(null, 204);
    })
    .openapi(check, async (c) => c.json(await lookAtToolServer(ctx, c.req.valid("param")), 200))
    .openapi(accept, async (c) =>
      c.json(await acceptServerTools(ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
    );
}
