import { createRoute } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { settingsChangeSchema, settingsViewSchema } from "#server/core/settings.ts";
import { readSettings } from "#server/services/read-settings.ts";
import { updateSettings } from "#server/services/update-settings.ts";
import { answer, body, named, newRoutes, problems } from "./define.ts";

const tags = ["Settings"];
const settingsSchema = named("Settings", settingsViewSchema);

const read = createRoute({
  method: "get",
  path: "/api/settings",
  tags,
  summary: "The settings, without any secret value",
  responses: { 200: answer(settingsSchema, "The settings.") },
});

const update = createRoute({
  method: "put",
  path: "/api/settings",
  tags,
  summary: "Change what can change while the server runs",
  request: { body: body(settingsChangeSchema) },
  responses: {
    200: answer(settingsSchema, "The settings as they are now."),
    ...problems(400, 413, 415, 422),
  },
});

export function settingsRoutes(ctx: Context) {
  return newRoutes()
    .openapi(read, async (c) => c.json(await readSettings(ctx), 200))
    .openapi(update, async (c) => c.json(await updateSettings(ctx, c.req.valid("json")), 200));
}
