import type { UserModelMessage } from "ai";
import { planningFacts } from "./builtin/planning-facts.ts";
import { planContext, type PlanContextRequest } from "./plan-context.ts";

/** The last message of a prompt: the plan context and the person's words, for the built-in planner as data too. */
export function plannerMessage(request: PlanContextRequest): UserModelMessage {
  return { role: "user", content: planContext(request), providerOptions: planningFacts(request) };
}
