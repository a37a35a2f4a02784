import { firstCharacters } from "#server/core/characters.ts";
import type { Json, JsonObject } from "#server/core/json.ts";
import { MAX_TITLE_LENGTH, type Step, type StepKind, stepKindSchema } from "#server/core/plan.ts";
import { STEP_TAKES, TEXT_TAKES } from "./field-values.ts";
import { type Fields, fieldsOf, isObject, type LeftOut, linesOf, textOf, textsOf } from "./loose-fields.ts";
import { settingsOf } from "./loose-settings.ts";

/** A step as it was pasted: ids and links still as they were written. */
export type LooseStep = {
  id: string | null;
  /** Other texts by which links may name the step. */
  names: string[];
  title: string;
  dependsOn: string[];
  fields: Partial<Step>;
  ignored: LeftOut[];
};

const SHELL = ["shell", "command", "cmd", "run", "bash", "script"];
const LINKS = ["dependsOn", "needs", "dependencies", "deps", "requires", "after", "waitsFor"];

/** A step in our form or a looser one. What a plan does not have is left out and listed. */
export function looseStep(object: JsonObject, number: number): LooseStep {
  const fields = fieldsOf(object);
  const text = (...names: string[]) => takeText(fields, textOf, names);
  const id = text("id", "stepId", "key", "slug");
  const named = text("title", "label", "summary");
  const name = text("name");
  const instructions = takeText(fields, linesOf, [
    "instructions",
    "instruction",
    "description",
    "details",
    "prompt",
    "task",
  ]);
  const dependsOn = linksOf(fields);
  const hasShell = SHELL.some((key) => fields.take(key) !== undefined);
  if (hasShell) fields.refuse(null, ...SHELL);
  const settings = settingsOf(fields);
  const kind = kindOf(fields, settings, hasShell);

  const isNameId = id === undefined && named !== undefined && name !== undefined;
  return {
    id: id ?? (isNameId ? name : null),
    names: [named, name].flatMap((item) => item ?? []),
    title: named ?? name ?? titleFrom(instructions, id, number),
    dependsOn,
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

function titleFrom(instructions: string | undefined, id: string | undefined, number: number): string {
  const line = firstCharacters(instructions?.trim().split("\n")[0] ?? "", MAX_TITLE_LENGTH);
  const words = firstCharacters(id?.replace(/[_-]+/g, " ").trim() ?? "", MAX_TITLE_LENGTH);
  if (line !== "") return line;
  return words === "" ? `Step ${number}` : `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

/** Ids out of a list, one text, or objects that hold an id. */
function linksOf(fields: Fields): string[] {
  const value = fields.take(...LINKS);
  if (value === undefined) return [];
  if (isObject(value)) return Object.keys(value);
  if (!Array.isArray(value)) return textsOf(value);
  const ids = value.map((item) => (isObject(item) ? textOf(item["id"] ?? item["step"]) : textOf(item)));
  if (ids.includes(undefined)) fields.refuse(STEP_TAKES.dependsOn, ...LINKS);
  return ids.includes(undefined) ? [] : [...new Set(ids.flatMap((id) => id ?? []))];
}

function kindOf(fields: Fields, settings: Partial<Step>, hasShell: boolean): StepKind {
  const given = stepKindSchema.safeParse(textOf(fields.take("kind", "type"))?.toLowerCase());
  if (given.success) return given.data;
  fields.refuse(STEP_TAKES.kind, "kind", "type");
  if (settings.check) return "check";
  if (settings.agent !== undefined) return "agent";
  if (settings.wait) return "wait";
  return settings.tool !== undefined || hasShell ? "tool" : "reasoning";
}
