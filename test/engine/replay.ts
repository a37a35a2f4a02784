import type { Plan } from "#server/core/plan.ts";
import type { RunEvent } from "#server/core/run.ts";

/** The run's standing, rebuilt from its log and nothing else. */
export function replay(plan: Plan, events: readonly RunEvent[]) {
  let status = "none";
  const steps: Record<string, string> = Object.fromEntries(plan.steps.map((step) => [step.id, "pending"]));
  const settle = (event: RunEvent, to: string) => {
    const reason = event.data["reason"];
    if (event.stepId !== null) steps[event.stepId] = typeof reason === "string" ? `${to}/${reason}` : to;
  };

  for (const event of events) {
    switch (event.type) {
      case "run-queued":
        status = "queued";
        break;
      case "run-started":
      case "run-resumed":
        status = "running";
        break;
      case "run-paused":
      case "run-completed":
      case "run-failed":
      case "run-canceled":
        status = event.type.slice("run-".length);
        break;
      case "attempt-started":
        settle(event, "running");
        break;
      case "attempt-failed":
      case "attempt-interrupted":
      case "approval-approved":
        settle({ ...event, data: {} }, "pending");
        break;
      case "outcome-resolved":
        if (event.data["outcome"] === "did_not_happen") settle({ ...event, data: {} }, "pending");
        break;
      case "step-completed":
      case "step-failed":
      case "step-skipped":
      case "step-paused":
        settle(event, event.type.slice("step-".length));
        break;
      default:
        break;
    }
  }
  return { status, steps };
}
