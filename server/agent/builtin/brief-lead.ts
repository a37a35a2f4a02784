import { takeTriggers } from "./brief-cues.ts";
import type { Triggers } from "./brief-task.ts";

// Words of work that are things where no article follows them: "report for the shop", "check of the stock".
const THING =
  /^(?:(?:the|a|an|my|our|this|daily|weekly|monthly|yearly|quarterly|nightly|hourly|new|regular|short|full) )*(?:\p{L}+ )?(?:report|summary|digest|overview|list|review|check|audit|update|export|import|backup|log|survey|forecast|plan|test|scan|order|orders|newsletter|round|roundup|recap|brief|briefing|routine|job|work|workflow|process|pipeline|procedure|checklist|schedule|stocktaking|inventory|count|cleanup|clean-up|sync|import|run|publication|release|invoice|statement|payroll|mailing|notice|notes|minutes)s?(?: (?:for|of|about|on|at|in|from|to|by|with) [^.!?;]+)?[.!]?$/iu;

/** What a sentence in front of a list calls the whole: "every Monday report for the shop"; null for work of its own. */
export function headingIn(text: string, triggers: Triggers): string | null {
  const rest = takeTriggers(text, { ...triggers }).replace(/[.!\s]+$/, "");
  return rest !== "" && THING.test(rest) ? rest : null;
}
