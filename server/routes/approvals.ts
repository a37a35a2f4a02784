import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { jsonSchema } from "#server/core/json.ts";
import { personSchema } from "#server/core/person.ts";
import { approvalStatusSchema } from "#server/core/run.ts";
import { approvalViewSchema } from "#server/core/views.ts";
import { decideApproval } from "#server/services/decide-approval.ts";
import { listApprovals } from "#server/services/list-approvals.ts";
import { readApproval } from "#server/services/read-approval.ts";
import { answer, body, named, newRoutes, pageQuery, pageSchema, problems } from "./define.ts";

const tags = ["Approvals"];
const approvalSchema = named("Approval", approvalViewSchema);
const approvalPath = z.object({ approvalId: z.string() });

const list = createRoute({
  method: "get",
  path: "/api/approvals",
  tags,
  summary: "Approvals, newest first",
  request: {
    query: pageQuery({
      status: approvalStatusSchema.optional(),
      run: z.string().min(1).optional().openapi({ description: "Only approvals of this run." }),
    }),
  },
  responses: { 200: answer(pageSchema(approvalSchema), "A page of approvals."), ...problems(400, 422) },
});

const read = createRoute({
  method: "get",
  path: "/api/approvals/{approvalId}",
  tags,
  summary: "An approval with the exact input that waits for it",
  request: { params: approvalPath },
  responses: { 200: answer(approvalSchema, "The approval."), ...problems(404) },
});

const decide = createRoute({
  method: "post",
  path: "/api/approvals/{approvalId}",
  tags,
  summary: "Approve or reject; the first decision stands",
  request: {
    params: approvalPath,
    body: body(
      z.strictObject({
        decision: z.enum(["approve", "reject"]),
        note: z.string().max(4_000).optional(),
        input: jsonSchema
          .optional()
          .openapi({ description: "Approve with this input instead of the frozen one." }),
        inputHash: z
          .string()
          .regex(/^[0-9a-f]{64}$/, "the inputHash of the approval as it was read: 64 hexadecimal digits")
          .optional()
          .openapi({
            description: "The hash of the input that was decided on; 409 when another one stands.",
          }),
        decidedBy: personSchema
          .optional()
          .openapi({ description: "Who decides; needed where several people have to agree." }),
      }),
    ),
  },
  responses: {
    200: answer(approvalSchema, "The decided approval."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

export function approvalRoutes(ctx: Context) {
  return newRoutes()
    .openapi(list, async (c) => {
      const { run, ...query } = c.req.valid("query");
      return c.json(await listApprovals(ctx, { ...query, runId: run }), 200);
    })
    .openapi(read, async (c) => c.json(await readApproval(ctx, c.req.valid("param")), 200))
    .openapi(decide, async (c) =>
      c.json(await decideApproval(ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
    );
}
