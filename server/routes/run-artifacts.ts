import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { JSON_TYPE, TEXT_TYPE } from "#server/core/artifact-link.ts";
import { exportRun } from "#server/services/export-run.ts";
import { readArtifact } from "#server/services/read-artifact.ts";
import { requireRun } from "#server/services/require-run.ts";
import { attachmentHeaders } from "./attachment.ts";
import { newRoutes, problems } from "./define.ts";
import { textStream } from "./text-stream.ts";

const tags = ["Runs"];
const binary = z.string().openapi({ format: "binary" });

// What a browser may be told of; everything else is bytes.
const ENDINGS: Record<string, string> = {
  [JSON_TYPE]: "json",
  [TEXT_TYPE]: "txt",
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};
const BYTES = "application/octet-stream";

const artifact = createRoute({
  method: "get",
  path: "/api/runs/{runId}/artifacts/{artifactId}",
  tags,
  summary: "A large or binary value that the log links to, byte for byte",
  request: {
    params: z.object({ runId: z.string(), artifactId: z.string() }),
    headers: z.object({ "if-none-match": z.string().optional() }),
  },
  responses: {
    200: {
      description: "The bytes, to be saved and not shown. The ETag is their SHA-256.",
      content: Object.fromEntries([BYTES, ...Object.keys(ENDINGS)].map((type) => [type, { schema: binary }])),
    },
    304: { description: "The caller has these bytes." },
    ...problems(404),
  },
});

const whole = createRoute({
  method: "get",
  path: "/api/runs/{runId}/export",
  tags,
  summary: "The run with its plan, log and artifacts, as one JSON document",
  request: { params: z.object({ runId: z.string() }) },
  responses: {
    200: {
      description:
        "A `RunExport`, format version 1. Secrets are hidden as in the log; artifacts of more than 1 MiB are named and not contained. Of a run that goes on, the log may be newer than the steps.",
      content: { "application/json": { schema: z.object({}).loose() } },
    },
    ...problems(404),
  },
});

export function runArtifactRoutes(ctx: Context) {
  const routes = newRoutes();
  // What is described as JSON has to be answered whole, so this one is described here and streamed below.
  routes.openAPIRegistry.registerPath(whole);

  return routes
    .openapi(artifact, async (c) => {
      const { artifactId, mediaType, sha256, content } = await readArtifact(ctx, c.req.valid("param"));
      const etag = `"${sha256}"`;
      if (c.req.valid("header")["if-none-match"] === etag) return c.body(null, 304, { ETag: etag });
      const ending = ENDINGS[mediaType];
      const name = ending === undefined ? artifactId : `${artifactId}.${ending}`;
      const type = ending === undefined ? BYTES : mediaType;
      const isText = mediaType === TEXT_TYPE || mediaType === JSON_TYPE;
      // The driver's bytes are never shared with another thread.
      return c.body(content as Uint8Array<ArrayBuffer>, 200, {
        ...attachmentHeaders(name, isText ? `${type}; charset=utf-8` : type),
        "Content-Length": String(content.length),
        ETag: etag,
      });
    })
    .get("/api/runs/:runId/export", async (c) => {
      const { runId } = c.req.param();
      await requireRun(ctx, { runId });
      return c.body(textStream(exportRun(ctx, { runId })), 200, {
        ...attachmentHeaders(`${runId}.json`, "application/json; charset=utf-8"),
      });
    });
}
