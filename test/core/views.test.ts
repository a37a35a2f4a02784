import { expect, test } from "vitest";
import { dataPartSchemas, metadataSchema } from "#server/core/conversation.ts";
import { isFinalRunStatus, runStatusSchema, triggerSchema } from "#server/core/run.ts";
import { runReport } from "#server/core/run-report.ts";
import { settingsChangeSchema, settingsViewSchema } from "#server/core/settings.ts";
import { planViewSchema, runReportSchema } from "#server/core/views.ts";
import { makePlan } from "#test/make.ts";

test("a run is over when it completed, failed or was canceled", () => {
  expect(runStatusSchema.options.filter(isFinalRunStatus)).toEqual(["completed", "failed", "canceled"]);
});

test("what started a run is told with what identifies it", () => {
  expect(triggerSchema.safeParse({ type: "manual" }).success).toBe(true);
  expect(triggerSchema.safeParse({ type: "webhook", webhookId: "w", deliveryId: "d" }).success).toBe(true);
  expect(triggerSchema.safeParse({ type: "webhook", webhookId: "w" }).success).toBe(false);
  expect(triggerSchema.safeParse({ type: "email" }).success).toBe(false);
});

test("a report has the shape in which the API shows it", () => {
  const report = runReport({
    snapshotId: "snap_1",
    plan: makePlan({ a: [] }),
    status: "completed",
    settled: ["a"],
    steps: new Map([
      [
        "a",
        {
          status: "completed",
          reason: null,
          causeStepId: null,
          output: { n: 1 },
          error: null,
          isUncertain: false,
          failures: [],
        },
      ],
    ]),
  });

  expect(runReportSchema.parse(report)).toEqual(report);
  expect(runReportSchema.safeParse({ ...report, completed: "yes" }).success).toBe(false);
});

test("a draft is shown with its issues, whole numbers count its revisions, and a plan of another shape is none", () => {
  const view = { revision: 1, plan: makePlan({ a: [] }), issues: [] };

  expect(planViewSchema.parse(view)).toEqual(view);
  expect(planViewSchema.safeParse({ ...view, revision: 1.5 }).success).toBe(false);
  expect(planViewSchema.safeParse({ ...view, plan: { steps: [] } }).success).toBe(false);
});

test("a tool's policy is one of three, null goes back to the tool's own, and nothing else can be set", () => {
  const accepted = [{}, { toolPolicies: { send: "off", read: null } }];
  const refused = [{ toolPolicies: { send: "always" } }, { model: "x" }, { toolPolicies: ["send"] }];

  for (const change of accepted) expect(settingsChangeSchema.parse(change)).toEqual(change);
  for (const change of refused) expect(settingsChangeSchema.safeParse(change).success).toBe(false);
  expect(settingsViewSchema.shape.toolPolicies.safeParse({ send: null }).success).toBe(false);
});

test("a proposal says what a click would do: a run, a schedule or a webhook", () => {
  const { proposal } = dataPartSchemas;
  const words = "Every Monday at 8.";

  expect(proposal.safeParse({ type: "run", input: null }).success).toBe(true);
  expect(proposal.safeParse({ type: "schedule", cron: "0 8 * * 1", timezone: "UTC", words }).success).toBe(
    true,
  );
  expect(proposal.safeParse({ type: "webhook", scheme: "github", words }).success).toBe(true);
  expect(proposal.safeParse({ type: "schedule", cron: "0 8 * * 1", words }).success).toBe(false);
  expect(proposal.safeParse({ type: "webhook", scheme: "none", words }).success).toBe(false);
});

test("what is not known of a message is left out", () => {
  expect(metadataSchema.parse({})).toEqual({});
  expect(metadataSchema.safeParse({ inputTokens: null, stopped: true }).success).toBe(true);
  expect(metadataSchema.safeParse({ baseRevision: "one" }).success).toBe(false);
});
