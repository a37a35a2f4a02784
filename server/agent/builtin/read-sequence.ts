import { type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import type { World } from "./reference.ts";
import { resolve } from "./resolve.ts";
import { type Edit, edits, type Reading, withSteps } from "./understanding.ts";

const SERIAL =
  "(?:(?:strictly |all )?(?:one (?:after|by|behind) (?:the other|another|one)|one at a time|sequentially|sequential|in sequence|in series|in a row|in (?:that|this|order|numbered) ?(?:order)?|consecutively|(?:never|not|no) (?:two|both|more than one)(?: of (?:them|these|those))? (?:at once|together|at the same time|in parallel)|not (?:in parallel|at the same time|simultaneously|at once|together|concurrently|side by side)|step by step|one then the other))";
const SUFFIX = new RegExp(
  `^(.+?)(?:,| -+| –|:)?(?: and)? ${SERIAL}(?: (?:in|please|and) (?:that |this |numbered |the given )?(?:order)?)?(?:, (.+?) first)?$`,
  "i",
);
const PREFIX = new RegExp(
  `^(?:${SERIAL}|no parallel (?:stuff|steps|execution|running)?)(?: please)?(?: for| of)?:? (.+)$`,
  "i",
);
const WHOLE =
  /\b(?:one (?:long |single |straight )?chain|single (?:chain|sequence|line)|straight line|strictly (?:sequential|linear)|make (?:it|the plan|everything|all(?: steps)?) (?:strictly )?(?:sequential|linear)|(?:everything|all(?: the)? steps|every step|the whole plan) (?:should |must |shall |to )?(?:run |be done |happen )?(?:strictly |all |always )?(?:one (?:after|by) (?:the other|one|another)|sequentially|in (?:a )?(?:single )?(?:sequence|order|numbered order|a row|a single sequence))|^(?:please )?(?:no|never) two (?:steps|things)(?: ever)?(?: (?:should |may |must )?(?:run|happen))? (?:at the same time|at once|in parallel|together)|one step at a time|every step (?:should )?waits? for (?:just |only )?the (?:one|step)(?: right)? before it)\b/i;

/** "everything in one chain": each step waits for the one before it and for nothing else. */
export function readWholeChain(clause: string, world: World): Reading {
  return WHOLE.test(clause) ? wholeChain(clause, world) : null;
}

/** "one after the other": each of the steps waits for the one named before it. */
export function readSequence(clause: string, world: World): Reading {
  const text = clause.replace(/^(?:run|do|make|let|have|put|execute)\s+/i, "");
  const lined = CHAINED.exec(text);
  if (lined) return chainOf(withoutSerial(lined[1] ?? ""), null, world);
  const prefix = PREFIX.exec(text);
  if (prefix) return chainOf(prefix[1] ?? "", null, world);
  const suffix = SUFFIX.exec(text);
  if (suffix) return chainOf(withoutSerial(suffix[1] ?? ""), suffix[2] ?? null, world);
  const ranked = RANKED.exec(text)
    ?.slice(1)
    .filter((part) => part !== undefined);
  if (ranked) return chainOf(ranked.join(" then "), null, world);
  const steps = IN_TURN.exec(text)?.slice(1);
  return steps ? chainOf(steps.join(" then "), null, world) : null;
}

const THEN = ",? (?:and )?(?:only )?(?:then|after that|afterwards|next|after which)";
const IN_TURN = new RegExp(
  `^(?:first )?(.+?)${THEN},? (.+?)(?:${THEN},?|,? (?:and )?(?:finally|lastly|last|in the end|at last),?) (.+)$`,
  "i",
);

// "Photos first, texts second and prices third".
const RANKED =
  /^(.+?) (?:comes? |goes? |runs? |is )?first,? (?:and )?(?:then )?(.+?) (?:comes? |goes? |runs? |is )?(?:second|next|after that|afterwards|then|later|last)(?:,? (?:and )?(?:then )?(.+?) (?:comes? |goes? |runs? |is )?(?:third|last|at the end|after that|afterwards))?$/i;

const CHAINED =
  /^(?:chain|line up|string|sequence)(?: up)? (.+?)(?: (?:up|together))?(?: in (?:this|that|the given) order)?$/i;

// "One after the other, not at once" says it twice.
function withoutSerial(span: string): string {
  const found = SUFFIX.exec(span);
  return found ? withoutSerial(found[1] ?? "") : span;
}

function wholeChain(clause: string, world: World): Reading {
  const { steps } = world.plan;
  const given = /:\s*((?:#?\d+\s*(?:,|->|→|>|then|and)?\s*)+)$/i.exec(clause)?.[1];
  const numbers = given
    ? [...given.matchAll(/\d+/g)].map((match) => Number(match[0]))
    : steps.map((step) => step.number);
  if (/\d/.test(clause) && !given) return null;
  const order = numbers.flatMap((number) => steps[number - 1] ?? []);
  return order.length === numbers.length ? chainAll(order, world) : null;
}

function chainAll(order: readonly ListedStep[], world: World): Reading {
  const list = order.flatMap((step, index): Edit[] => {
    const before = order[index - 1];
    const wanted = before ? [before.number] : [];
    const same = String(step.dependsOn) === String(wanted);
    const dependsOn = before ? [refOf(before, world.plan)] : [];
    return same ? [] : [{ op: "set_dependencies", step: refOf(step, world.plan), dependsOn }];
  });
  return edits(list, [...order], "All steps run one after the other");
}

function chainOf(span: string, first: string | null, world: World): Reading {
  const parts = span
    .replace(/^(.+?): (?=first\b)/i, "")
    .split(/,?\s*(?:\bthen\b|->|→|;)\s*|,\s*(?:and\s+)?(?=first\b)/i)
    .map((part) => part.replace(/^(?:and |first |then |finally )+/i, "").trim())
    .filter(Boolean);
  const order: ListedStep[] = [];
  for (const part of parts) {
    const reference = resolve(part.replace(/,$/, ""), world);
    if (reference.type !== "steps") {
      return parts.length === 1 ? withSteps(part, world, () => null) : null;
    }
    order.push(...reference.steps.filter((step) => !order.includes(step)));
  }
  if (first !== null) {
    const reference = resolve(first, { ...world, plan: { ...world.plan, steps: world.plan.steps } });
    const chosen =
      reference.type === "steps"
        ? reference.steps
        : reference.type === "ambiguous"
          ? reference.candidates
          : [];
    const lead = order.filter((step) => chosen.includes(step));
    order.sort((a, b) => Number(lead.includes(b)) - Number(lead.includes(a)));
  }
  if (order.length === world.plan.steps.length && order.length > 2) return chainAll(order, world);
  return order.length < 2 ? null : chain(order, world);
}

export function chain(order: ListedStep[], { plan }: World): Reading {
  const list = order.flatMap((step, index): Edit[] => {
    const before = order[index - 1];
    if (!before || step.dependsOn.includes(before.number)) return [];
    return [{ op: "add_dependency", step: refOf(step, plan), dependsOn: [refOf(before, plan)] }];
  });
  return edits(list, order, `${namesOf(order)} run one after the other`);
}
