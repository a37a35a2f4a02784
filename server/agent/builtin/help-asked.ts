import { isHelpAsked } from "./foreign-questions.ts";
import type { ListedPlan } from "./listed-plan.ts";

const HELP =
  /^(?:(?:please|hi|hello|hey|ok(?:ay)?|um|hm+|so)[\s,!.]+)*(?:\/?help|--help|-h|\/\?|\?+|man|usage|commands?|options|examples?|instructions|manual|(?:can you |could you |please )?(?:help|assist)(?: me)?(?: out)?(?: here| with (?:this|that|it|the plan))?|i (?:need|could use|want)(?: some| your)? help(?: (?:here|with (?:this|that|it|the plan)))?|i am (?:lost|stuck|confused)|how (?:does|do) (?:this|it|that|i use (?:this|it|you)) ?(?:work)?|(?:what|which) (?:commands|orders|options|edits|changes)(?: (?:are there|do you (?:know|understand|take)|can i (?:give|use|make)))?|what (?:can|could|should|may) i (?:say|do|type|ask|write|change|enter)(?: here| now| next)?|how (?:can|do|should) i (?:change|edit|use|alter) (?:this|it|the plan|my plan|a plan|you|things))(?:[\s,]+please)?[\s.!?]*$/i;

/** What the person can say, told with examples from this plan; null where nobody asks for help. */
export function helpAsked(message: string, { steps }: ListedPlan): string | null {
  if (!HELP.test(message.trim()) && !isHelpAsked(message)) return null;
  const [first, last] = [steps[0], steps.at(-1)];
  const orders =
    steps.length > 1
      ? [
          `"make step ${steps.length} wait for step 1"`,
          `"move step ${steps.length} to the start"`,
          '"remove step 2"',
        ]
      : ['"remove step 1"'];
  const more = [
    `"rename step 1 to …"`,
    `"add a step after step ${steps.length}: …"`,
    `"ask me before step ${last?.number ?? 1}"`,
    `"retry step 1 3 times"`,
    '"undo"',
  ];
  return `You can change this plan of ${steps.length} ${steps.length === 1 ? "step" : "steps"} by plain orders, for example ${[...orders, ...more].join(", ")}. You can also ask about it, for example "what does step ${last?.number ?? 1} wait for?", "what can run in parallel?" or "what happens if step ${first?.number ?? 1} fails?".`;
}
