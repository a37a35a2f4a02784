import { parseJson } from "#server/core/parse-json.ts";
import { planSchema, type Step, stepKindSchema, stepSchema } from "#server/core/plan.ts";
import type { ListedPlan, ListedStep, PlanContext } from "./listed-plan.ts";

const headSchema = planSchema.omit({ title: true, steps: true }).partial();
const STEP_LINE = /^(\d+)\. (.*) · id (.+?) · (tool|reasoning|agent|check|wait)(?: · (.*))?$/;

/** The plan context as data. What is missing or of another form is left out, never guessed. */
export function readContext(text: string): PlanContext {
  const lines = text.split("\n");
  const workspace = lines.find((line) => line.startsWith("Workspace.")) ?? "";
  const header = lines.findIndex((line) => /^Plan, revision \d+/.test(line));
  const listed = header < 0 ? [] : lines.slice(header);
  const listEnd = listed.findIndex((line, index) => index > 0 && !STEP_LINE.test(line));
  const plan = header < 0 ? null : readPlan(listEnd < 0 ? listed : listed.slice(0, listEnd), lines);
  const agents = section(workspace, "Agents");
  return {
    tools: [...section(workspace, "Tools").matchAll(/([\w.-]+)\(/g)].map((match) => match[1] ?? ""),
    agents: agents === "none" ? [] : agents.split(", "),
    schedules: section(workspace, "Schedules"),
    webhooks: section(workspace, "Webhooks"),
    revisions: lines.slice(0, header < 0 ? undefined : header).flatMap(readRevision),
    undo: targets(text, /^Undo leads to ([^.\n]*)/m),
    redo: targets(text, /^Undo.*\. Redo leads to ([^.\n]*)/m),
    beforeLastChange: readBefore(lines, plan),
    plan,
    ...readSeen(lines),
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
  const steps = list.flatMap(readStep);
  const exactSteps = readDetails(lines);
  const sharing = Map.groupBy(steps, (step) => step.id ?? "");
  return {
    revision: Number(header?.[1] ?? 0),
    title: unescaped(header?.[2] ?? ""),
    head: readHead(lines),
    steps: steps.map((step) => {
      const [known = [], same = []] = [exactSteps.get(step.id ?? ""), sharing.get(step.id ?? "")];
      const exact = known.length === same.length ? known[same.indexOf(step)] : undefined;
      return exact === undefined ? step : withExact(step, exact);
    }),
    retiredIds: readRetired(lines),
  };
}

function withExact(step: ListedStep, exact: Step): ListedStep {
  const { input, instructions } = exact;
  return {
    ...step,
    exact,
    condition: exact.if ?? null,
    instructions,
    ...(input === undefined ? {} : { input }),
  };
}

function readHead(lines: string[]): NonNullable<ListedPlan["head"]> {
  const mark = "The plan itself: ";
  const line = lines.find((item) => item.startsWith(mark));
  const parsed = line === undefined ? null : parseJson(line.slice(mark.length));
  return parsed?.ok ? (headSchema.safeParse(parsed.value).data ?? {}) : {};
}

function readRetired(lines: string[]): string[] {
  const found = /^Ids of steps that were removed: (.*?)(?: and \d+ more)?\.$/;
  const line = lines.find((item) => found.test(item)) ?? "";
  return (found.exec(line)?.[1] ?? "").split(", ").filter(Boolean);
}

/** The steps that the lines of JSON show, by id; those that share one in the order of the list. */
function readDetails(lines: string[]): Map<string, Step[]> {
  const start = lines.findIndex((line) => line.startsWith("JSON of the steps"));
  const steps: Step[] = [];
  for (const line of start < 0 ? [] : lines.slice(start + 1)) {
    if (!line.startsWith("{")) break;
    const parsed = parseJson(line);
    const step = parsed.ok ? stepSchema.safeParse(parsed.value) : null;
    if (step?.success) steps.push(step.data);
  }
  return Map.groupBy(steps, (step) => step.id);
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
  const agent = fact(/^agent (.+)$/);
  return [
    {
      number: Number(number),
      id: unescaped(id),
      title: unescaped(title),
      kind: kindRead.success ? kindRead.data : "reasoning",
      ...waitsIn(fact(/^waits for (.*)$/) ?? ""),
      approval: facts.some((item) => /^approval\b/.test(item)),
      retries: retries === undefined ? null : Number(retries),
      onError: fact(/^onError (\w+)$/) ?? null,
      condition: fact(/^if (.*)$/)?.replaceAll("&lt;", "<") ?? null,
      usesRunInput: facts.includes("uses run input"),
      tool: fact(/^tool (\S+)$/) ?? null,
      ...(agent === undefined ? {} : { agent: unescaped(agent) }),
    },
  ];
}

// `2, "step-9"`: numbers of steps, and quoted ids that no step has.
function waitsIn(text: string): { dependsOn: number[]; missing?: string[] } {
  const missing = [...text.matchAll(/"([^"]+)"/g)].map((found) => unescaped(found[1] ?? ""));
  const dependsOn = numbers(text.replace(/"[^"]*"/g, ""));
  return missing.length > 0 ? { dependsOn, missing } : { dependsOn };
}

// Of an earlier step the line tells little: its kind and settings are those that it has now.
function readBefore(lines: string[], now: ListedPlan | null): ListedPlan | null {
  const line = lines.find((item) => /^Before the last change \(r\d+\)/.test(item));
  const found = /^Before the last change \(r(\d+)\): (.*)$/.exec(line ?? "");
  if (!found) return null;
  const parts = (found[2] ?? "").split(/ · (?=\d+ )/);
  const current = Map.groupBy(now?.steps ?? [], (step) => step.title);
  const steps = parts.flatMap(readEarlierStep).map((step) => {
    const [same, twin] = current.get(step.title) ?? [];
    if (!same || twin) return step;
    const { kind, tool, input, exact } = same;
    return { ...step, kind, tool, ...(input === undefined ? {} : { input }), ...(exact ? { exact } : {}) };
  });
  return { revision: Number(found[1]), title: "", steps };
}

function readSeen(lines: string[]): Pick<PlanContext, "seen" | "seenRevision"> {
  const line = lines.find((item) => /^The person wrote while seeing revision \d+/.test(item)) ?? "";
  const revision = /^The person wrote while seeing revision (\d+)/.exec(line)?.[1];
  const parts = line.replace(/^.*?numbers: /, "").split(/ · (?=\d+ )/);
  const seen = parts.flatMap((part) => {
    const found = /^(\d+) (.*) \(id (\S+)\)$/.exec(part);
    return found ? [{ number: Number(found[1]), title: unescaped(found[2] ?? ""), id: found[3] ?? "" }] : [];
  });
  return { seen, seenRevision: revision === undefined ? null : Number(revision) };
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
