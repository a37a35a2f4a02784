import { hasLongPast } from "./plan-context.ts";
import { editPlanTool } from "./tools/edit-plan.ts";
import { findToolsTool } from "./tools/find-tools.ts";
import { proposeCorrectionTool } from "./tools/propose-correction.ts";
import { proposePlanTool } from "./tools/propose-plan.ts";
import { readHistoryTool } from "./tools/read-history.ts";
import { readRunTool } from "./tools/read-run.ts";
import { restoreRevisionTool } from "./tools/restore-revision.ts";
import { savePlanTool } from "./tools/save-plan.ts";
import { setScheduleTool } from "./tools/set-schedule.ts";
import { setWebhookTool } from "./tools/set-webhook.ts";
import { readPlanTool } from "./tools/read-plan.ts";
import { startOverTool } from "./tools/start-over.ts";
import { startRunTool } from "./tools/start-run.ts";
import type { Turn } from "./turn.ts";

/** What the planner may do. The order is part of what a provider's prompt cache keeps. */
export function plannerTools(turn: Turn) {
  return {
    edit_plan: editPlanTool(turn),
    propose_plan: proposePlanTool(turn),
    restore_revision: restoreRevisionTool(turn),
    save_plan: savePlanTool(turn),
    set_schedule: setScheduleTool(turn),
    set_webhook: setWebhookTool(turn),
    start_run: startRunTool(turn),
    start_over: startOverTool(turn),
    find_tools: findToolsTool(turn),
    read_plan: readPlanTool(turn),
    read_history: readHistoryTool(turn),
    read_run: readRunTool(turn),
    propose_correction: proposeCorrectionTool(turn),
  };
}

type PlannerTools = ReturnType<typeof plannerTools>;
type ToolName = keyof PlannerTools;

const ONLY_WITH_A_PLAN: readonly string[] = ["edit_plan", "restore_revision", "start_over", "read_plan"];

/**
 * The tools that a call of the model is offered. A first plan is proposed and a standing one is edited:
 * what does not apply would only cost tokens, and tempt a model to rewrite where it should edit.
 */
export function offeredTools<Name extends string = ToolName>(
  { state, startsOver }: Pick<Turn, "state" | "startsOver">,
  tools: Readonly<Record<Name, unknown>>,
): Name[] {
  const stepCount = state.current?.plan.steps.length ?? 0;
  // The keys of a record are of its key type.
  return (Object.keys(tools) as Name[]).filter((name) => {
    if (name === "propose_plan") return stepCount === 0 || startsOver;
    if (name === "read_run") return state.lastRuns.length > 0;
    if (name === "propose_correction") return state.failedRun !== null && stepCount > 0;
    if (name === "read_history") return hasLongPast(state);
    if (name === "find_tools") return state.tools.length + state.offTools.length > 0;
    return state.current !== null || !ONLY_WITH_A_PLAN.includes(name);
  });
}
