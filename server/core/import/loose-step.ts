import { firstCharacters } from "#server/core/characters.ts";
import type { Json, JsonObject } from "#server/core/json.ts";
import { MAX_TITLE_LENGTH, type Step, type StepKind, stepKindSchema } from "#server/core/plan.ts";
import { STEP_TAKES, TEXT_TAKES } from "./field-values.ts";
import { isApprovalKind } from "./loose-approval.ts";
import type { Behind } from "./loose-edges.ts";
import { type Fields, fieldsOf, type LeftOut, linesOf, textOf } from "./loose-fields.ts";
import { linksOf } from "./loose-links.ts";
import { settingsOf } from "./loose-settings.ts";

/** A step as it was pasted: ids and links still as they were written. */
export type LooseStep = {
  id: string | null;
  /** Other texts by which links may name the step. */
  names: string[];
  title: string;
  dependsOn: string[];
  requiredBy: Behind[];
  fields: Partial<Step>;
  ignored: LeftOut[];
};

const INSTRUCTIONS = [
  "instructions",
  "instruction",
  "description",
  "details",
  "prompt",
  "task",
  "action",
  "goal",
  "objective",
];

/** A step in our form or a looser one. What a plan does not have is left out and listed. */
export function looseStep(object: JsonObject, number: number): LooseStep {
  const fields = fieldsOf(object);
  const text = (...names: string[]) => takeText(fields, textOf, names);
  const given = text("id", "stepId", "key", "slug", "number", "stepNumber");
  const named = text("title", "label", "summary");
  const name = text("name");
  const id = given ?? (named === undefined ? undefined : name);
  const instructions = takeText(fields, linesOf, INSTRUCTIONS);
  const links = linksOf(fields);
  const settings = settingsOf(fields);
  const kind = kindOf(fields, settings);
  return {
    id: id ?? null,
    names: [named, name].flatMap((item) => item ?? []),
    title: named ?? name ?? titleFrom(number, instructions, given),
    ...links,
    fields: {
      ...settings,
      kind,
      instructions: instructions ?? "",
      expectedOutput: settings.expectedOutput ?? "",
    },
    ignored: fields.left(),
  };
}

/** The text of a field; any other value is left out. */
export function takeText(
  fields: Fields,
  read: (value: Json | undefined) => string | undefined,
  names: readonly string[],
): string | undefined {
  const value = fields.take(...names);
  const text = read(value);
  if (value !== undefined && text === undefined) fields.refuse(TEXT_TAKES, ...names);
  return text;
}

function titleFrom(number: number, instructions = "", id = ""): string {
  const [line = ""] = instructions.trim().split("\n", 1);
  const words = id.replace(/[_-]+/g, " ").trim();
  if (line !== "") return firstCharacters(line.trimEnd(), MAX_TITLE_LENGTH);
  if (words === "") return `Step ${number}`;
  return firstCharacters(words.charAt(0).toUpperCase() + words.slice(1), MAX_TITLE_LENGTH);
}

function kindOf(fields: Fields, settings: Partial<Step>): StepKind {
  const written = fields.take("kind", "type");
  const given = stepKindSchema.safeParse(textOf(written)?.toLowerCase());
  if (given.success) return given.data;
  if (isApprovalKind(written)) settings.approval ??= {};
  else fields.refuse(STEP_TAKES.kind, "kind", "type");
  if (settings.check) return "check";
  if (settings.agent !== undefined) return "agent";
  if (settings.wait) return "wait";
  return settings.tool === undefined ? "reasoning" : "tool";
}
