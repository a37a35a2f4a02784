import { isOrderVerb } from "./brief-verbs.ts";
import { namedTasks } from "./brief-links.ts";
import { makeTask, type Task } from "./brief-task.ts";
import { plainVerb } from "./new-step.ts";

const AGENT =
  /^(?:please )?(?:(?:i|we) (?:want|need|would like|'d like|am looking for)|(?:please )?(?:build|create|make|set up|give|write)(?: me| us)?) (?:an? |the )?(?:new |small |simple )?(?:agent|plan|workflow|bot|assistant|automation|job|script|pipeline|something) (?:that|which|who|to) (?:should |will |can |must )?(.+)$/is;

// "I want an agent that reads a.txt and sums it up": what it does as orders.
export function ordersOfAgent(text: string): string {
  const deeds = AGENT.exec(text)?.[1];
  if (deeds === undefined) return text;
  return deeds.replace(
    /(^|[,;]\s*(?:and |then )*|\s(?:and|then)\s(?:then )?)(\p{L}+)(?=\s)/giu,
    (all, lead: string, verb: string) => (isOrderVerb(plainVerb(verb)) ? `${lead}${plainVerb(verb)}` : all),
  );
}

export function wishes(text: string): string[] {
  return text
    .split(/,\s*(?:and\s+)?|\s+and\s+(?=(?:an?|the)\s)/i)
    .map((part) => part.trim())
    .filter(Boolean);
}

export function addNumbered(found: RegExpExecArray, tasks: Task[]): void {
  const needs = found[2] ?? found[3];
  const named = needs ? namedTasks(`needs ${needs}`, tasks) : [];
  const number =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].indexOf(
      found[1]?.toLowerCase() ?? "",
    ) + 1 || Number(found[1]);
  const text = (found[4] ?? "").replace(/^(\w+?)(?:es|s)\b/, (verb) =>
    /[^aeiou]ies$/.test(verb)
      ? verb.replace(/ies$/, "y")
      : /(?:ch|sh|ss|x)es$/.test(verb)
        ? verb.slice(0, -2)
        : verb.slice(0, -1),
  );
  tasks.push(makeTask(text, { label: String(number), link: named.length > 0 ? named : "next" }));
}
