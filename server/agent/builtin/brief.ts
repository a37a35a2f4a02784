import type { Decision } from "./decide.ts";
import type { PlanContext } from "./listed-plan.ts";
import { notABrief } from "./not-understood.ts";

export function proposeFrom(_message: string, _context: PlanContext, _startOver = false): Decision {
  return { calls: [], reply: notABrief() };
}
