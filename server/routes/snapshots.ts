import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import type { hasErrors } from "#server/core/plan.ts";
import { triggerWarningSchema } from "#server/core/trigger-views.ts";
import { snapshotViewSchema } from "#server/core/views.ts";
import { invalid } from "#server/errors.ts";
import { listSnapshots } from "#server/services/list-snapshots.ts";
import { readSnapshot } from "#server/services/read-snapshot.ts";
import { saveSnapshot } from "#server/services/save-snapshot.ts";
import { agentPath } from "./agent-path.ts";
import { answer, named, newRoutes, pageQuerySchema, pageSchema, problems } from "./define.ts";

const tags = ["Snapshots"];
const snapshotSchema = named("Snapshot", snapshotViewSchema);
const savedSchema = named(
  "SavedSnapshot",
  snapshotViewSchema.extend({
    /** What the saved plan means for the schedules that the agent has. */
    warnings: z.array(triggerWarningSchema),
  }),
);

const save = createRoute({
  method: "post",
  path: "/api/agents/{agentId}/snapshots",
  tags,
  summary: "Check the plan and save it as what new runs walk",
  request: {
    params: agentPath,
    body: {
      required: false,
      content: {
        "application/json": {
          schema: z
            .strictObject({ revision: z.int().min(1).max(2_147_483_647).optional() })
            .openapi({ description: "The draft, when no revision is named." }),
        },
      },
    },
  },
  responses: {
    200: answer(savedSchema, "A snapshot of the same content stands already, and is the current one now."),
    201: answer(
      savedSchema,
      "The new snapshot, with warnings on the plan in `issues`, and on its schedules in `warnings`.",
    ),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

const list = createRoute({
  method: "get",
  path: "/api/agents/{agentId}/snapshots",
  tags,
  summary: "What was saved, newest first",
  request: { params: agentPath, query: pageQuerySchema },
  responses: { 200: answer(pageSchema(snapshotSchema), "A page of snapshots."), ...problems(400, 404, 422) },
});

const read = createRoute({
  method: "get",
  path: "/api/snapshots/{snapshotId}",
  tags,
  summary: "A snapshot",
  request: { params: z.object({ snapshotId: z.string() }) },
  responses: { 200: answer(snapshotSchema, "The snapshot."), ...problems(404) },
});

export function snapshotRoutes(ctx: Context) {
  return newRoutes()
    .openapi(save, async (c) => {
      const result = await saveSnapshot(ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
      if (!result.ok) throw refusedPlan(result.error);
      const { snapshot, created, warnings } = result.value;
      const saved = { ...snapshot, warnings };
      return created ? c.json(saved, 201) : c.json(saved, 200);
    })
    .openapi(list, async (c) =>
      c.json(await listSnapshots(ctx, { ...c.req.valid("param"), ...c.req.valid("query") }), 200),
    )
    .openapi(read, async (c) => c.json(await readSnapshot(ctx, c.req.valid("param")), 200));
}

function refusedPlan(issues: Parameters<typeof hasErrors>[0]) {
  const errors = issues.filter((issue) => issue.severity === "error");
  const count = errors.length === 1 ? "an error" : `${errors.length} errors`;
  return invalid(
    `The plan has ${count} and was not saved. ${errors.map((issue) => issue.message).join(" ")}`,
    issues,
  );
}
