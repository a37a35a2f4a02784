import { editPlanTool } from "./tools/edit-plan.ts";
import { findToolsTool } from "./tools/find-tools.ts";
import { proposePlanTool } from "./tools/propose-plan.ts";
import { readRunTool } from "./tools/read-run.ts";
import { restoreRevisionTool } from "./tools/restore-revision.ts";
import { savePlanTool } from "./tools/save-plan.ts";
import { setScheduleTool } from "./tools/set-schedule.ts";
import { setWebhookTool } from "./tools/set-webhook.ts";
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
    find_tools: findToolsTool(turn),
    read_run: readRunTool(turn),
  };
}
