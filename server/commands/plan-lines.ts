import { type Plan, hasErrors } from "#server/core/plan.ts";
import { planViewSchema } from "#server/core/views.ts";
import type { ApiClient } from "./api-client.ts";
import { readable } from "./terminal-text.ts";

/** The plan as the numbered list that people talk about. */
export function planLines(revision: number, plan: Plan): string[] {
  const numberOf = new Map(plan.steps.map((step, index) => [step.id, index + 1]));
  const steps = plan.steps.map((step, index) => {
    const after = step.dependsOn.map((id) => numberOf.get(id) ?? `"${id}"`).join(", ");
    const doing = step.tool ?? step.kind;
    const marks = [
      doing,
      ...(after === "" ? [] : [`after ${after}`]),
      ...(step.approval ? ["asks first"] : []),
    ];
    return `  ${String(index + 1).padStart(2)}. ${readable(step.title)}  (${marks.join(", ")})`;
  });
  return [`${readable(plan.title)} · r${revision}`, ...steps];
}

/** The numbered plan of an agent, with what is wrong with it. */
export async function readPlanLines(api: ApiClient, agentId: string): Promise<string[]> {
  const { revision, plan, issues } = await api.json(
    planViewSchema,
    `/api/agents/${encodeURIComponent(agentId)}/plan`,
  );
  const marks = issues.flatMap(({ severity, message, say }) => [
    `  ${severity === "error" ? "✗" : "!"} ${readable(message)}`,
    ...(say === undefined ? [] : [`    Say: ${readable(say)}`]),
  ]);
  return [
    ...planLines(revision, plan),
    ...marks,
    ...(hasErrors(issues) ? ["  It cannot be saved like this."] : []),
  ];
}
