import type { Json, JsonObject } from "#server/core/json.ts";
import { type Step, type StepKind, stepKindSchema, stepSchema } from "#server/core/plan.ts";
import { type Fields, fieldsOf, isObject, textOf, textsOf } from "./loose-fields.ts";

/** A step as it was pasted: ids and links still as they were written. */
export type LooseStep = {
  id: string | null;
  /** Other texts by which links may name the step. */
  names: string[];
  title: string;
  dependsOn: string[];
  fields: Partial<Step>;
  ignored: string[];
};

const SHELL = ["shell", "command", "cmd", "run", "bash", "script"];

/** A step in our form or a looser one. What a plan does not have is left out and listed. */
export function looseStep(object: JsonObject, number: number): LooseStep {
  const fields = fieldsOf(object);
  const id = textOf(fields.take("id", "stepId", "key", "slug"));
  const named = textOf(fields.take("title", "label", "summary"));
  const name = textOf(fields.take("name"));
  const title = named ?? name ?? "";
  const instructions = textOf(
    fields.take("instructions", "instruction", "description", "details", "prompt", "task"),
  );
  const links = linksOf(
    fields.take("dependsOn", "needs", "dependencies", "deps", "requires", "after", "waitsFor"),
  );
  const hasShell = SHELL.some((key) => fields.take(key) !== undefined);
  if (hasShell) fields.refuse(...SHELL);
  const settings = settingsOf(fields);
  const kind = kindOf(fields, settings, hasShell);

  const isNameId = id === undefined && named !== undefined && name !== undefined;
  return {
    id: id ?? (isNameId ? name : null),
    names: [named, name].flatMap((text) => text ?? []),
    title: named === undefined && name === undefined ? titleFrom(instructions, id, number) : title,
    dependsOn: links,
    fields: {
      ...settings,
      kind,
      instructions: instructions ?? "",
      expectedOutput: settings.expectedOutput ?? "",
    },
    ignored: fields.left(),
  };
}

function titleFrom(instructions: string | undefined, id: string | undefined, number: number): string {
  const line = instructions?.trim().split("\n")[0]?.slice(0, 120) ?? "";
  const words = id?.replace(/[_-]+/g, " ").trim() ?? "";
  return line !== ""
    ? line
    : words !== ""
      ? `${words[0]?.toUpperCase()}${words.slice(1, 120)}`
      : `Step ${number}`;
}

/** Ids out of a list, one text, or objects that hold an id. */
function linksOf(value: Json | undefined): string[] {
  if (!Array.isArray(value)) return isObject(value) ? Object.keys(value) : textsOf(value);
  return [
    ...new Set(
      value.flatMap((item) =>
        isObject(item) ? (textOf(item["id"] ?? item["step"]) ?? []) : textsOf([item]),
      ),
    ),
  ];
}

function kindOf(fields: Fields, settings: Partial<Step>, hasShell: boolean): StepKind {
  const given = stepKindSchema.safeParse(textOf(fields.take("kind", "type"))?.toLowerCase());
  if (given.success) return given.data;
  fields.refuse("kind", "type");
  if (settings.check) return "check";
  if (settings.agent !== undefined) return "agent";
  if (settings.wait) return "wait";
  return settings.tool !== undefined || hasShell ? "tool" : "reasoning";
}

const ON_ERROR: Readonly<Record<string, string>> = {
  abort: "stop",
  fail: "stop",
  halt: "stop",
  ignore: "continue",
  skipdependents: "skip_dependents",
};

/** Every other field, each only with a value that the plan can hold. */
function settingsOf(fields: Fields): Partial<Step> {
  const settings: Record<string, unknown> = {};
  function keep(field: keyof Step, value: unknown, ...names: string[]): void {
    if (value === undefined) return;
    const parsed = stepSchema.shape[field].safeParse(value);
    if (parsed.success) settings[field] = parsed.data;
    else fields.refuse(...names);
  }
  function take(
    field: keyof Step,
    names: string[],
    convert: (value: Json) => unknown = (value) => value,
  ): void {
    const value = fields.take(field, ...names);
    if (value !== undefined) keep(field, convert(value), field, ...names);
  }

  const tool = fields.take("tool", "toolName", "function", "uses");
  keep("tool", isObject(tool) ? textOf(tool["name"]) : tool, "tool", "toolName", "function", "uses");
  take("input", ["inputs", "args", "arguments", "params", "parameters", "with"]);
  if (settings["input"] === undefined && isObject(tool))
    keep("input", tool["input"] ?? tool["arguments"] ?? tool["args"]);
  take("agent", []);
  take("expectedOutput", ["expected", "expectedResult", "doneWhen", "successCriteria", "acceptance"], textOf);
  take("outputSchema", []);
  take("usesRunInput", []);
  take("check", []);
  take("wait", ["delay"], (value) => (typeof value === "number" ? { seconds: value } : value));
  take("if", ["when", "condition"], textOf);
  take("onError", ["onFailure", "onFail", "errorPolicy"], (value) => {
    const word = textOf(value) ?? "";
    const plain = word.toLowerCase().replace(/[\s_-]/g, "");
    return Object.hasOwn(ON_ERROR, plain) ? ON_ERROR[plain] : word;
  });
  take("maxAttempts", ["attempts"], Number);
  const retries = fields.take("retries", "retry", "maxRetries");
  const count = isObject(retries) ? (retries["limit"] ?? retries["max"] ?? retries["count"]) : retries;
  if (settings["maxAttempts"] === undefined)
    keep(
      "maxAttempts",
      count === undefined ? undefined : Number(count) + 1,
      "retries",
      "retry",
      "maxRetries",
    );
  take("timeoutSeconds", ["timeout"], seconds);
  take("precondition", []);
  take("verifies", [], textOf);
  keepApproval(fields, keep);
  return settings;
}

function seconds(value: Json): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(s|sec|seconds?|m|min|minutes?|h|hours?)?\s*$/.exec(String(value));
  const unit = match?.[2]?.[0] === "h" ? 3_600 : match?.[2]?.[0] === "m" ? 60 : 1;
  return match ? Number(match[1]) * unit : Number.NaN;
}

const APPROVAL_NAMES = [
  "approval",
  "requiresApproval",
  "requireApproval",
  "needsApproval",
  "approvalRequired",
];

/** A pasted plan can ask for an approval, never give one or take one away. */
function keepApproval(
  fields: Fields,
  keep: (field: keyof Step, value: unknown, ...names: string[]) => void,
): void {
  const value = fields.take(...APPROVAL_NAMES);
  if (value === undefined) return;
  if (isObject(value)) {
    const { reason, expiresAfterHours, approvers } = value;
    const known = { reason, expiresAfterHours, approvers };
    const given = Object.entries(known).filter(([, item]) => item !== undefined && item !== null);
    keep("approval", Object.fromEntries(given), ...APPROVAL_NAMES);
  } else if (value === true || value === "true" || value === "required") keep("approval", {});
  else fields.refuse(...APPROVAL_NAMES);
}
