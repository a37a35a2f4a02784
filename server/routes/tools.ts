import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { jsonSchema } from "#server/core/json.ts";
import { toolDefinitionSchema, toolOutcomeSchema } from "#server/core/tool.ts";
import { tryTool } from "#server/agent/try-tool.ts";
import { findTools } from "#server/core/find-tools.ts";
import { answer, body, named, newRoutes, pageSchema, problems, query } from "./define.ts";

const tags = ["Tools"];

const list = createRoute({
  method: "get",
  path: "/api/tools",
  tags,
  summary: "The tools that plans may name",
  request: {
    query: query({
      cursor: z.string().optional().openapi({ description: "`nextCursor` of the page before." }),
      limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
      search: z
        .string()
        .max(200)
        .optional()
        .openapi({ description: "Words of a name, a description, a parameter." }),
    }),
  },
  responses: {
    200: answer(
      pageSchema(named("Tool", toolDefinitionSchema)),
      "Every tool, or those that the words are found in.",
    ),
    ...problems(422),
  },
});

const attempt = createRoute({
  method: "post",
  path: "/api/tools/{name}/try",
  tags,
  summary: "Call a tool once, outside of any plan",
  description:
    "The call is real: a tool that writes, writes. Files stand in a folder of their own, which goes with the call; it holds `try-example.csv` to read. Texts may name secrets, `{{secret.NAME}}`. A tool that is off is not called.",
  request: {
    params: z.object({ name: z.string() }),
    body: body(z.strictObject({ input: jsonSchema })),
  },
  responses: {
    200: answer(z.object({ outcome: toolOutcomeSchema, seconds: z.number() }), "How the call ended."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

export function toolRoutes(ctx: Context) {
  return newRoutes()
    .openapi(list, (c) => {
      const { search = "", cursor, limit } = c.req.valid("query");
      const all = ctx.tools.list();
      const found = search.trim() === "" ? all : findTools(all, search);
      const from = found.findIndex(({ name }) => name === cursor) + 1;
      const items = found.slice(from, from + limit);
      const nextCursor = from + limit < found.length ? (items.at(-1)?.name ?? null) : null;
      return c.json({ items, nextCursor }, 200);
    })
    .openapi(attempt, async (c) => {
      const asked = { ...c.req.valid("param"), ...c.req.valid("json"), signal: c.req.raw.signal };
      return c.json(await tryTool(ctx, asked), 200);
    });
}
