import { distance } from "fastest-levenshtein";
import type { FailedRun, FailedStep } from "#server/core/failed-run.ts";
import { isObject } from "#server/core/json.ts";
import { DEFAULT_TIMEOUT_SECONDS } from "#server/core/plan.ts";
import { type ListedPlan, type ListedStep, nameOf } from "./listed-plan.ts";
import type { Edit } from "./understanding.ts";

/** What would have let a failed run through, or why no edit of the plan would. */
export type RunCorrection =
  | { type: "edit"; edits: Edit[]; description: string; said: string }
  | { type: "none"; why: string };

type Failing = { failed: FailedStep; step: ListedStep; plan: ListedPlan; tools: readonly string[] };
type Rule = (failing: Failing) => RunCorrection | null;

const MAX_TIMEOUT_SECONDS = 86_400;
const MAX_NOTE = 1_000;

/** Goes by what the report says of the step that broke the run; the first rule that fits decides. */
export function correctionFor(run: FailedRun, plan: ListedPlan, tools: readonly string[]): RunCorrection {
  const failed = run.step;
  if (failed === null) return none("The report does not say which step broke the run.");
  const step = plan.steps.find(({ id }) => id === failed.id);
  if (step === undefined)
    return none(
      `The step that failed, "${failed.title}", is not in the plan any more. Save the plan and run it again.`,
    );
  for (const rule of RULES) {
    const found = rule({ failed, step, plan, tools });
    if (found !== null) return found;
  }
  return none(`${nameAndError(step, failed)} I know no rule that mends this.`);
}

const RULES: readonly Rule[] = [
  rejected,
  expired,
  outOfTime,
  unknownTool,
  notReached,
  notAllowed,
  missingFile,
  wrongForm,
  notWhatWasAsked,
  notTrueInTime,
  wrongInput,
  outside,
];

function rejected({ failed, step }: Failing): RunCorrection | null {
  if (failed.rejection === null) return null;
  if (failed.rejection.trim() === "")
    return none(
      `A person rejected what ${nameOf(step)} was going to do, and did not say why. Say what it should do instead.`,
    );
  return withInstruction(
    step,
    failed.rejection,
    "A person rejected its last input and wrote",
    "the note of the rejection",
  );
}

function expired({ failed, step }: Failing): RunCorrection | null {
  if (failed.reason !== "approval_expired") return null;
  const { reason = null, approvers = null } = step.exact?.approval ?? {};
  const approval = { field: "approval", required: true, reason, expiresAfterHours: null, approvers };
  return update(
    step,
    [approval],
    `Approval of "${step.title}" waits without an end`,
    `${nameOf(step)} would wait for its approval as long as it takes`,
  );
}

function outOfTime({ failed, step }: Failing): RunCorrection | null {
  const isLate = /did not finish within|took longer than its time limit/.test(failed.error);
  if (!isLate) return null;
  const limit = step.exact?.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  if (limit >= MAX_TIMEOUT_SECONDS)
    return none(
      `${nameAndError(step, failed)} It already has a whole day, which is the most: split it into smaller steps.`,
    );
  const value = Math.min(limit * 2, MAX_TIMEOUT_SECONDS);
  return update(
    step,
    [{ field: "timeoutSeconds", value }],
    `More time for "${step.title}"`,
    `${nameOf(step)} would have ${value} seconds for an attempt instead of ${limit}`,
  );
}

function unknownTool({ failed, step, tools }: Failing): RunCorrection | null {
  const name = /tool "([^"]*)", which is not (?:in the catalogue|there)/.exec(failed.error)?.[1];
  if (name === undefined) return null;
  const near = tools
    .map((tool) => ({ tool, away: distance(tool, name) }))
    .filter(({ away }) => away <= Math.max(2, Math.floor(name.length / 3)))
    .sort((a, b) => a.away - b.away)[0];
  if (near === undefined || step.kind !== "tool")
    return none(
      `${nameAndError(step, failed)} No tool of this workspace is called nearly so; there are ${tools.slice(0, 12).join(", ") || "none"}.`,
    );
  return update(
    step,
    [{ field: "tool", value: near.tool }],
    `"${step.title}" calls ${near.tool}`,
    `${nameOf(step)} would call the tool ${near.tool} instead of ${name}`,
  );
}

function notReached({ failed, step }: Failing): RunCorrection | null {
  if (!failed.error.includes("EGRESS_ALLOW")) return null;
  const host = /"([^"]+)" is not a public address/.exec(failed.error)?.[1] ?? "that address";
  return none(
    `${nameOf(step)} may not reach ${host}: it is not a public address. If it should, add it to the setting EGRESS_ALLOW and run it again.`,
  );
}

function notAllowed({ failed, step }: Failing): RunCorrection | null {
  if (/needs a language model|[Ss]et MODEL|OPENAI_API_KEY|model setting/.test(failed.error))
    return none(`${nameAndError(step, failed)} That is mended by a setting of the server.`);
  if (/which is switched off/.test(failed.error))
    return none(
      `${nameAndError(step, failed)} Switch the tool on in the settings, or name another tool for the step.`,
    );
  if (failed.reason === "budget" || /\bbudget\b/.test(failed.error))
    return none(
      `${nameAndError(step, failed)} Say which limit should be raised, for example "set the budget to 50000 tokens".`,
    );
  return null;
}

function missingFile({ failed, step }: Failing): RunCorrection | null {
  const file = /There is no file "([^"]*)"/.exec(failed.error)?.[1];
  if (file === undefined) return null;
  const near = /There is one called "([^"]*)"/.exec(failed.error)?.[1];
  const input = step.exact?.input;
  if (near !== undefined && isObject(input) && input["path"] === file) {
    return update(
      step,
      [{ field: "input", value: JSON.stringify({ ...input, path: near }) }],
      `"${step.title}" uses ${near}`,
      `${nameOf(step)} would use the file ${near} instead of ${file}`,
    );
  }
  return none(
    `${nameOf(step)} found no file "${file}". Put it there and run it again, or say which file it should use, for example "use the file data.csv in step ${step.number}".`,
  );
}

function wrongForm({ failed, step }: Failing): RunCorrection | null {
  const problems = /does not fit its schema: (.+?)\.?$/s.exec(failed.error)?.[1];
  if (problems === undefined) return null;
  return withInstruction(
    step,
    `The output has to fit the output schema: ${problems}.`,
    "An earlier run failed by this",
    "what the form of the output asks for",
  );
}

function notWhatWasAsked({ failed, step }: Failing): RunCorrection | null {
  const verdict = /is not what it asks for: (.+)$/s.exec(failed.error)?.[1];
  if (verdict === undefined) return null;
  const told = failed.tries.at(-1)?.whatToChange ?? "";
  return withInstruction(
    step,
    told === "" ? verdict : told,
    "An output was refused; do this differently",
    "what the judge asked for",
  );
}

function notTrueInTime({ failed, step }: Failing): RunCorrection | null {
  const check = step.exact?.check;
  if (failed.reason !== "check_failed" || check === undefined) return null;
  const change = { field: "check", ...check, withinSeconds: check.withinSeconds * 2 };
  return update(
    step,
    [change],
    `"${step.title}" is looked at for longer`,
    `${nameOf(step)} would look for ${change.withinSeconds} seconds instead of ${check.withinSeconds}`,
  );
}

function wrongInput({ failed, step }: Failing): RunCorrection | null {
  if (!/input of .+ does not fit the tool/s.test(failed.error)) return null;
  const unknown = [...failed.error.matchAll(/"([^"]+)" is unknown; allowed:/g)].flatMap(
    ([, name]) => name ?? [],
  );
  const { input } = step;
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  const others = /is missing|must /.test(failed.error);
  if (!isObject || unknown.length === 0 || others || unknown.some((name) => !(name in input)))
    return none(
      `${nameAndError(step, failed)} Say what the input should be, for example "set the url of step ${step.number} to …".`,
    );
  const kept = Object.fromEntries(Object.entries(input).filter(([name]) => !unknown.includes(name)));
  return update(
    step,
    [{ field: "input", value: JSON.stringify(kept) }],
    `Took ${unknown.join(", ")} out of the input of "${step.title}"`,
    `${nameOf(step)} would be called without ${unknown.join(", ")}, which its tool does not know`,
  );
}

function outside({ failed, step }: Failing): RunCorrection | null {
  const status = Number(/answered (\d{3})\b/.exec(failed.error)?.[1]);
  if (status >= 500 || status === 429)
    return none(
      `${nameAndError(step, failed)} That lies with the other side, not with the plan: run it again later.`,
    );
  return null;
}

// Of a tool step whose whole input is fixed nobody reads the instructions.
function withInstruction(step: ListedStep, words: string, lead: string, what: string): RunCorrection {
  const text = words.trim().replace(/\s+/g, " ").slice(0, MAX_NOTE);
  if (step.kind === "tool" && step.input !== undefined)
    return none(
      `${nameOf(step)} failed because of this: ${text} Its input stands in the plan, so say what it should be, for example "set the body of step ${step.number} to …".`,
    );
  const before = step.instructions?.trim() ?? "";
  const value = [before, `${lead}: ${text}`].filter((part) => part !== "").join("\n");
  return update(
    step,
    [{ field: "instructions", value }],
    `Added ${what} to "${step.title}"`,
    `the instructions of ${nameOf(step)} would also say: ${text}`,
  );
}

type Change = { [field: string]: string | number | boolean | null };

function update(step: ListedStep, changes: Change[], description: string, said: string): RunCorrection {
  return {
    type: "edit",
    edits: [{ op: "update_step", step: step.id ?? step.number, changes }],
    description,
    said,
  };
}

function none(why: string): RunCorrection {
  return { type: "none", why: why.charAt(0).toUpperCase() + why.slice(1) };
}

function nameAndError(step: ListedStep, { error }: FailedStep): string {
  const text = error.trim();
  return `${nameOf(step)} failed: ${text}${/[.!?…]$/.test(text) ? "" : "."}`;
}
