import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { jsonSchema } from "#server/core/json.ts";
import { schedulePreviewSchema } from "#server/core/schedule-views.ts";
import { catchUpSchema, overlapSchema } from "#server/core/trigger.ts";
import { scheduleViewSchema, slotViewSchema } from "#server/core/trigger-views.ts";
import { createSchedule } from "#server/services/create-schedule.ts";
import { deleteSchedule } from "#server/services/delete-schedule.ts";
import { listSchedules } from "#server/services/list-schedules.ts";
import { listSlots } from "#server/services/list-slots.ts";
import { previewCron } from "#server/services/preview-cron.ts";
import { readSchedule } from "#server/services/read-schedule.ts";
import { updateSchedule } from "#server/services/update-schedule.ts";
import { agentPath } from "./agent-path.ts";
import { answer, body, named, newRoutes, pageQuerySchema, pageSchema, problems, query } from "./define.ts";

const tags = ["Schedules"];
const scheduleSchema = named("Schedule", scheduleViewSchema);
const schedulePath = z.object({ scheduleId: z.string() });
const cron = z.string().openapi({
  description: "Five fields: minute, hour, day of month, month, day of week; with names, L, W and #.",
  example: "0 9 * * 1-5",
});
const timezone = z.string().openapi({ description: "An IANA name.", example: "Europe/Berlin" });
const pausedFrom = z
  .string()
  .nullable()
  .openapi({ description: "No slot fires from this time on. Null: no pause." });
const pausedUntil = z.string().nullable().openapi({
  description: "Until this time; null until the pause is taken back. Alone it is a pause from now on.",
});
const settings = z.strictObject({
  cron,
  timezone,
  overlap: overlapSchema.describe(
    "A slot that comes while a run of the schedule is not over is skipped, waits, or runs too.",
  ),
  catchUp: catchUpSchema.describe("After a downtime: nothing, or the latest slot that was missed, once."),
  /** What every run of the schedule starts with; null for nothing. */
  input: jsonSchema,
  enabled: z.boolean(),
  pausedFrom,
  pausedUntil,
});

const list = createRoute({
  method: "get",
  path: "/api/agents/{agentId}/schedules",
  tags,
  summary: "The schedules of an agent, newest first",
  request: { params: agentPath, query: pageQuerySchema },
  responses: { 200: answer(pageSchema(scheduleSchema), "A page of schedules."), ...problems(400, 404, 422) },
});

const create = createRoute({
  method: "post",
  path: "/api/agents/{agentId}/schedules",
  tags,
  summary: "Start runs of the agent's saved plan by the clock",
  request: { params: agentPath, body: body(settings.partial().required({ cron: true, timezone: true })) },
  responses: {
    200: answer(scheduleSchema, "The agent has the same schedule already; nothing was made twice."),
    201: answer(scheduleSchema, "The new schedule, with its next times and warnings."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

const read = createRoute({
  method: "get",
  path: "/api/schedules/{scheduleId}",
  tags,
  summary: "A schedule",
  request: { params: schedulePath },
  responses: { 200: answer(scheduleSchema, "The schedule."), ...problems(404) },
});

const update = createRoute({
  method: "patch",
  path: "/api/schedules/{scheduleId}",
  tags,
  summary: "Change a schedule, pause it or let it go on",
  request: { params: schedulePath, body: body(settings.partial()) },
  responses: {
    200: answer(scheduleSchema, "The schedule as it is now."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

const remove = createRoute({
  method: "delete",
  path: "/api/schedules/{scheduleId}",
  tags,
  summary: "Delete a schedule; its runs stay",
  request: { params: schedulePath },
  responses: { 204: { description: "It is gone." }, ...problems(404) },
});

const slots = createRoute({
  method: "get",
  path: "/api/schedules/{scheduleId}/slots",
  tags,
  summary: "What became of the slots of a schedule, newest first",
  request: { params: schedulePath, query: pageQuerySchema },
  responses: {
    200: answer(pageSchema(named("Slot", slotViewSchema)), "A page of slots."),
    ...problems(400, 404, 422),
  },
});

const preview = createRoute({
  method: "get",
  path: "/api/cron/preview",
  tags,
  summary: "When a schedule would fire, in words and times",
  request: {
    query: query({ cron, timezone, count: z.coerce.number().int().min(1).max(50).default(10) }),
  },
  responses: {
    200: answer(named("SchedulePreview", schedulePreviewSchema), "What it would do from now on."),
    ...problems(400, 422),
  },
});

export function scheduleRoutes(ctx: Context) {
  return newRoutes()
    .openapi(list, async (c) =>
      c.json(await listSchedules(ctx, { ...c.req.valid("param"), ...c.req.valid("query") }), 200),
    )
    .openapi(create, async (c) => {
      const { schedule, created } = await createSchedule(ctx, {
        ...c.req.valid("param"),
        ...c.req.valid("json"),
      });
      return created ? c.json(schedule, 201) : c.json(schedule, 200);
    })
    .openapi(read, async (c) => c.json(await readSchedule(ctx, c.req.valid("param")), 200))
    .openapi(update, async (c) =>
      c.json(await updateSchedule(ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
    )
    .openapi(remove, async (c) => {
      await deleteSchedule(ctx, c.req.valid("param"));
      return c.body(null, 204);
    })
    .openapi(slots, async (c) =>
      c.json(await listSlots(ctx, { ...c.req.valid("param"), ...c.req.valid("query") }), 200),
    )
    .openapi(preview, async (c) => c.json(await previewCron(ctx, c.req.valid("query")), 200));
}
