import type { Json } from "#server/core/json.ts";
import { withoutApproval } from "./approval-words.ts";
import { type CodePiece, makeTask } from "./brief-task.ts";
import { type ToolUse, toolFor } from "./brief-tools.ts";
import type { Source } from "./data-of-step.ts";
import type { ListedPlan, ListedStep } from "./listed-plan.ts";
import { type NewStep, newStep, orderFrom, sentence } from "./new-step.ts";
import { secondsIn, SPAN_OF_TIME } from "./span-of-time.ts";
import { stepTitle } from "./step-title.ts";

/** What later steps can read of a tool's output. */
export const GIVES: Record<string, Source["gives"]> = {
  read_file: "file",
  parse_csv: "csv",
  http_request: "http",
  transform: "value",
  render_template: "text",
  list_files: "list",
};

type Added = { step: NewStep; source: Source | null; use: ToolUse | null };

/** A step that a later message adds, with `call` or the tool and the input that a brief with these words would give it. */
export function addedStep(
  words: string,
  waits: readonly ListedStep[],
  dependsOn: (string | number)[],
  plan: ListedPlan,
  tools: ReadonlySet<string>,
  call: ToolUse | null = null,
): Added {
  const { text, asks } = withoutApproval(words);
  const task = makeTask(text, { code: codeIn(text) });
  const source = sourceOf(waits, plan);
  const wait = waitIn(text);
  const use = call ?? (wait === null ? toolFor(task, source, tools) : null);
  const settings: { [field: string]: Json }[] = [
    ...(wait === null ? [] : [{ field: "wait", seconds: wait, until: null }]),
    ...(use ? [{ field: "tool", value: use.tool }] : []),
    ...(use?.input ? [{ field: "input", value: JSON.stringify(use.input) }] : []),
    ...(asks
      ? [{ field: "approval", required: true, reason: null, expiresAfterHours: null, approvers: null }]
      : []),
  ];
  const made = newStep(stepTitle(task) || "Step", plan, dependsOn, settings);
  const step = {
    ...made,
    kind: use ? "tool" : wait === null ? "reasoning" : "wait",
    instructions: sentence(orderFrom(text)),
  };
  return { step, source, use };
}

const WAITS = new RegExp(
  `^(?:(?:just |only )?(?:waits?|pauses?|sleeps?)(?: for)?|(?:an? )?(?:wait|pause|delay|break|waiting time) of) ${SPAN_OF_TIME}$`,
  "i",
);

/** The seconds that a step waits which does nothing else; null for any other step. */
function waitIn(words: string): number | null {
  const [, count, unit] = WAITS.exec(words.trim().replace(/[.!]$/, "")) ?? [];
  return secondsIn(count, unit);
}

function codeIn(text: string): CodePiece[] {
  return [...text.matchAll(/```([a-z]*)[ \t]*\n?([\s\S]*?)\n?```|`([^`\n]+)`/gi)].map((found) =>
    found[3] === undefined
      ? { language: (found[1] ?? "").toLowerCase(), value: found[2] ?? "", isBlock: true }
      : { language: "", value: found[3], isBlock: false },
  );
}

function sourceOf(waits: readonly ListedStep[], plan: ListedPlan): Source | null {
  const sources = waits.flatMap((step) => sourcesOf(step, plan, new Set()));
  return sources.findLast((source) => source.gives !== "unknown") ?? sources.at(-1) ?? null;
}

// A step that only writes hands on what it was given.
function sourcesOf(step: ListedStep, plan: ListedPlan, seen: Set<number>): Source[] {
  if (step.id === null || seen.has(step.number)) return [];
  seen.add(step.number);
  if (step.tool === "write_file") {
    return step.dependsOn.flatMap((number) => {
      const before = plan.steps[number - 1];
      return before ? sourcesOf(before, plan, seen) : [];
    });
  }
  return [{ id: step.id, gives: GIVES[step.tool ?? ""] ?? "unknown", root: null, keys: [] }];
}
