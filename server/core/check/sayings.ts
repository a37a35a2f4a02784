import { firstCharacters, isLonger } from "#server/core/characters.ts";
import { KIND_FIELDS } from "#server/core/kind-fields.ts";
import { MAX_TITLE_LENGTH, type Step } from "#server/core/plan.ts";
import type { Placed } from "./step-issue.ts";

const MAX_WORDS = 60;
// Anything else could be taken for other words of the sentence.
const PLAIN = /^[A-Za-z_][\w-]*$/;
const COMPOUND = /^[A-Za-z\d]+(?:[-_][A-Za-z\d]+)+$/;

/** Sentences for the conversation. Each mends one fault and leaves everything else as it is. */
export const say = {
  dependOn: (number: number, other: number) => `Make step ${number} depend on step ${other}`,
  dependOnlyOn: (number: number, others: readonly number[]) =>
    `Step ${number} depends only on ${others.length === 1 ? "step" : "steps"} ${others.join(" and ")}`,
  dependNoMoreOn: (number: number, other: number) => `Step ${number} does not depend on step ${other}`,
  dependNoMoreOnItself: (number: number) => `Step ${number} does not depend on itself`,
  forgetDependency: (number: number, id: string) =>
    spoken(
      (name) => `Remove the dependency of step ${number} on ${name}`,
      COMPOUND.test(id) ? id : quoted(id),
    ),
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
    spoken((from, to) => `Replace ${from} with ${to} in step ${number}`, quoted(old), quoted(instead)),
  setParameter: (number: number, parameter: string, value: string) =>
    spoken(
      (name, text) => `Set the ${name} of step ${number} to ${text}`,
      spokenPath([parameter]),
      quoted(value),
    ),
  renameParameter: (number: number, from: string, to: string) =>
    `Rename the parameter ${from} to ${to} in step ${number}`,
  leaveOut: (number: number, parameter: string) => `Leave ${parameter} out of the input of step ${number}`,
  dropInput: (number: number) => `Drop the input of step ${number}`,
  runOnlyIf: (number: number, condition: string) => `Run step ${number} only if ${condition}`,
  takeRunInput: (number: number) => `Step ${number} uses the run input`,
  verify: (number: number, other: number) => `Step ${number} verifies step ${other}`,
  verifyNothing: (number: number) => `Step ${number} verifies nothing`,
  addCheck: (number: number) => `Add a check after step ${number} that verifies it`,
  needApproval: (number: number) => `Step ${number} needs my approval`,
  expect: (number: number, output: string) => `Set the expected output of step ${number} to ${output}`,
  tryOnce: (number: number) => `Do not retry step ${number}`,
  waitFor: (number: number, days: number) => `Set the wait of step ${number} to ${days} days`,
} as const;

/** Between quotation marks, or backticks when it has such marks; null when it has both. */
function quoted(text: string): string | null {
  if (!text.includes('"')) return `"${text}"`;
  return text.includes("`") ? null : `\`${text}\``;
}

/** The sentence of these words, when each of them can be said. */
function spoken(
  sentence: (...words: string[]) => string,
  ...words: readonly (string | null)[]
): string | undefined {
  return words.every((word) => word !== null) ? sentence(...words) : undefined;
}

/** As a reasoning step, when the step loses nothing by it but the field that is at fault. */
export function sayAsReasoning({ step, number }: Placed, fault?: keyof Step): string | undefined {
  const isLost = KIND_FIELDS.some((field) => field !== fault && step[field] !== undefined);
  return isLost ? undefined : say.becomeReasoning(number);
}

/** A place in an input as it is said: names joined by dots, or one name in quotes; null when neither will do. */
export function spokenPath(parts: readonly string[]): string | null {
  if (parts.every((part) => PLAIN.test(part))) return parts.join(".");
  const [only] = parts.length === 1 ? parts : [];
  return only === undefined ? null : quoted(only);
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

/** The title as it is, where it can stand between quotation marks. */
export function ownTitle(placed: Placed): string {
  const { title } = placed.step;
  const isSaid =
    title.trim() === title && title !== "" && !/["`\n\r]/.test(title) && !isLonger(title, MAX_TITLE_LENGTH);
  return isSaid ? title : titleFor(placed);
}
