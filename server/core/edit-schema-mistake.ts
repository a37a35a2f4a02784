import type { z } from "zod";
import { shortened } from "./characters.ts";
import { didYouMean } from "./check/known-names.ts";
import type { Json } from "./json.ts";
import { valueAt, writePath } from "./path.ts";

/** Objects that are told apart by the values of one field. */
type Forms<Field extends string> = readonly z.ZodObject<Record<Field, z.ZodEnum>>[];

/** What is wrong with a value that is to be one of the forms, naming the part, its value and what would work. */
export function mistakeIn<Field extends string>(field: Field, forms: Forms<Field>, value: unknown): string {
  const names = forms.flatMap((form) => form.shape[field].options.map(String));
  const known = `The ${field} is one of ${names.join(", ")}.`;
  if (typeof value !== "object" || value === null)
    return `${shown(value)} is no object with "${field}". ${known}`;
  const given: unknown = new Map(Object.entries(value)).get(field);
  const form = forms.find((item) => item.shape[field].safeParse(given).success);
  if (given === undefined) return `"${field}" is missing. ${known}`;
  if (!form) return `There is no ${field} ${shown(given)}.${didYouMean(String(given), names)} ${known}`;
  const { error } = form.safeParse(value, { reportInput: true });
  const problems = error?.issues.map((issue) => `${String(given)}${said(issue, issue.input)}`);
  return problems?.join(" ") ?? "";
}

/** Each thing that is wrong with the value behind `name`, in a sentence: its place, what is given and what would work. */
export function mistakesOf(name: string, value: Json, { issues }: z.core.$ZodError): string[] {
  return issues.map((issue) => `${name}${said(issue, valueAt(value, placeOf(issue)))}`);
}

function placeOf(issue: z.core.$ZodIssue): (string | number)[] {
  return issue.path.map((part) => (typeof part === "number" ? part : String(part)));
}

function said(issue: z.core.$ZodIssue, given: unknown): string {
  const path = writePath(placeOf(issue));
  if (issue.code === "unrecognized_keys") return `${path} takes no ${issue.keys.map(shown).join(", ")}.`;
  const { message } = issue;
  // A form within has said it all.
  if (message.endsWith(".")) return `${path}: ${message}`;
  const rule = ruleOf(issue);
  return given === undefined ? `${path} is missing; it ${rule}.` : `${path} ${rule}, not ${shown(given)}.`;
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(shown).join(", ")}`;
  if (issue.code === "invalid_type") return `must be of type ${issue.expected}`;
  return issue.message;
}

function shown(value: unknown): string {
  return shortened(JSON.stringify(value) ?? "Nothing");
}
