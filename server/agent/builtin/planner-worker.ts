import { answerTasks } from "#server/tools/work-reply.ts";
import { answerOf } from "./answer.ts";
import type { PlannerTask } from "./planner-process.ts";

answerTasks(({ prompt, offered }: PlannerTask) => answerOf(prompt, offered));
