import type { RunView } from "#server/core/views.ts";
import { stepOf } from "#test/run-world.ts";
import type { Decided, approvalCrowd } from "./approval-crowd.ts";

type Crowd = Awaited<ReturnType<typeof approvalCrowd>>;

/** What is wrong with how a crowd was decided on; empty when every approval had one decision. */
export function crowdFaults({ decided, runs, acts }: Crowd): string[] {
  const byId = new Map(runs.map((run) => [run.runId, run]));
  return decided.flatMap((one) => {
    const run = byId.get(one.approval.runId);
    return run ? [...answerFaults(one), ...runFaults(one, run, acts)] : [`${one.approval.runId} is missing`];
  });
}

function answerFaults({ approval, answers, canceled }: Decided): string[] {
  const { approvalId } = approval;
  const taken = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  const faults: string[] = [];
  if (taken.length + refused.length !== answers.length) faults.push(`${approvalId}: ${statuses(answers)}`);
  if (taken.length > 1) faults.push(`${approvalId} was decided ${taken.length} times`);
  if (taken.length === 0 && canceled?.status !== 200) faults.push(`Nobody could decide ${approvalId}`);
  const standing = taken[0] ? (taken[0].body["status"] === "approved" ? "approve" : "reject") : "canceled";
  const told = refused.map(({ body }) => body["decision"]);
  if (told.some((decision) => decision !== standing)) {
    faults.push(`${approvalId} stands as ${standing}, and was told to be ${told.join(", ")}`);
  }
  return faults;
}

function runFaults({ approval, answers }: Decided, run: RunView, acts: readonly unknown[][]): string[] {
  const { runId } = run;
  const taken = answers.find(({ status }) => status === 200)?.body["status"];
  const done = acts.filter((act) => act[0] === runId);
  const attempt = taken === "rejected" ? 2 : 1;
  const faults: string[] = [];
  if (done.length > 1) faults.push(`${runId} acted ${done.length} times`);
  if (taken === undefined && done.length > 0) faults.push(`${runId} was canceled, and acted`);
  for (const [, stepId, tried, input] of done) {
    const to = `${runId} ${String(stepId)} ${attempt}`;
    if (tried !== attempt || !isInput(input) || input.to !== to) {
      faults.push(`${runId} acted in attempt ${String(tried)} with ${JSON.stringify(input)}`);
    }
    if (attempt === 1 && JSON.stringify(input) !== JSON.stringify(approval.input)) {
      faults.push(`${runId} used another input than ${JSON.stringify(approval.input)}`);
    }
  }
  if (run.status === "completed" && stepOf(run, "send").attempts.length !== attempt) {
    faults.push(`${runId} counts ${stepOf(run, "send").attempts.length} attempts instead of ${attempt}`);
  }
  if (run.status !== "completed" && run.status !== "canceled") faults.push(`${runId} is ${run.status}`);
  return faults;
}

function isInput(value: unknown): value is { to: string } {
  return typeof value === "object" && value !== null && "to" in value;
}

function statuses(answers: readonly { status: number }[]): string {
  return answers.map(({ status }) => status).join(", ");
}
