import type { Json } from "#server/core/json.ts";
import { listOf } from "#server/core/list-of.ts";
import { renameReferences } from "#server/core/references.ts";
import { makeTask } from "./brief-task.ts";
import { toolFor, type ToolUse } from "./brief-tools.ts";
import { type ListedStep, nameOf, refOf } from "./listed-plan.ts";
import type { World } from "./reference.ts";
import type { Edit } from "./understanding.ts";
import { likeness, wordsIn } from "./words.ts";

type Part = { id: string; title: string };

/** What the parts of a split step call; `unclear` asks which part goes on with the step's own call. */
type Shared = { edits: Edit[]; said: string } | { unclear: string };

const DOES: Record<string, RegExp> = {
  read_file: /\b(?:read|load|open|import|get|fetch)\b/i,
  write_file: /\b(?:write|save|store|export|append|put)\b/i,
  http_request: /\b(?:post|send|submit|push|call|request|fetch|download|upload|get|publish|notify)\b/i,
  parse_csv: /\bparse\b|\bas csv\b|\binto a table\b/i,
  render_template: /\b(?:template|render|fill)\b/i,
  transform: /\b(?:compute|calculate|sum|add up|count|sort|filter|keep|transform|group|total)\b/i,
  list_files: /\blist\b/i,
};

/**
 * The step's own call stays with one part alone: a call that has effects happens once. Other parts call
 * what their words plainly ask for, or are done by reasoning.
 */
export function shareTools(
  step: ListedStep,
  parts: readonly Part[],
  isParallel: boolean,
  world: World,
): Shared {
  const { tools = new Set<string>(), plan } = world;
  const uses = parts.map(({ title }) => toolFor(makeTask(title), null, tools));
  if (step.tool === null && uses.every((use) => use === null)) return { edits: [], said: "" };
  const keeper = step.tool === null ? -1 : keeperOf(step, parts, uses);
  const keeping = parts[keeper];
  if (step.tool !== null && !keeping) {
    const names = listOf(
      parts.map((part) => `"${part.title}"`),
      "or",
    );
    return {
      unclear:
        `${nameOf(step)} calls the tool ${step.tool}, and only one part can go on with that call: which one, ${names}? Nothing was changed. Name the part by what it does, for example "${verbOf(step.tool)} …".`.replace(
          /^s/,
          "S",
        ),
    };
  }
  const refs = parts.map((part, index) => (index === 0 ? refOf(step, plan) : part.id));
  const list = parts.flatMap((_part, index): Edit[] => {
    const changes =
      index === keeper ? keptChanges(step, uses[index] ?? null) : ownChanges(step, uses[index] ?? null);
    return changes.length === 0 ? [] : [{ op: "update_step", step: refs[index] ?? 0, changes }];
  });
  const isMoved = keeping && !isParallel && keeper < parts.length - 1;
  const readers = isMoved ? readersKept(step, String(keeper === 0 ? step.id : keeping.id), world) : [];
  return { edits: [...list, ...readers], said: keeping ? toldOf(step, keeping, parts, uses) : "" };
}

function verbOf(tool: string): string {
  return (
    { read_file: "Read", write_file: "Write", http_request: "Send", parse_csv: "Parse" }[tool] ?? "Compute"
  );
}

function keeperOf(step: ListedStep, parts: readonly Part[], uses: readonly (ToolUse | null)[]): number {
  const places = [...parts.keys()];
  const sure = places.filter((place) => uses[place]?.tool === step.tool);
  if (sure.length === 1) return sure[0] ?? -1;
  const free = places.filter((place) => uses[place] === null);
  const does = DOES[step.tool ?? ""];
  const fitting = (sure.length > 1 ? sure : free).filter((place) => does?.test(parts[place]?.title ?? ""));
  if (fitting.length === 1) return fitting[0] ?? -1;
  const verb = wordsIn(step.title)[0] ?? "";
  const alike = (fitting.length > 1 ? fitting : free).filter(
    (place) => likeness(wordsIn(parts[place]?.title ?? "")[0] ?? "", verb) > 0.6,
  );
  if (alike.length === 1) return alike[0] ?? -1;
  if (fitting.length > 1 || sure.length > 1 || alike.length > 1) return -1;
  return uses.at(-1) === null ? parts.length - 1 : -1;
}

// "Write it to out.json" goes on with the call, to the place that it names.
function keptChanges(step: ListedStep, use: ToolUse | null): Json[] {
  if (use?.tool !== step.tool || !use?.input || typeof step.input !== "object" || step.input === null)
    return [];
  const input = { ...step.input, ...use.input };
  return JSON.stringify(input) === JSON.stringify(step.input)
    ? []
    : [{ field: "input", value: JSON.stringify(input) }];
}

function ownChanges(step: ListedStep, use: ToolUse | null): Json[] {
  if (use) {
    const input = use.input === null ? null : JSON.stringify(use.input);
    return [
      { field: "kind", value: "tool" },
      { field: "tool", value: use.tool },
      { field: "input", value: input },
    ];
  }
  if (step.tool === null) return [];
  return [
    { field: "kind", value: "reasoning" },
    { field: "tool", value: null },
    { field: "input", value: null },
  ];
}

// What reads the step's output reads it from the part that goes on with the call.
function readersKept(step: ListedStep, to: string, { plan }: World): Edit[] {
  return plan.steps.flatMap((other) => {
    if (step.id === null || other === step || other.input === undefined) return [];
    const marked = JSON.stringify(renameReferences(other.input, step.id, "kept-part"));
    if (marked === JSON.stringify(other.input)) return [];
    const input = JSON.stringify(renameReferences(other.input, step.id, to));
    return [{ op: "update_step", step: refOf(other, plan), changes: [{ field: "input", value: input }] }];
  });
}

function toldOf(
  step: ListedStep,
  keeping: Part,
  parts: readonly Part[],
  uses: readonly (ToolUse | null)[],
): string {
  const others = parts.filter((part) => part !== keeping);
  const [thinking, calling] = [
    others.filter((part) => uses[parts.indexOf(part)] === null),
    others.flatMap((part) =>
      uses[parts.indexOf(part)] ? [`"${part.title}" calls ${uses[parts.indexOf(part)]?.tool}`] : [],
    ),
  ];
  const names = listOf(thinking.map((part) => `"${part.title}"`));
  const reasoning =
    thinking.length === 0
      ? []
      : [`${names} ${thinking.length > 1 ? "are reasoning steps" : "is a reasoning step"}`];
  return `. The call of ${step.tool} stays with "${keeping.title}" alone; ${listOf([...calling, ...reasoning])}`;
}
