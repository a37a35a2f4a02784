import { shortened } from "#server/core/characters.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { matchTitles } from "./match-title.ts";

const MERMAID =
  /^\s*(?:```\s*(?:mermaid)?\s*)?(?:(?:flowchart|graph)\s+(?:TB|TD|BT|RL|LR)\b|(?:sequence|class|state|er|block|c4|requirement)Diagram\b|(?:gantt|mindmap|journey|gitGraph|quadrantChart|pie)\s*(?:\n|$))/i;

const GRAPHVIZ =
  /^\s*(?:```\s*(?:dot|graphviz)?\s*)?(?:strict\s+)?(?:di)?graph\b[^\n{]{0,80}\{[\s\S]*(?:->|--)/i;

const SIGNS = /[^\p{L}\p{N}]{60}/u;

/** Why a message is a diagram and no order; null when it is none. */
export function notReadable(message: string): string | null {
  if (SIGNS.test(message))
    return 'I read words, and this message has a long run of signs. Nothing was changed. Say the change in words, for example "step 2 waits for step 1".';
  if (GRAPHVIZ.test(message))
    return 'This is a Graphviz graph, which I do not read. Nothing was changed. Paste it as a Mermaid flowchart with the steps as its nodes, for example "flowchart TD" and then "load --> sort" line by line, or describe the job as a list.';
  if (!MERMAID.test(message)) return null;
  return 'This is a Mermaid diagram, not an order, and it could not be brought in as a plan. Nothing was changed. Paste a flowchart with the steps as its nodes, or say the change in words, for example "step 2 waits for step 1".';
}

const LABELLED = /^[ \t>*_]*(\p{L}[\p{L}\d'-]*(?: [\p{L}\d'-]+){0,2})[*_]*:[ \t]+\S/u;
// Words in front of a colon that lead to an order, or that name what it is about.
const LEADS =
  /\b(?:also|then|and|but|next|now|so|first(?:ly)?|second(?:ly)?|third(?:ly)?|last(?:ly)?|finally|please|ok(?:ay)?|yes|no|sorry|well|actually|instead|again|p\.?s\.?|changes?|edits?|corrections?|fix(?:es)?|things?|todos?|to-do|tweaks?|adjustments?|ideas?|wish(?:es)?|requests?|orders?|tasks?|steps?|plan|title|name|input|instructions?|approvals?|retr(?:y|ies)|timeout|limit|condition|dependenc(?:y|ies)|schedule|if|when|after|before|between|from now on|\w*\d\w*|two|three|four|five|add|insert|append|remove|delete|drop|rename|move|swap|merge|split|undo|redo|save|make|let|do|run|keep|set|change|put|use|skip|ask)\b/i;
const OWN_TITLE = 0.6;

/** What is asked when an order stands in a text that looks like a mail or a form; null when it does not. */
export function formAsked(message: string, { steps }: ListedPlan): string | null {
  const label = message
    .split("\n")
    .map((line) => LABELLED.exec(line)?.[1] ?? "")
    .find((text) => text !== "" && isOfForm(text));
  if (label === undefined) return null;
  const isOwn = (matchTitles(label, steps)[0]?.score ?? 0) >= OWN_TITLE;
  if (isOwn) return null;
  return `This looks like a text from elsewhere: a line begins with "${shortened(label, 30)}:". Is it meant as an order to change the plan? Then say it again without that line's beginning. Nothing was changed.`;

  function isOfForm(text: string): boolean {
    return /^\p{Lu}/u.test(text) && !LEADS.test(text);
  }
}
