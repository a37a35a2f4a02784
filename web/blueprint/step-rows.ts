import { type OnError, type Step, DEFAULT_MAX_ATTEMPTS, DEFAULT_TIMEOUT_SECONDS } from "#server/core/plan.ts";
import { approvalRuleText } from "#web/approvals/approval-rule-text.ts";
import { durationText } from "#web/durations.ts";

/** One thing that a step says. `path` names it for whoever asks who set it. */
export type StepRow = { path: string; name: string; value: string; isCode?: boolean };

const ON_ERROR: Record<OnError, string> = {
  skip_dependents: "Skip what depends on it",
  stop: "Stop the run",
  skip: "Skip this step and go on",
  continue: "Go on with what depends on it",
};

const SUBJECTS: Record<string, string> = {
  "Done by": "Kind",
  "Waits for": "Dependency",
  Waits: "Wait",
  "Only if": "Condition",
  "If it fails": "Error policy",
  "Holds when": "Comparison",
  "Needs before": "Precondition",
  Confirms: "Confirmed step",
};

/** A row's name as the subject of a sentence: "Condition of step 3 was set …". */
export function subjectOf(name: string): string {
  return SUBJECTS[name] ?? name;
}

/** What a step says, in the order in which a person asks. What it leaves open is not there. */
export function stepRows(step: Step, nameOf: (stepId: string) => string): StepRow[] {
  const { approval, check, precondition } = step;
  const rows: (StepRow | null)[] = [
    text("title", "Title", step.title),
    text("instructions", "Instructions", step.instructions),
    text("expectedOutput", "Expected output", step.expectedOutput),
    carrier(step),
    ...inputRows(step),
    ...step.dependsOn.map((id) => ({ path: `dependsOn.${id}`, name: "Waits for", value: nameOf(id) })),
    step.usesRunInput ? { path: "usesRunInput", name: "Run input", value: "Is given to it" } : null,
    text("if", "Only if", step.if, true),
    approval ? { path: "approval", name: "Approval", value: approvalRuleText(approval) } : null,
    step.onError ? { path: "onError", name: "If it fails", value: ON_ERROR[step.onError] } : null,
    step.maxAttempts && step.maxAttempts !== DEFAULT_MAX_ATTEMPTS
      ? { path: "maxAttempts", name: "Attempts", value: String(step.maxAttempts) }
      : null,
    step.timeoutSeconds && step.timeoutSeconds !== DEFAULT_TIMEOUT_SECONDS
      ? { path: "timeoutSeconds", name: "Time limit", value: durationText(step.timeoutSeconds) }
      : null,
    check
      ? {
          path: "check",
          name: "Holds when",
          value: `${check.path} ${check.op} ${JSON.stringify(check.value)}, looked at every ${durationText(check.everySeconds)} for ${durationText(check.withinSeconds)}`,
          isCode: true,
        }
      : null,
    precondition
      ? {
          path: "precondition",
          name: "Needs before",
          value: `${precondition.tool}: ${precondition.path} ${precondition.op} ${JSON.stringify(precondition.value)}`,
          isCode: true,
        }
      : null,
    step.verifies ? { path: "verifies", name: "Confirms", value: nameOf(step.verifies) } : null,
    step.outputSchema
      ? {
          path: "outputSchema",
          name: "Form of output",
          value: JSON.stringify(step.outputSchema),
          isCode: true,
        }
      : null,
  ];
  return rows.filter((row) => row !== null);
}

function text(path: string, name: string, value: string | undefined, isCode = false): StepRow | null {
  if (value === undefined || value.trim() === "") return null;
  return { path, name, value, ...(isCode && { isCode }) };
}

function carrier(step: Step): StepRow {
  switch (step.kind) {
    case "tool":
    case "check":
      return step.tool === undefined
        ? { path: "kind", name: "Tool", value: "None yet" }
        : { path: "tool", name: "Tool", value: step.tool, isCode: true };
    case "agent":
      return {
        path: step.agent === undefined ? "kind" : "agent",
        name: "Agent",
        value: step.agent ?? "None yet",
      };
    case "wait":
      return { path: step.wait === undefined ? "kind" : "wait", name: "Waits", value: waitText(step.wait) };
    case "reasoning":
      return { path: "kind", name: "Done by", value: "The language model" };
  }
}

function waitText(wait: Step["wait"]): string {
  if (wait === undefined) return "No time yet";
  return "seconds" in wait ? durationText(wait.seconds) : `Until ${wait.until}`;
}

function inputRows({ input }: Step): StepRow[] {
  if (input === undefined) return [];
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return [{ path: "input", name: "Input", value: valueText(input), isCode: true }];
  }
  return Object.entries(input).map(([name, value]) => ({
    path: `input.${name}`,
    name: `Input ${name}`,
    value: valueText(value),
    isCode: true,
  }));
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? "");
}
