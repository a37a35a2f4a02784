import type { Json } from "#server/core/json.ts";
import { isObject } from "#server/core/json.ts";
import { markIn } from "./marked-text.ts";
import { type Saying, valueSaid } from "./said-value.ts";
import { parameterNamed, type ToolFact } from "./tool-facts.ts";

/** One field of an input, by the names that lead to it. */
export type Field = { path: string[]; value: Json };

export type Input = { [name: string]: Json };

const NAME = "(?:the |an? |its )?(?<name>[\\p{L}_][\\p{L}\\d_]*(?: [\\p{L}_][\\p{L}\\d_]*){0,2}?)";
const IS =
  "(?:\\s*(?:=|:)\\s*|,?\\s+(?:(?:which|that) )?(?:is|to|of|be|as|should be|shall be|must be|set to|being|with the (?:value|number)|with(?: value)?|equal to)\\s+|\\s+)";
const NAMED = "(?<key>⟪[qc]\\d+⟫|[\\w-]+)";
const NESTED: [RegExp, string][] = [
  [new RegExp(`^(?:the |an? )?(?:http )?header ${NAMED}${IS}(?<value>.+)$`, "isu"), "headers"],
  [new RegExp(`^(?:the |an? )?(?:query|url|search)[ -]parameter ${NAMED}${IS}(?<value>.+)$`, "isu"), "query"],
];
const BEARER = [
  /^(?:the )?(?:(?:api |access )?token |secret |key )?(?<value>⟪[sqc]\d+⟫|⟪r\d+⟫) as (?:an? |the )?bearer(?: token| header)?$/i,
  /^(?:an? |the )?bearer (?:token|header) (?<value>⟪[sqc]\d+⟫)$/i,
];
const AS_HEADER =
  /^(?:the )?(?:token |secret |key |value )?(?<value>⟪[sqc]\d+⟫) as (?:an? |the )?header (?<key>[\w-]+)$/i;
const METHOD = /^(?:the )?(?:method )?(?<value>GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;
const ON_DATA = /^(?:on|over) (?<value>.+)$/is;

/** The fields that words such as `the url https://… and the method POST` give a tool; null where a word is left over. */
export function argumentsSaid(words: string, tool: ToolFact, saying: Saying): Field[] | null {
  const text = words
    .trim()
    .replace(/^(?:(?:with|using|and|having|where|that has|as|:|,|–|-)(?=\s|⟪|$)\s*)+/i, "");
  if (text === "") return [];
  const cuts = [
    ...text.matchAll(
      /(?:,\s*(?:and\s+)?(?:with\s+)?|\s+and\s+(?:with\s+)?|\s+with\s+|\s+using\s+)|\s+(?=on the )/gi,
    ),
  ];
  // The longest first argument that leaves something understandable behind it.
  for (const cut of [undefined, ...cuts.toReversed()]) {
    const head = cut === undefined ? text : text.slice(0, cut.index);
    const first = argumentSaid(head, tool, saying);
    if (first === null) continue;
    const rest = cut === undefined ? [] : argumentsSaid(text.slice(cut.index + cut[0].length), tool, saying);
    if (rest !== null) return [...first, ...rest];
  }
  return null;
}

function argumentSaid(words: string, tool: ToolFact, saying: Saying): Field[] | null {
  const takes = (name: string) => tool.parameters.some((parameter) => parameter.name === name);
  if (takes("headers")) {
    for (const way of BEARER) {
      const value = way.exec(words)?.groups?.["value"];
      const token = value === undefined ? undefined : markIn(value, saying.marks)?.text;
      if (token !== undefined)
        return [{ path: ["headers", "Authorization"], value: `Bearer ${token.replace(/^Bearer /, "")}` }];
    }
    const { value, key } = AS_HEADER.exec(words)?.groups ?? {};
    const token = value === undefined ? undefined : markIn(value, saying.marks)?.text;
    if (key !== undefined && token !== undefined) return [{ path: ["headers", key], value: token }];
  }
  for (const [way, parent] of NESTED) {
    const { key, value } = way.exec(words)?.groups ?? {};
    if (key === undefined || value === undefined || !takes(parent)) continue;
    const said = valueSaid(value, parent === "headers" ? "string" : undefined, saying);
    if (said !== undefined) return [{ path: [parent, markIn(key, saying.marks)?.text ?? key], value: said }];
  }
  const method = METHOD.exec(words)?.groups?.["value"];
  if (method !== undefined && takes("method")) return [{ path: ["method"], value: method }];
  const data = ON_DATA.exec(words)?.groups?.["value"];
  if (data !== undefined && takes("data")) {
    const value = valueSaid(data, undefined, saying);
    return value === undefined ? null : [{ path: ["data"], value }];
  }
  return namedSaid(words, tool, saying);
}

const NAMED_VALUE = new RegExp(`^${NAME}${IS}(?<value>.+)$`, "isu");
const MOST_WORDS = 3;

function namedSaid(words: string, tool: ToolFact, saying: Saying): Field[] | null {
  const flat = words.replace(/^(?:the |an? |its )/i, "");
  for (let count = MOST_WORDS; count >= 1; count -= 1) {
    const name = new RegExp(
      `^((?:[\\p{L}_][\\p{L}\\d_]*)(?: [\\p{L}_][\\p{L}\\d_]*){${count - 1}})(?=[\\s:=])`,
      "u",
    ).exec(flat)?.[1];
    const parameter = name === undefined ? null : parameterNamed(name, tool);
    if (!parameter || name === undefined) continue;
    const value = NAMED_VALUE.exec(`${name.replaceAll(" ", "_")}${flat.slice(name.length)}`)?.groups?.[
      "value"
    ];
    const said = value === undefined ? undefined : valueSaid(value, parameter.type, saying);
    if (said !== undefined && fits(said, parameter.values)) return [{ path: [parameter.name], value: said }];
  }
  return null;
}

function fits(value: Json, values: readonly string[] | undefined): boolean {
  return values === undefined || typeof value !== "string" || values.includes(value) || value.startsWith("$");
}

/** The input with fields set, those beside them kept. */
export function withFields(input: Json | undefined, fields: readonly Field[]): Input {
  return fields.reduce<Input>(
    (filled, { path, value }) => placed(filled, path, value),
    isObject(input) ? input : {},
  );
}

function placed(input: Input, [name = "", ...rest]: readonly string[], value: Json): Input {
  const inner = input[name];
  return { ...input, [name]: rest.length === 0 ? value : placed(isObject(inner) ? inner : {}, rest, value) };
}
