import type { Task } from "#server/agent/builtin/brief-task.ts";
import { bareStep, type ListedStep } from "#server/agent/builtin/listed-plan.ts";
import { listOf } from "#server/core/list-of.ts";
import { readsRunInput, secretsRefused } from "./changed-step.ts";
import { markedText } from "./marked-text.ts";
import { type Call, callSaid } from "./said-call.ts";
import type { ToolFact } from "./tool-facts.ts";

/** A step of a brief as far as it is made. */
export type Made = {
  id: string;
  title: string;
  dependsOn: string[];
  tool: string | null;
  input: Call["input"] | null;
};

/** The call that the words of a task ask for, every word accounted for; null when none. */
export function callOfTask(
  task: Task,
  dependsOn: readonly string[],
  made: readonly Made[],
  tools: readonly ToolFact[],
): Call | null {
  if (tools.length === 0 || task.code.some(({ isBlock }) => isBlock)) return null;
  const { text, marks } = markedText(task.text.replace(/[.!\s]+$/, ""));
  if (
    marks.length === 0 &&
    !tools.some(({ name }) => task.text.includes(name)) &&
    !/\b(?:database|db)\b/i.test(text)
  )
    return null;
  const steps = made.map((step, index) => listed(step, index, made));
  const before = steps.filter(({ id }) => id !== null && dependsOn.includes(id));
  const world = { plan: { revision: 0, title: "", steps }, focus: [] };
  return callSaid(text, { world, tools, marks, before, handsOn: true });
}

function listed(
  { id, title, dependsOn, tool, input }: Made,
  index: number,
  made: readonly Made[],
): ListedStep {
  const numbers = dependsOn.flatMap((name) => {
    const place = made.findIndex((step) => step.id === name);
    return place < 0 ? [] : [place + 1];
  });
  return {
    ...bareStep(index + 1, id, title),
    kind: tool === null ? "reasoning" : "tool",
    dependsOn: numbers,
    tool,
    ...(input !== null && { input }),
  };
}

/** What a person should know of a call in a first plan; null when it is as the words say. */
export function noteOn(call: Call, { number, title }: { number: number; title: string }): string | null {
  const { tool, missing, input } = call;
  const step = `Step ${number} "${title}"`;
  if (tool.offBecause !== undefined)
    return `${step} is a reasoning step and calls nothing, as ${tool.name} is off: ${tool.offBecause}`;
  const taken = secretsRefused(input, tool);
  if (taken !== null) return taken.replace(" Nothing was changed.", "");
  if (missing.length === 0) return null;
  const names = listOf(missing.map((name) => `\`${name}\``));
  return `${step} calls ${tool.name}, which also needs ${names}: what should ${missing.length > 1 ? "they" : "it"} be?`;
}

export function usesRunInput({ input }: Call): boolean {
  return readsRunInput(input);
}

const ADDRESS = /https?:\/\/[^\s`"'<>)]+[^\s`"'<>),.;:!?]/gi;
const EACH =
  /^(?<lead>.*?\b(?:reads?|gets?|fetch(?:es)?|loads?|checks?|polls?)\b.*?)\b(?<noun>feed|page|site|article|address|url|api|endpoint)e?s\b(?<of>(?: at| from| of)?:? )(?=https?:)/is;
const A_TEXT =
  /^(?<verb>e-?mail|mail|send|post)s? (?:me |us |them )?(?:an?|my|our) (?<thing>(?:(?!to\b|at\b|with\b)[\w-]+ ){0,2}(?:digest|summary|overview|report|newsletter|briefing|round-?up|recap|list))\b/i;

/** Tasks of which each reads one address, and each text that is sent is written by a task of its own. */
export function tasksApart(tasks: readonly Task[], tools: readonly ToolFact[]): Task[] {
  const places: number[][] = [];
  const apart: Task[] = [];
  for (const task of tasks) {
    const parts = partsOf(task, tools);
    places.push(parts.map((_part, index) => apart.length + index));
    apart.push(
      ...parts.map(
        (part, index) =>
          (part.link === "before" ? { ...part, link: [apart.length + index - 1] } : part) as Task,
      ),
    );
  }
  if (apart.length === tasks.length) return [...tasks];
  const last = (at: number) => places[at]?.at(-1) ?? at;
  const isFresh = (task: Task) => !tasks.includes(task);
  return apart.map((task) => ({
    ...task,
    link:
      Array.isArray(task.link) && !isFresh(task) ? task.link.flatMap((at) => places[at] ?? []) : task.link,
    conditionOn: task.conditionOn === null ? null : last(task.conditionOn),
    reactsTo: task.reactsTo === null ? null : last(task.reactsTo),
  }));
}

type Part = Omit<Task, "link"> & { link: Task["link"] | "before" };

function partsOf(task: Task, tools: readonly ToolFact[]): Part[] {
  const addresses = [...new Set(task.text.match(ADDRESS) ?? [])];
  const each = EACH.exec(task.text)?.groups;
  if (each && addresses.length > 1 && !Array.isArray(task.link)) {
    return addresses.map((address, index) => {
      const text = `${each["lead"]}${each["noun"]} ${address}`;
      return { ...task, text, detail: text, link: index === 0 ? task.link : "beside" };
    });
  }
  const sent = A_TEXT.exec(task.text);
  const call = sent && callOfTask(task, [], [], tools);
  if (!sent || !call || call.tool.offBecause !== undefined || task.condition !== null) return [task];
  const thing = sent.groups?.["thing"] ?? "";
  const text = `Write the ${thing}`;
  const sends = {
    ...task,
    text: task.text.replace(/\b(?:an?|my|our) (?=\S)/i, "the "),
    link: "before" as const,
  };
  return [{ ...task, text, detail: text, approval: false, retries: null, code: [] }, sends];
}
