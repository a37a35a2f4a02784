import type { Json } from "#server/core/json.ts";
import { linksOf, taskLike } from "./brief-links.ts";
import type { Task, Triggers } from "./brief-task.ts";
import { toolFor, type ToolUse } from "./brief-tools.ts";
import { GIVES } from "./added-step.ts";
import { callOfTask, type Made, noteOn, usesRunInput } from "./tools/brief-calls.ts";
import { withoutGiven } from "./tools/call-title.ts";
import type { Call } from "./tools/said-call.ts";
import type { ToolFact } from "./tools/tool-facts.ts";
import { claimOn } from "./condition-from.ts";
import type { Source } from "./data-of-step.ts";
import { type Product, productNamed, productOf } from "./source-named.ts";
import { freeId, lowerFirst, sentence } from "./new-step.ts";
import { stepTitle } from "./step-title.ts";

export type ProposedStep = {
  id: string;
  title: string;
  kind: string;
  instructions: string;
  expectedOutput: string;
  dependsOn: string[];
  settings: { [field: string]: Json }[];
};

/** What a brief can call: names that a step may have, and what each tool takes. */
export type OfferedTools = { names: ReadonlySet<string>; facts: readonly ToolFact[] };

/** Tasks as the steps of a proposal: ids, order of running, tools with their input, settings. */
export function stepsOf(
  tasks: readonly Task[],
  { names: offered, facts }: OfferedTools,
  triggers: Triggers,
): { steps: ProposedStep[]; notes: string[] } {
  const links = linksOf(tasks);
  const ids: string[] = [];
  for (const task of tasks) ids.push(freeId(titleOf(task), ids));
  const sources: (Source | null)[] = [];
  const products: Product[] = [];
  const made: Made[] = [];
  const notes: string[] = [];
  const steps = tasks.map((task, index) => {
    const named = productNamed(task.text, products);
    const from = sources[named] ?? null;
    const source = from !== null && from.gives !== "unknown" ? from : sourceOf(links, sources, index);
    // What is read has to be waited for, however far back it was made.
    const own = links[index] ?? [];
    if (source === from && named >= 0 && !isUpstream(named, own, links)) links[index] = [...own, named];
    products.push(productOf(task.text, source === null ? null : ids.indexOf(source.id), products));
    const dependsOn = (links[index] ?? []).map((at) => ids[at] ?? "").filter(Boolean);
    const call = callOfTask(task, dependsOn, made, facts);
    const plain = toolFor(task, source, offered);
    // What is handed on to a file is known better from what the brief has made.
    const isPlain = plain !== null && plain.tool === call?.tool.name && plain.tool !== "http_request";
    const use = isPlain ? plain : (usable(call) ?? plain);
    const gives = use?.gives ?? "unknown";
    const id = ids[index] ?? "";
    // What only writes has no output that later steps could work with: they work with what came before.
    sources.push(
      use?.tool === "write_file" ? source : { id, gives, root: use?.root ?? null, keys: use?.keys ?? [] },
    );
    const title = titleOf(task);
    const note = isPlain ? null : call && noteOn(call, { number: index + 1, title });
    if (note !== null) notes.push(note);
    made.push({ id, title, dependsOn, tool: use?.tool ?? null, input: use?.input ?? null });
    return {
      id,
      title,
      kind: use ? "tool" : "reasoning",
      instructions: instructionsOf(task, title),
      expectedOutput: `The result of: ${lowerFirst(title)}`,
      dependsOn,
      settings: [
        ...(use ? [{ field: "tool", value: use.tool }] : []),
        ...(use?.input ? [{ field: "input", value: JSON.stringify(use.input) }] : []),
        ...settingsOf(task, tasks, ids, links[index] ?? [], index),
        ...(usesInput(task, links[index] ?? [], triggers) || (call !== null && usesRunInput(call))
          ? [{ field: "usesRunInput", value: true }]
          : []),
      ],
    };
  });
  return { steps, notes };
}

// Its main output is known where the tool is one of those that briefs know.
function usable(call: Call | null): ToolUse | null {
  if (call === null || call.tool.offBecause !== undefined) return null;
  const gives = GIVES[call.tool.name] ?? "unknown";
  return { tool: call.tool.name, input: call.input, gives };
}

function instructionsOf(task: Task, title: string): string {
  const blocks = task.code.filter((piece) => piece.isBlock && !task.detail.includes(piece.value));
  const words = task.detail.trim() || title;
  if (blocks.length === 0) return sentence(words);
  return [words, ...blocks.map((piece) => `\`\`\`${piece.language}\n${piece.value}\n\`\`\``)].join("\n\n");
}

function sourceOf(
  links: readonly number[][],
  sources: readonly (Source | null)[],
  index: number,
): Source | null {
  const direct = (links[index] ?? []).map((at) => sources[at] ?? null).filter((source) => source !== null);
  return direct.findLast((source) => source.gives !== "unknown") ?? direct.at(-1) ?? null;
}

function isUpstream(at: number, link: readonly number[], links: readonly number[][]): boolean {
  const seen = new Set(link);
  for (const place of seen) for (const next of links[place] ?? []) seen.add(next);
  return seen.has(at);
}

function usesInput(task: Task, link: readonly number[], triggers: Triggers): boolean {
  return task.usesRunInput || (triggers.usesRunInput && link.length === 0);
}

function titleOf(task: Task): string {
  return stepTitle({ ...task, text: withoutGiven(task.text) }) || "Step";
}

function settingsOf(
  task: Task,
  tasks: readonly Task[],
  ids: readonly string[],
  link: readonly number[],
  index: number,
): { [field: string]: Json }[] {
  const condition = conditionOf(task, tasks, ids, link, index);
  return [
    ...(task.approval
      ? [{ field: "approval", required: true, reason: null, expiresAfterHours: null, approvers: null }]
      : []),
    ...(condition === null ? [] : [{ field: "if", value: condition }]),
    ...(task.retries === null ? [] : [{ field: "retries", value: Math.min(Math.max(task.retries, 0), 9) }]),
    ...(task.toleratesFailure ? [{ field: "onError", value: "continue" }] : []),
    ...(task.stopsOnFailure ? [{ field: "onError", value: "stop" }] : []),
  ];
}

function conditionOf(
  task: Task,
  tasks: readonly Task[],
  ids: readonly string[],
  link: readonly number[],
  index: number,
): string | null {
  if (task.condition === null) return null;
  const named = task.conditionOn ?? -1;
  if ("on" in task.condition) return ids[named] ? `$${ids[named]}.status == '${task.condition.on}'` : null;
  const likely = taskLike(task.condition.claim, tasks.slice(0, index));
  const on = task.conditionOn ?? (link.includes(likely) ? likely : link.at(-1));
  const id = on === undefined ? undefined : ids[on];
  if (id === undefined) return null;
  const own = tasks[on ?? 0]?.text.toLowerCase() ?? "";
  const condition = claimOn(task.condition.claim, id, (word) => own.includes(word));
  return task.condition.negated ? `!(${condition})` : condition;
}
