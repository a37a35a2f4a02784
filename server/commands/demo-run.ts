import { z } from "zod";
import { approvalViewSchema, runReportSchema, runViewSchema } from "#server/core/views.ts";
import type { ApiClient } from "./api-client.ts";
import { expectDemo } from "./expect-demo.ts";
import { followRun } from "./follow-run.ts";
import { print } from "./say.ts";
import { oneLine } from "./terminal-text.ts";

const approvalsSchema = z.object({ items: z.array(approvalViewSchema) });

/** A run of the saved plan with its log, and the approval that it stops for. Returns the run. */
export async function demoRun(api: ApiClient, agent: string): Promise<string> {
  print("\n== A run of what was saved, and its log\n");
  const { runId } = await api.json(z.object({ runId: z.string() }), `/api/agents/${agent}/runs`, {
    method: "POST",
    body: {},
  });
  let approvals = 0;
  const status = await followRun(api, runId, {
    print: (line) => print(`   ${line}`),
    atPause: async () => {
      approvals += await approveAll(api, runId);
      return approvals > 0 ? "go on" : "stop";
    },
  });

  const run = await api.json(runViewSchema, `/api/runs/${runId}`);
  const report = await api.json(runReportSchema, `/api/runs/${runId}/report`);
  print(`\n   ${report.summary}`);
  expectDemo(status === "completed" && report.completed, `the run is ${status}: ${report.summary}`);
  expectDemo(approvals === 1, `a person was asked ${approvals} times instead of once`);
  expectDemo(
    run.steps.every((step) => step.status === "completed"),
    "a step did not complete",
  );
  return runId;
}

/** What a person does at the page: look at the exact input, then say yes. */
async function approveAll(api: ApiClient, runId: string): Promise<number> {
  const { items } = await api.json(approvalsSchema, `/api/approvals?status=pending&run=${runId}`);
  for (const approval of items) {
    print(
      `\n   The run waits for a person: step ${approval.stepNumber} "${approval.stepTitle}" (${approval.tool})`,
    );
    print(`   with exactly ${oneLine(JSON.stringify(approval.input), 100)}`);
    print("   Approved.\n");
    await api.json(approvalViewSchema, `/api/approvals/${approval.approvalId}`, {
      method: "POST",
      body: { decision: "approve", note: "Looks right." },
    });
  }
  return items.length;
}
