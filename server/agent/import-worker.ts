import { importPlan } from "#server/core/plan-import.ts";
import { answerTasks } from "#server/tools/work-reply.ts";

answerTasks(importPlan);
