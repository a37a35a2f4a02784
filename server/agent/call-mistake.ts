import { asSchema, type ToolSet } from "ai";
import { z } from "zod";
import { shortened } from "#server/core/characters.ts";
import { didYouMean } from "#server/core/check/known-names.ts";
import { mistakesOf } from "#server/core/edit-schema-mistake.ts";
import type { Json } from "#server/core/json.ts";
import { parseJson } from "#server/core/parse-json.ts";

const MAX_MISTAKES = 5;
const MAX_WORDS = 1_500;
const MAX_INPUT = 1_000_000;
// The name of what every object inherits from; the reader of calls takes it for an attack.
const RESERVED_NAME = '"__proto__":';

/** Why a call cannot be carried out, in short words for the model that made it; null when it can. */
export async function callMistake(tools: ToolSet, name: string, input: string): Promise<string | null> {
  const names = Object.keys(tools);
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool === undefined)
    return `Not carried out: there is no tool "${shortened(name)}".${didYouMean(name, names)} The tools are ${names.join(", ")}.`;
  if (input.length > MAX_INPUT)
    return notCarriedOut(name, [
      `Its arguments have ${input.length} characters, and ${MAX_INPUT} are read at most.`,
    ]);

  const read = parseJson(input.trim() === "" ? "{}" : input);
  if (!read.ok) return notCarriedOut(name, [`Its arguments are no JSON. ${read.error.message}`]);
  if (JSON.stringify(read.value).includes(RESERVED_NAME))
    return notCarriedOut(name, ['No name in it may be "__proto__".']);
  return mistakesIn(tool, name, read.value);
}

async function mistakesIn(tool: ToolSet[string], name: string, value: Json): Promise<string | null> {
  const checked = await asSchema(tool.inputSchema).validate?.(value);
  if (checked === undefined || checked.success) return null;
  if (!(checked.error instanceof z.core.$ZodError)) return notCarriedOut(name, [checked.error.message]);
  if (typeof value === "string")
    return notCarriedOut(name, ["Its arguments are a text. Give the object itself, not JSON inside a text."]);
  const mistakes = mistakesOf(name, value, checked.error);
  const hidden = mistakes.length - MAX_MISTAKES;
  return notCarriedOut(name, [
    ...mistakes.slice(0, MAX_MISTAKES),
    ...(hidden > 0 ? [`And ${hidden} more ${hidden === 1 ? "mistake" : "mistakes"}.`] : []),
  ]);
}

function notCarriedOut(name: string, why: readonly string[]): string {
  return shortened(`${name} was not carried out. ${why.join(" ")}`, MAX_WORDS);
}
