import type { Json } from "#server/core/json.ts";
import { findReferences } from "#server/core/references.ts";
import type { ListedStep } from "#server/agent/builtin/listed-plan.ts";
import type { World } from "#server/agent/builtin/reference.ts";
import { resolve } from "#server/agent/builtin/resolve.ts";
import { type Mark, markIn, unmarked } from "./marked-text.ts";
import { isSender, mainOutput, referenceTo, sourcesBehind } from "./output-of-step.ts";
import type { ToolFact } from "./tool-facts.ts";

/** In what a value is said: the plan, the tools, and the step whose turn it is to read what is there. */
export type Saying = {
  world: World;
  tools: readonly ToolFact[];
  marks: readonly Mark[];
  /** The steps that come right before the one that is spoken of. */
  before: readonly ListedStep[];
  /** Whether "the label" may be what the one reasoning step right before makes, however it is called. */
  handsOn?: boolean;
};

/** A value for a parameter of this type; undefined where the words are none. */
export function valueSaid(words: string, type: string | undefined, saying: Saying): Json | undefined {
  const text = words
    .trim()
    .replace(/^(?:exactly|just)\s+/i, "")
    .replace(/[.,;]+$/, "");
  const list = listSaid(text, type, saying);
  if (list !== undefined) return list;
  return sumSaid(text, type, saying) ?? literalSaid(text, type, saying) ?? referenceSaid(text, type, saying);
}

function listSaid(text: string, type: string | undefined, saying: Saying): Json | undefined {
  if (type !== "array" || markIn(text, saying.marks)?.kind === "json") return undefined;
  const parts = text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).filter(Boolean);
  const items = parts.map((part) => (/^[\w.-]+$/.test(part) ? part : literalSaid(part, undefined, saying)));
  return items.length > 0 && items.every((item) => item !== undefined) ? items : undefined;
}

function literalSaid(text: string, type: string | undefined, { marks }: Saying): Json | undefined {
  const mark = markIn(text, marks);
  if (mark?.kind === "json" || (mark?.kind === "code" && type !== "string")) {
    const parsed = jsonIn(mark.text);
    if (parsed !== undefined) return type === "string" ? mark.text : parsed;
  }
  if (mark !== null) return mark.text;
  if (/⟪/.test(text)) return /^(?:⟪[a-z]\d+⟫|\S)+$/.test(text) ? unmarked(text, marks) : undefined;
  if (type !== "string" && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (type !== "string" && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (type === "boolean") return BOOLEAN[text.toLowerCase()];
  if (/^semicolons?$/i.test(text)) return ";";
  if (/^commas?$/i.test(text)) return ",";
  if (/^tabs?$/i.test(text)) return "\t";
  return type === "number" || type === "integer" || !/^[^\s"'“]+$/.test(text) || NO_VALUE.test(text)
    ? undefined
    : text;
}

const NO_VALUE =
  /^(?:it|that|this|them|these|something|anything|another|one|the|everything|what|which|me|us)$/i;
const BOOLEAN: Partial<Record<string, boolean>> = { on: true, yes: true, off: false, no: false };

function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const OF_INPUT = [
  /^(?:the )?(?:field )?(?<field>⟪q\d+⟫|[\w.]+) (?:field )?(?:of|in|from) the run(?:'s)? input$/i,
  /^(?:the )?run(?:'s)? input(?:'s (?:field )?| field |\.)(?<field>⟪q\d+⟫|[\w.]+)$/i,
];
const OF_STEP = [
  /^(?:the )?(?:field )?(?<field>⟪q\d+⟫|[\w.[\]]+) (?:field )?(?:of|in|from) (?<step>.+?)(?:'s (?:output|result))?$/i,
  /^(?<step>.+?)'s (?:field )?(?<field>⟪q\d+⟫|[\w.[\]]+)$/i,
];
const PART_OF_STEP =
  /^(?:the )?(?:field )?(?<field>⟪q\d+⟫|[\w.]+) (?:in|of|from) the (?<part>\w+) (?:that )?(?<step>.+?) (?:got back|gets back|got|gets|returned|returns|gave|gives|fetched)$/i;
const WHOLE =
  /^(?:the )?(?:whole |full |entire )?(?:outputs?|results?|answers?)(?: (?:of|from) (?<step>.+?))?(?: as it is)?$/i;

/** The output of a step, a field of it, or of what the run was started with. */
export function referenceSaid(text: string, type: string | undefined, saying: Saying): Json | undefined {
  const wantsText = type === "string";
  if (/^the (?:whole )?run input$/i.test(text)) return wantsText ? "${input}" : "$input";
  for (const way of OF_INPUT) {
    const field = way.exec(text)?.groups?.["field"];
    if (field !== undefined) return `$input.${nameIn(field, saying)}`;
  }
  const whole = WHOLE.exec(text);
  if (whole) {
    const step = stepSaid(whole.groups?.["step"] ?? "it", saying);
    const output = step && mainOutput(step, saying.tools);
    if (!output) return undefined;
    const isWhole = step.tool === null || whole.groups?.["step"] === undefined || !wantsText;
    return referenceTo(isWhole && !wantsText ? { ...output, path: "", isText: false } : output, wantsText);
  }
  const part = PART_OF_STEP.exec(text)?.groups;
  const giver = part && stepSaid(part["step"] ?? "", saying);
  if (part && giver?.id && isFieldOf(giver, part["part"] ?? "", saying.tools))
    return `$${giver.id}.output.${part["part"]}.${nameIn(part["field"] ?? "", saying)}`;
  for (const way of OF_STEP) {
    const { field = "", step: named = "" } = way.exec(text)?.groups ?? {};
    const step = named === "" ? null : stepSaid(named, saying);
    const name = nameIn(field, saying);
    if (step?.id && isFieldOf(step, name, saying.tools)) return `$${step.id}.output.${name}`;
  }
  const step = thingSaid(text, saying);
  const output = step && mainOutput(step, saying.tools);
  return output ? referenceTo(output, wantsText) : undefined;
}

function nameIn(field: string, { marks }: Saying): string {
  return markIn(field, marks)?.text ?? field;
}

function isFieldOf(step: ListedStep, field: string, tools: readonly ToolFact[]): boolean {
  const [name = ""] = field.split(/[.[]/);
  const schema = step.exact?.outputSchema;
  const properties = schema && "properties" in schema ? schema["properties"] : undefined;
  if (typeof properties === "object" && properties !== null && Object.hasOwn(properties, name)) return true;
  const gives = tools.find((tool) => tool.name === step.tool)?.gives ?? [];
  return gives.includes(name);
}

/** The one step that words name: by number, title or as what comes right before. */
export function stepSaid(words: string, { world, before }: Saying): ListedStep | null {
  if (
    /^(?:it|this|that|the (?:answer|response|result|output)|the step before(?: it)?|the previous step|the last step before it)$/i.test(
      words,
    )
  ) {
    const [only, other] = sourcesBehind(world.focus.length === 1 ? world.focus : before, world.plan);
    return only && !other ? only : null;
  }
  const named = resolve(words, { ...world, isStrict: true });
  return named.type === "steps" && named.steps.length === 1 ? (named.steps[0] ?? null) : null;
}

const ANYTHING =
  /^(?:it|that|this|them|these|those|everything|all of it|the (?:results?|outputs?|outcome))$/i;

// What any output may be called.
const GENERAL =
  /^(?:the|its|their|these|those) (?:rows?|entries|items?|records?|list|table|data|texts?|contents?|answers?|response|findings|numbers|json)$/i;

/** "The summary": the step that makes it; what is only called "it" is what comes right before. */
export function thingSaid(text: string, saying: Saying): ListedStep | null {
  const { world, before } = saying;
  const behind = sourcesBehind(before, world.plan);
  if (ANYTHING.test(text)) return behind.length === 1 ? (behind[0] ?? null) : null;
  if (!/^(?:the|our|my|this|that|these|its?|their) [\p{L}\d' -]+$/iu.test(text)) return null;
  const named = resolve(text, world);
  const candidates =
    named.type === "steps" ? named.steps : named.type === "ambiguous" ? named.candidates : [];
  const makers = candidates.filter((step) => !isSender(step));
  if (makers.length === 1) return makers[0] ?? null;
  const near = makers.filter((step) => behind.includes(step));
  if (near.length === 1) return near[0] ?? null;
  const handed = sourcesBehind(candidates, world.plan);
  if (makers.length === 0 && handed.length === 1) return handed[0] ?? null;
  const [only, other] = behind;
  const isMadeThere = GENERAL.test(text) || (saying.handsOn && only?.kind === "reasoning");
  return makers.length === 0 && !other && isMadeThere ? (only ?? null) : null;
}

/** `The summary followed by " (see it)"`: a text made of a reference and literals. */
function sumSaid(text: string, type: string | undefined, saying: Saying): Json | undefined {
  const parts = text.split(/,?\s+(?:and then|followed by|plus|then)\s+|,\s*then\s+/i);
  if (parts.length < 2 || (type !== "string" && type !== undefined)) return undefined;
  const said = parts.map(
    (part) => literalSaid(part, "string", saying) ?? referenceSaid(part, "string", saying),
  );
  if (said.some((part) => typeof part !== "string")) return undefined;
  return said.map((part) => inText(String(part))).join("");
}

/** A whole reference as a part of a longer text. */
export function inText(text: string): string {
  const [only] = findReferences(text);
  return only?.isWhole ? `\${${text.slice(1)}}` : text;
}
