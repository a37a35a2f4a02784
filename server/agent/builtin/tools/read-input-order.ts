import { isObject, type Json } from "#server/core/json.ts";
import { capitalised, type ListedStep, nameOf, namesOf } from "#server/agent/builtin/listed-plan.ts";
import { ask, type Reading, refuse } from "#server/agent/builtin/understanding.ts";
import { changedStep, changesTold, inputOf } from "./changed-step.ts";
import { markIn } from "./marked-text.ts";
import { argumentsSaid, type Field, withFields } from "./said-arguments.ts";
import { type Saying, stepSaid, valueSaid } from "./said-value.ts";
import { parameterNamed, squeezed, type ToolFact, toolNamed } from "./tool-facts.ts";

const FIELD =
  "(?:the |its |an? )?(?<field>(?:header |query parameter )?(?:⟪[qc]\\d+⟫|[\\p{L}_][\\w.-]*(?: [\\w.-]+){0,2}?))";
const SET = "(?:sets?|changes?|updates?|switch|makes?|puts?)";
const TO =
  "(?:\\s*(?:=|:)\\s*|\\s+(?:to|into|as|be|should be|shall be|must be|is)(?: exactly)?(?: this(?: one)?(?: line)?:?)?\\s+|\\s+exactly\\s+)";
const STEP = "(?<step>.+?)";
const VALUE = "(?<value>.+)";
const WAYS = [
  `${SET} ${FIELD} (?:of|in|for|on) ${STEP}${TO}${VALUE}`,
  `${SET} ${STEP}'s ${FIELD}${TO}${VALUE}`,
  `${SET} ${FIELD}${TO}(?<value>.+?) (?:in|for|of|on|at) (?<step>(?:the )?(?:step|request|call|⟪).+)`,
  `(?:in|for|at) ${STEP}[,:]? ${SET} ${FIELD}${TO}${VALUE}`,
  `${FIELD} (?:of|in|for) ${STEP} (?:(?:should|shall|must|has to|needs to) be|is) (?:exactly )?${VALUE}`,
  `${FIELD} that ${STEP} (?:posts|sends|writes|uses|gets|takes) (?:should|shall|must|has to) be ${VALUE}`,
  `as the (?:whole |entire )?(?<field>[\\w.]+) of ${STEP},? (?:send|use|take|write|post) ${VALUE}`,
  `(?:use|send|take) ${VALUE} as the (?:whole |entire )?(?<field>[\\w.]+) (?:of|in|for) ${STEP}`,
  `${STEP} gets? (?:an? |the )(?<field>(?:header|query parameter) ⟪q\\d+⟫)(?:,? which is|,? with(?: the value)?| of| =) ${VALUE}`,
].map((pattern) => new RegExp(`^${pattern}$`, "isu"));

const GIVES = [
  /^(?:give|let) (?<step>.+?) (?:have )?(?<fields>(?:an? |the )?(?:http )?(?:header|query parameter) .+)$/is,
  /^(?:add|put) (?<fields>(?:an? |the )?(?:http )?(?:header|query parameter) .+?) (?:to|in|into) (?<step>.+)$/is,
  /^(?:call|send|make|do|fetch|request) (?<step>.+?) (?<fields>with .+)$/is,
];

const SEVERAL =
  /^(?:add|put|set) (?:(?:two|three|four|five|\d+|these|the) )?(?<kind>query parameter|header)s (?:to|in|on) (?<step>.+?): (?<list>.+)$/is;

// "Add two query parameters to step 1: a with the value 2, and b, which is true".
function readSeveral(words: string, saying: Saying): Reading {
  const { kind = "", step: named, list = "" } = SEVERAL.exec(words)?.groups ?? {};
  const step = named === undefined ? null : toolStep(named, saying);
  if (!step) return null;
  const parts = list
    .split(/,\s*and\s+|\s+and\s+|,\s+(?!which\b)/i)
    .map((part) => part.replace(/ \(an? \w+\)$/, ""));
  const told = parts.map((part) => `the ${kind} ${part}`).join(" and ");
  const fields = argumentsSaid(told, step.tool, before(step.step, saying));
  return fields && fields.length === parts.length ? setFields(step.step, step.tool, fields, saying) : null;
}

/** "Set the url of step 2 to …": one or more fields of what a step gives its tool. */
export function readInputOrder(words: string, saying: Saying): Reading {
  for (const pattern of WAYS) {
    const { field, step: named, value } = pattern.exec(words)?.groups ?? {};
    if (field === undefined || value === undefined || named === undefined) continue;
    const step = toolStep(named, saying);
    const fields = step && fieldsSaid(field, value, step, saying);
    if (step && fields) return setFields(step.step, step.tool, fields, saying);
  }
  for (const pattern of GIVES) {
    const { step: named, fields: told } = pattern.exec(words)?.groups ?? {};
    const step = named === undefined ? null : toolStep(named, saying);
    const fields = step && argumentsSaid(told ?? "", step.tool, before(step.step, saying));
    if (step && fields && fields.length > 0) return setFields(step.step, step.tool, fields, saying);
  }
  return readSeveral(words, saying) ?? readWithoutStep(words, saying);
}

type OfTool = { step: ListedStep; tool: ToolFact };

// A request that starts something is the step whose title says so.
const CLAUSED =
  /^the (?:request|call|query|step|command|tool|e-?mail|mail|post)(?: (?:in|of|at))? (?:that |which )?(?=\S)/i;

function toolStep(named: string, saying: Saying): OfTool | null {
  const before = { ...saying, before: [] };
  const step = stepSaid(named, before) ?? stepSaid(named.replace(CLAUSED, ""), before);
  const tool = step?.tool ? toolNamed(step.tool, saying.tools) : null;
  return step && tool ? { step, tool } : null;
}

/** What comes right before a step is what "it" and "the result" are there. */
export function before(step: ListedStep, saying: Saying): Saying {
  const { plan } = saying.world;
  return {
    ...saying,
    before: step.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []),
    world: { ...saying.world, focus: [] },
  };
}

function fieldsSaid(word: string, value: string, { step, tool }: OfTool, saying: Saying): Field[] | null {
  const more = /^(?<value>.+?),? and (?:set )?(?:the |its )?(?<field>[\w.]+) (?:to|=) ?(?<last>.+)$/is.exec(
    value,
  )?.groups;
  const first = one(word, more?.["value"] ?? value);
  const last = more ? one(more["field"] ?? "", more["last"] ?? "") : null;
  if (more && first && last) return [first, last];
  return one(word, value) === null ? null : [one(word, value) as Field];

  function one(name: string, said: string): Field | null {
    const place = placeOf(name, { step, tool }, saying);
    if (place === null) return null;
    const value = valueSaid(said, place.type, before(step, saying));
    return value === undefined ? null : { path: place.path, value };
  }
}

type PlaceInInput = { path: string[]; type: string | undefined };

/** Where in the input a word names a field: a parameter, a path of fields, or a field further in that is there but once. */
export function placeOf(word: string, { step, tool }: OfTool, saying: Saying): PlaceInInput | null {
  const nested = /^(?<parent>header|query parameter) (?<key>.+)$/i.exec(word)?.groups;
  if (nested) {
    const parent = /^header/i.test(nested["parent"] ?? "") ? "headers" : "query";
    if (!tool.parameters.some(({ name }) => name === parent)) return null;
    const key = nested["key"] ?? "";
    return {
      path: [parent, markIn(key, saying.marks)?.text ?? key],
      type: parent === "headers" ? "string" : undefined,
    };
  }
  const name = markIn(word, saying.marks)?.text ?? word;
  const parameter = parameterNamed(name, tool);
  if (parameter && (squeezed(parameter.name) === squeezed(name) || !hasInside(name, step)))
    return { path: [parameter.name], type: parameter.type };
  const path = name.split(".");
  const root = parameterNamed(path[0] ?? "", tool);
  if (path.length > 1 && root) return { path: [root.name, ...path.slice(1)], type: undefined };
  const [only, other] = insideOf(name, inputOf(step));
  return only && !other ? { path: only.path, type: only.type } : null;
}

function hasInside(name: string, step: ListedStep): boolean {
  return insideOf(name, inputOf(step)).length > 0;
}

function insideOf(name: string, input: Json, above: string[] = []): PlaceInInput[] {
  if (!isObject(input)) return [];
  return Object.entries(input).flatMap(([key, value]) => {
    const path = [...above, key];
    const isIt = squeezed(key) === squeezed(name);
    const type = Array.isArray(value) ? "array" : typeof value === "boolean" ? "boolean" : undefined;
    return [...(isIt ? [{ path, type }] : []), ...insideOf(name, value, path)];
  });
}

function setFields(step: ListedStep, tool: ToolFact, fields: Field[], saying: Saying): Reading {
  const input = withFields(step.input, fields);
  return changedStep(step, { tool, input, said: changesTold(step, fields) }, saying);
}

const BARE = [
  new RegExp(`^${SET} ${FIELD}${TO}${VALUE}$`, "isu"),
  new RegExp(
    `^(?:the )?(?<field>[\\p{L}_][\\w.-]*(?: [\\w.-]+)?) (?:should|shall|must|has to) be ${VALUE}$`,
    "isu",
  ),
];

// "The subject should be …": only one step takes such a field.
function readWithoutStep(words: string, saying: Saying): Reading {
  for (const pattern of BARE) {
    const { field, value } = pattern.exec(words)?.groups ?? {};
    if (field === undefined || value === undefined) continue;
    if (
      /\bsteps?\b|\bplan\b|^(?:title|name|objective|goal|time ?out|time limit|retries|approval|condition|instructions?|it|order)$/i.test(
        field,
      )
    )
      return null;
    const able = saying.world.plan.steps.flatMap((step) => {
      const tool = step.tool ? toolNamed(step.tool, saying.tools) : null;
      const fields =
        tool && placeOf(field, { step, tool }, saying) && fieldsSaid(field, value, { step, tool }, saying);
      return tool && fields ? [{ step, tool, fields }] : [];
    });
    const [only, other] = able;
    if (only && !other) return setFields(only.step, only.tool, only.fields, saying);
    if (other)
      return ask(
        `Which step do you mean: ${namesOf(
          able.map(({ step }) => step),
          "or",
          6,
        )}?`,
      );
  }
  return null;
}

/** "Let step 1 use the rows that step 5 gives" of a step that comes later is refused with both names. */
export function readUse(words: string, saying: Saying): Reading {
  const found =
    /^(?:let|make|have) (?<step>.+?) (?:use|take|read|work (?:on|with)) (?:the )?[\w ]+? (?:that |which )?(?<from>(?:step )?.+?) (?:gives|makes|returns|has|produces)$/is.exec(
      words,
    )?.groups;
  const [step, from] = [found?.["step"], found?.["from"]].map((named) =>
    named === undefined ? null : stepSaid(named, saying),
  );
  if (!step || !from || step.number >= from.number) return null;
  return refuse(
    `${capitalised(nameOf(step))} comes before ${nameOf(from)}, so it cannot read what that gives. Nothing was changed.`,
  );
}
