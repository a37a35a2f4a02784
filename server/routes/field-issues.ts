import type { z } from "zod";
import { shortened } from "#server/core/characters.ts";
import type { FieldIssue } from "#server/errors.ts";

type ZodIssue = z.core.$ZodIssue;

const MAX_ISSUES = 20;
const MAX_SHOWN = 80;
const SECRET_FIELD = /secret|token|password|authorization|cookie|apikey/i;

/** One sentence per bad field of `value`: the field, what it was given, what it takes. */
export function fieldIssues(error: z.core.$ZodError, value: unknown): FieldIssue[] {
  return error.issues.flatMap((issue) => explain(issue, value)).slice(0, MAX_ISSUES);
}

function explain(issue: ZodIssue, value: unknown): FieldIssue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const path = pathText([...issue.path, key]);
      return { path, message: `"${path}" is not a field here. Leave it out.` };
    });
  }
  if (issue.code === "invalid_union") return explainUnion(issue, value);
  if (issue.code === "invalid_key") {
    const path = pathText(issue.path);
    const takes = issue.issues.map(expectation).join(", or ");
    return [
      {
        path,
        message: `The name "${shortened(String(issue.path.at(-1)))}" does not fit; it takes ${takes}.`,
      },
    ];
  }

  const path = pathText(issue.path);
  // A rule about several fields says all of it itself.
  if (issue.code === "custom" && issue.message.endsWith(".")) return [{ path, message: issue.message }];
  const given = valueAt(value, issue.path);
  const name = path === "" ? "It" : `"${path}"`;
  const takes = expectation(issue);
  const message =
    given === undefined
      ? `${name} is missing; it takes ${takes}.`
      : `${name} is ${shown(issue.path, given)}, but it takes ${takes}.`;
  return [{ path, message }];
}

/** The alternative that went furthest is the one that was meant. */
function explainUnion(issue: Extract<ZodIssue, { code: "invalid_union" }>, value: unknown): FieldIssue[] {
  const depth = (issues: readonly ZodIssue[]) => Math.max(0, ...issues.map((item) => item.path.length));
  const [nearest] = [...issue.errors].sort((a, b) => depth(b) - depth(a));
  if (nearest === undefined || depth(nearest) === 0) {
    const path = pathText(issue.path);
    const takes = alternativesOf(issue);
    const given = valueAt(value, issue.path);
    const message =
      given === undefined
        ? `"${path}" is missing; it takes ${takes}.`
        : `"${path}" is ${shown(issue.path, given)}, but it takes ${takes}.`;
    return [{ path, message }];
  }
  return nearest.flatMap((item) => explain({ ...item, path: [...issue.path, ...item.path] }, value));
}

/** What would do: the values that tell the alternatives apart, or what each of them takes. */
function alternativesOf(issue: Extract<ZodIssue, { code: "invalid_union" }>): string {
  const values = "options" in issue ? (issue.options ?? []) : [];
  if (values.length > 0) return `one of ${values.map((item) => JSON.stringify(item)).join(", ")}`;
  return [...new Set(issue.errors.flat().map(expectation))].join(", or ") || "one of the documented forms";
}

const TYPES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function expectation(issue: ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? issue.expected;
    case "invalid_value":
      return issue.values.length === 1
        ? JSON.stringify(issue.values[0])
        : `one of ${issue.values.map((item) => JSON.stringify(item)).join(", ")}`;
    case "too_small":
      return bound(issue.origin, "at least", Number(issue.minimum));
    case "too_big":
      return bound(issue.origin, "at most", Number(issue.maximum));
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_format":
      return issue.message.startsWith("Invalid")
        ? `text in the form "${issue.pattern ?? issue.format}"`
        : issue.message;
    default:
      return issue.message;
  }
}

function bound(origin: string, words: string, limit: number): string {
  if (origin === "string") return `text of ${words} ${limit} ${limit === 1 ? "character" : "characters"}`;
  if (origin === "array" || origin === "set") return `${words} ${limit} ${limit === 1 ? "item" : "items"}`;
  return origin === "int" ? `a whole number of ${words} ${limit}` : `a number of ${words} ${limit}`;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      const name = shortened(String(part));
      return index === 0 ? name : `.${name}`;
    })
    .join("");
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (current, part) =>
      typeof current === "object" && current !== null && Object.hasOwn(current, part)
        ? Reflect.get(current, part)
        : undefined,
    value,
  );
}

function shown(path: readonly PropertyKey[], value: unknown): string {
  if (SECRET_FIELD.test(path.map(String).join("."))) return "(hidden)";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
