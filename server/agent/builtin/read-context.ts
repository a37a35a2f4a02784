import { parseJson } from "#server/core/parse-json.ts";
import { stepKindSchema, stepSchema } from "#server/core/plan.ts";
import { z } from "zod";
import type { ListedPlan, ListedStep, PlanContext } from "./listed-plan.ts";

const stepDetailSchema = z.object({
  id: z.string(),
  input: stepSchema.shape.input,
  instructions: z.string().optional(),
});
type StepDetail = z.infer<typeof stepDetailSchema>;
const STEP_LINE = /^(\d+)\. (.*) · id (\S+) · (\w+)(?: · (.*))?$/;

/** The plan context as data. What is missing or of another form is left out, never guessed. */
export function readContext(text: string): PlanContext {
  const lines = text.split("\n");
  const workspace = lines.find((line) => line.startsWith("Workspace.")) ?? "";
  const header = lines.findIndex((line) => /^Plan, revision \d+/.test(line));
  const listed = header < 0 ? [] : lines.slice(header);
  const listEnd = listed.findIndex((line, index) => index > 0 && !STEP_LINE.test(line));
  return {
    tools: [...section(workspace, "Tools").matchAll(/([\w.-]+)\(/g)].map((match) => match[1] ?? ""),
    schedules: section(workspace, "Schedules"),
    webhooks: section(workspace, "Webhooks"),
    revisions: lines.slice(0, header < 0 ? undefined : header).flatMap(readRevision),
    undo: targets(text, /^Undo leads to ([^.\n]*)/m),
    redo: targets(text, /^Undo.*\. Redo leads to ([^.\n]*)/m),
    beforeLastChange: readBefore(lines),
    plan: header < 0 ? null : readPlan(listEnd < 0 ? listed : listed.slice(0, listEnd), lines),
    seen: readSeen(lines),
    issues: /^Issues: ([\s\S]*)$/m.exec(text)?.[1]?.trim() ?? "none.",
  };
}

function section(workspace: string, name: string): string {
  const found = new RegExp(`${name}: (.*?)(?=\\.? (?:Tools|Agents|Schedules|Webhooks): |$)`).exec(workspace);
  return found?.[1]?.replace(/\.$/, "") ?? "none";
}

// `r31, then r30, r4`: the nearest first.
function targets(text: string, pattern: RegExp): number[] {
  return [...(pattern.exec(text)?.[1] ?? "").matchAll(/r(\d+)/g)].map((found) => Number(found[1]));
}

function readRevision(line: string): { revision: number; words: string }[] {
  const found = /^r(\d+) (.*)$/.exec(line);
  if (!found) return [];
  return [{ revision: Number(found[1]), words: (found[2] ?? "").replace(/ \(current\)$/, "") }];
}

function readPlan(list: string[], lines: string[]): ListedPlan {
  const header = /^Plan, revision (\d+)(?:: "(.*)")?/.exec(list[0] ?? "");
  const details = readDetails(lines);
  return {
    revision: Number(header?.[1] ?? 0),
    title: unescaped(header?.[2] ?? ""),
    steps: list.flatMap(readStep).map((step) => {
      const { input, instructions } = details.get(step.id ?? "") ?? {};
      return {
        ...step,
        ...(input === undefined ? {} : { input }),
        ...(instructions === undefined ? {} : { instructions }),
      };
    }),
    retiredIds: readRetired(lines),
  };
}

function readRetired(lines: string[]): string[] {
  const found = /^Ids of steps that were removed: (.*?)(?: and \d+ more)?\.$/;
  const line = lines.find((item) => found.test(item)) ?? "";
  return (found.exec(line)?.[1] ?? "").split(", ").filter(Boolean);
}

/** What the lines of JSON tell of steps, by id; an id that two lines have stands for neither. */
function readDetails(lines: string[]): Map<string, StepDetail> {
  const start = lines.findIndex((line) => line.startsWith("JSON of the steps"));
  const details = new Map<string, StepDetail>();
  const shared = new Set<string>();
  for (const line of start < 0 ? [] : lines.slice(start + 1)) {
    if (!line.startsWith("{")) break;
    const parsed = parseJson(line);
    const step = parsed.ok ? stepDetailSchema.safeParse(parsed.value) : null;
    if (!step?.success || shared.has(step.data.id)) continue;
    if (details.delete(step.data.id)) shared.add(step.data.id);
    else details.set(step.data.id, step.data);
  }
  return details;
}

function readStep(line: string): ListedStep[] {
  const found = STEP_LINE.exec(line);
  if (!found) return [];
  const [, number, title = "", id = "", kind, rest = ""] = found;
  const facts = rest.split(" · ");
  const fact = (pattern: RegExp) =>
    facts.map((item) => pattern.exec(item)?.[1]).find((item) => item !== undefined);
  const kindRead = stepKindSchema.safeParse(kind);
  const retries = fact(/^(\d+) retr(?:y|ies)$/);
  return [
    {
      number: Number(number),
      id,
      title: unescaped(title),
      kind: kindRead.success ? kindRead.data : "reasoning",
      ...waitsIn(fact(/^waits for (.*)$/) ?? ""),
      approval: facts.some((item) => /^approval\b/.test(item)),
      retries: retries === undefined ? null : Number(retries),
      onError: fact(/^onError (\w+)$/) ?? null,
      condition: fact(/^if (.*)$/) ?? null,
      usesRunInput: facts.includes("uses run input"),
      tool: fact(/^tool (\S+)$/) ?? null,
    },
  ];
}

// `2, "step-9"`: numbers of steps, and quoted ids that no step has.
function waitsIn(text: string): { dependsOn: number[]; missing?: string[] } {
  const missing = [...text.matchAll(/"([^"]+)"/g)].map((found) => unescaped(found[1] ?? ""));
  const dependsOn = numbers(text.replace(/"[^"]*"/g, ""));
  return missing.length > 0 ? { dependsOn, missing } : { dependsOn };
}

function readBefore(lines: string[]): ListedPlan | null {
  const line = lines.find((item) => /^Before the last change \(r\d+\)/.test(item));
  const found = /^Before the last change \(r(\d+)\): (.*)$/.exec(line ?? "");
  if (!found) return null;
  const parts = (found[2] ?? "").split(/ · (?=\d+ )/);
  return { revision: Number(found[1]), title: "", steps: parts.flatMap(readEarlierStep) };
}

function readSeen(lines: string[]): PlanContext["seen"] {
  const line = lines.find((item) => /^The person wrote while seeing revision \d+/.test(item)) ?? "";
  const parts = line.replace(/^.*?numbers: /, "").split(/ · (?=\d+ )/);
  return parts.flatMap((part) => {
    const found = /^(\d+) (.*) \(id (\S+)\)$/.exec(part);
    return found ? [{ number: Number(found[1]), title: unescaped(found[2] ?? ""), id: found[3] ?? "" }] : [];
  });
}

function readEarlierStep(part: string): ListedStep[] {
  const found = /^(\d+) (.*?) \(waits for ([^)]*)\)(.*)$/.exec(part);
  if (!found) return [];
  return [
    {
      number: Number(found[1]),
      id: null,
      title: unescaped(found[2] ?? ""),
      kind: "reasoning",
      dependsOn: numbers(found[3] ?? ""),
      approval: /\bapproval\b/.test(found[4] ?? ""),
      retries: null,
      onError: null,
      condition: null,
      usesRunInput: false,
      tool: null,
    },
  ];
}

function numbers(text: string): number[] {
  return [...text.matchAll(/\d+/g)].map((match) => Number(match[0]));
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").replaceAll("\\n", " ");
}
