import { firstCharacters } from "#server/core/characters.ts";
import { unescaped } from "./schema-forms.ts";
import type { Placed } from "./step-issue.ts";

const MAX_WORDS = 60;

/** Sentences for the conversation. Each mends one fault and leaves everything else as it is. */
export const say = {
  dependOn: (number: number, other: number) => `Make step ${number} depend on step ${other}`,
  dependOnlyOn: (number: number, others: readonly number[]) =>
    `Step ${number} depends only on ${others.length === 1 ? "step" : "steps"} ${others.join(" and ")}`,
  dependNoMoreOn: (number: number, other: number) => `Step ${number} does not depend on step ${other}`,
  dependNoMoreOnItself: (number: number) => `Step ${number} does not depend on itself`,
  forgetDependency: (number: number, id: string) => `Remove the dependency of step ${number} on ${id}`,
  rename: (number: number, title: string) => `Rename step ${number} to "${title}"`,
  renamePlan: (title: string) => `Rename the plan to "${title}"`,
  setObjective: (objective: string) => `Set the objective to "${objective}"`,
  shortenObjective: (most: number) => `Shorten the objective to at most ${most} characters`,
  liftLimit: (limit: string) => `Leave ${limit} out of the budget`,
  copyInstead: (number: number, title: string) =>
    `Copy step ${number} as "${title}" and remove step ${number}`,
  changeId: (number: number) => `Give step ${number} another id`,
  merge: (first: number, last: number) =>
    last - first === 1 ? `Merge steps ${first} and ${last}` : `Merge steps ${first} to ${last}`,
  becomeReasoning: (number: number) => `Make step ${number} a reasoning step`,
  dropField: (number: number, field: string) => `Drop the field ${field} of step ${number}`,
  callTool: (number: number, tool: string) => `Use ${tool} in step ${number}`,
  runAgent: (number: number, agent: string) => `Run the agent ${agent} in step ${number}`,
  replace: (number: number, old: string, instead: string) =>
    `Replace ${quoted(old)} with ${quoted(instead)} in step ${number}`,
  setParameter: (number: number, parameter: string, value: string) =>
    `Set the ${parameter} of step ${number} to ${quoted(value)}`,
  renameParameter: (number: number, from: string, to: string) =>
    `Rename the parameter ${from} to ${to} in step ${number}`,
  leaveOut: (number: number, parameter: string) => `Leave ${parameter} out of the input of step ${number}`,
  dropInput: (number: number) => `Drop the input of step ${number}`,
  dropPrecondition: (number: number) => `Drop the precondition of step ${number}`,
  dropCondition: (number: number) => `Remove the condition of step ${number}`,
  runOnlyIf: (number: number, condition: string) => `Run step ${number} only if ${condition}`,
  takeRunInput: (number: number) => `Step ${number} uses the run input`,
  verify: (number: number, other: number) => `Step ${number} verifies step ${other}`,
  verifyNothing: (number: number) => `Step ${number} verifies nothing`,
  addCheck: (number: number) => `Add a check after step ${number} that verifies it`,
  needApproval: (number: number) => `Step ${number} needs my approval`,
  expect: (number: number, output: string) => `Set the expected output of step ${number} to ${output}`,
  tryOnce: (number: number) => `Do not retry step ${number}`,
  setWebhook: "Set up a webhook",
} as const;

function quoted(text: string): string {
  return text.includes('"') ? `\`${text}\`` : `"${text}"`;
}

/** Without the parameter, the condition or the precondition that a path leads into. */
export function sayWithout({ number }: Placed, path: string): string | undefined {
  const [field, parameter] = path.split("/");
  if (field === "if") return say.dropCondition(number);
  if (field === "precondition.input") return say.dropPrecondition(number);
  if (field !== "input") return undefined;
  return parameter === undefined ? say.dropInput(number) : say.leaveOut(number, unescaped(parameter));
}

/** A short title made of a text's first sentence; empty when there are no words in it. */
export function titleOf(text: string): string {
  const words = text
    .trim()
    .replace(/(?<=[.!?])\s.*$|\n.*$/su, "")
    .replace(/["`\s]+/gu, " ")
    .trim()
    .replace(/[.!?\s]+$/u, "");
  const start = firstCharacters(words, MAX_WORDS);
  return start === words ? words : start.replace(/\s+\S*$/u, "");
}

/** A title for a step that has none that fits. */
export function titleFor({ step, number }: Placed): string {
  const fromId = step.id.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const title = titleOf(step.title) || titleOf(step.instructions) || titleOf(fromId) || `Step ${number}`;
  return title.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
