import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { requireRun } from "#server/services/require-run.ts";
import { findRunFile, listRunFiles } from "#server/tools/run-files.ts";
import { attachmentHeaders, pictureHeaders } from "./attachment.ts";
import { answer, newRoutes, problems } from "./define.ts";

const tags = ["Runs"];
const fileSchema = z
  .object({ path: z.string(), bytes: z.int(), modifiedAt: z.string() })
  .openapi("RunFile", { description: "`path` is relative to the run's folder." });

const list = createRoute({
  method: "get",
  path: "/api/runs/{runId}/files",
  tags,
  summary: "The files that a run wrote into its folder, up to 1,000",
  request: { params: z.object({ runId: z.string() }) },
  responses: {
    200: answer(z.object({ items: z.array(fileSchema) }), "The files, by path."),
    ...problems(404),
  },
});

const read = createRoute({
  method: "get",
  path: "/api/runs/{runId}/files/{path}",
  tags,
  summary: "A file that a run wrote",
  request: {
    params: z.object({
      runId: z.string(),
      path: z.string().openapi({ description: "As the list has it; slashes may stand as they are." }),
    }),
  },
  responses: {
    200: {
      description:
        "The bytes, to be saved and not shown, save for pictures: PNG, JPEG, GIF and WebP. Text says that it is UTF-8.",
      content: {
        "application/octet-stream": { schema: z.string().openapi({ format: "binary" }) },
        "text/plain": { schema: z.string() },
        "image/*": { schema: z.string().openapi({ format: "binary" }) },
      },
    },
    ...problems(404),
  },
});

export function runFileRoutes(ctx: Context) {
  const { dataDir } = ctx.config;
  const routes = newRoutes();
  // A described path has one part per parameter, so this one is described here and routed below.
  routes.openAPIRegistry.registerPath(read);

  return routes
    .openapi(list, async (c) => {
      const { runId } = c.req.valid("param");
      await requireRun(ctx, { runId });
      return c.json({ items: await listRunFiles(dataDir, runId) }, 200);
    })
    .get("/api/runs/:runId/files/:path{[^]+}", async (c) => {
      const { runId, path } = c.req.param();
      await requireRun(ctx, { runId });
      const file = await findRunFile(dataDir, runId, path);
      if (file === null) throw new AppError("not-found", `Run "${runId}" has no file "${path}".`);
      const headers =
        file.imageType === null
          ? attachmentHeaders(
              file.name,
              file.isText ? "text/plain; charset=utf-8" : "application/octet-stream",
            )
          : pictureHeaders(file.name, file.imageType);
      return c.body(file.content(), 200, {
        ...headers,
        "Content-Length": String(file.bytes),
      });
    });
}
