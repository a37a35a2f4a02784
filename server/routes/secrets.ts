import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { secretViewSchema } from "#server/core/secret-views.ts";
import { deleteSecret } from "#server/services/delete-secret.ts";
import { listSecrets, viewSecret } from "#server/services/list-secrets.ts";
import { putSecret } from "#server/services/put-secret.ts";
import { answer, body, named, newRoutes, problems, query } from "./define.ts";

const tags = ["Secrets"];
const secretSchema = named("Secret", secretViewSchema);
const secretPath = z.object({
  name: z.string().openapi({ description: "Plans name it as `{{secret.NAME}}`." }),
});
const path = "/api/secrets/{name}";

const list = createRoute({
  method: "get",
  path: "/api/secrets",
  tags,
  summary: "The secrets: names and dates, never a value",
  responses: {
    200: answer(z.object({ items: z.array(secretSchema), nextCursor: z.null() }), "All of them, by name."),
  },
});

const read = createRoute({
  method: "get",
  path,
  tags,
  summary: "A secret, without its value",
  request: { params: secretPath },
  responses: { 200: answer(secretSchema, "The secret."), ...problems(404) },
});

const put = createRoute({
  method: "put",
  path,
  tags,
  summary: "Keep a secret, or give it another value",
  description:
    "It is kept encrypted, and given to a tool only where the saved plan names it. Its value never comes back: not here, and not in logs, prompts or exports.",
  request: {
    params: secretPath,
    body: body(
      z.strictObject({
        value: z
          .string()
          .openapi({ description: "8 characters at least, 16 KB at most.", format: "password" }),
      }),
    ),
  },
  responses: {
    200: answer(secretSchema, "It has another value now."),
    201: answer(secretSchema, "It is kept."),
    ...problems(400, 409, 413, 415, 422, 503),
  },
});

const remove = createRoute({
  method: "delete",
  path,
  tags,
  summary: "Forget a secret",
  request: {
    params: secretPath,
    query: query({
      force: z
        .enum(["true", "false"])
        .optional()
        .openapi({ description: "`true` forgets it although something names it, which then fails." }),
    }),
  },
  responses: { 204: { description: "It is gone." }, ...problems(404, 409, 422) },
});

export function secretRoutes(ctx: Context) {
  return newRoutes()
    .openapi(list, async (c) => c.json({ items: await listSecrets(ctx), nextCursor: null }, 200))
    .openapi(read, async (c) => c.json(await viewSecret(ctx, c.req.valid("param").name), 200))
    .openapi(put, async (c) => {
      const { secret, isNew } = await putSecret(ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
      return isNew ? c.json(secret, 201) : c.json(secret, 200);
    })
    .openapi(remove, async (c) => {
      await deleteSecret(ctx, { ...c.req.valid("param"), force: c.req.valid("query").force === "true" });
      return c.body(null, 204);
    });
}
