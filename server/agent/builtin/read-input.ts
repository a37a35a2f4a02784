import { capitalised, type ListedStep, nameOf, namesOf, refOf } from "./listed-plan.ts";
import type { Json } from "#server/core/json.ts";
import { mapStrings } from "#server/core/references.ts";
import { fieldFor, type Literal, literalIn } from "./input-field.ts";
import { endsWithQuote } from "./field-told.ts";
import type { World } from "./reference.ts";
import { ask, type Edit, edits, type Reading, refuse, withSteps } from "./understanding.ts";

const FIELD =
  "(path|file ?name|file|folder|url|address|link|web address|endpoint|page|expression|formula|template|content|body|method|pattern|delimiter|separator|encoding)";
const NOW = "(?: (?:instead(?: of (?<old>\\S+))?|now|from now on))?";
const STEP = "(?<step>(?:the )?(?:steps? )?(?:#?\\d+|it|(?:last|first|second|third|\\w+) step))";
const DOES =
  "(?:read|reads|write|writes|save|saves|store|stores|fetch|fetches|load|loads|call|calls|use|uses|get|gets|open|opens|post|posts|request|requests)(?: (?:its?|the|this|that|their)(?: (?:result|output|file|rows|data|total|totals|text))?)?(?: (?:to|into|in|from|as))?(?: (?:the )?(?:file|page|address|url))?";
const WAYS = [
  new RegExp(
    `^(?:change|set|replace|make|update|switch) (?:the )?${FIELD} (?:name )?(?:in|of|for|on|at|used in|that) (?<step>.+?)(?: uses| reads| writes)? (?:to|with|into|=|be|by):? (?<value>[\\s\\S]+)$`,
    "i",
  ),
  new RegExp(
    `^(?:change|set|update) (?<step>.+?)(?:'s| its) ${FIELD} (?:to|into|=):? (?<value>[\\s\\S]+)$`,
    "i",
  ),
  new RegExp(
    `^(?:the )?${FIELD} (?:in|of|for) (?<step>.+?) (?:should|must|shall|has to) be (?<value>[\\s\\S]+)$`,
    "i",
  ),
  new RegExp(`^(?:in|for|at) ${STEP},? (?:please )?${DOES} (?<value>\\S+)${NOW}$`, "i"),
  new RegExp(
    `^(?:use|take|read|load|fetch|call|write(?: to)?) (?:the (?:file|path|page|address|url) )?(?<value>\`[^\`]+\`|"[^"]+"|\\S+)(?: as (?:the )?${FIELD})? (?:in|for|at|of) ${STEP}${NOW}$`,
    "i",
  ),
  new RegExp(`^${STEP}\\s*[:–-]\\s*(?:please )?${DOES} (?<value>\`[^\`]+\`|"[^"]+"|\\S+)${NOW}$`, "i"),
  new RegExp(
    `^(?<step>.+?) (?:should|must|shall|has to|needs to) (?:now |rather )?${DOES} (?<value>\`[^\`]+\`|"[^"]+"|\\S+)${NOW}$`,
    "i",
  ),
  new RegExp(
    `^(?:make|let|have|change|set) ${STEP}(?: so that it| to)? ${DOES} (?<value>\`[^\`]+\`|"[^"]+"|\\S+)${NOW}$`,
    "i",
  ),
];
const REPLACE = [
  /^(?:replace|change|swap|substitute|exchange) (?:the (?:file|path|url|address) )?(\S+|"[^"]+"|`[^`]+`) (?:with|by|to|into|for) (\S+|"[^"]+"|`[^`]+`)(?: (?:in|at|of) (.+))?$/i,
  /^(?:use|read|take|write to|fetch) (\S+|"[^"]+"|`[^`]+`) (?:instead of|rather than|in place of) (\S+|"[^"]+"|`[^`]+`)(?: (?:in|at) (.+))?$/i,
];

const WHAT =
  "(?:it|them|that|this|all of it|everything|the (?:results?|outputs?|files?|reports?|texts?|data|summary|totals?|\\w+))";
const GOES_TO = new RegExp(
  `^(?:please )?(save|write|store|put|export|read|load|fetch|get|take|post|send|request|call)(?: ${WHAT})?(?: (?:to|into|in|as|at|under|from|out of))? (\\S+|"[^"]+"|\`[^\`]+\`)(?: (?:instead|now|from now on|please))+$`,
  "i",
);
const WRITES = /^(?:save|write|store|put|export)$/i;
const READS = /^(?:read|load|get|take)$/i;

/** "Save it to final.md instead": the one step that does so with such a value. */
function setOnly(deed: string, value: Literal, world: World): Reading {
  const tools =
    value.kind === "url"
      ? ["http_request"]
      : WRITES.test(deed)
        ? ["write_file"]
        : READS.test(deed)
          ? ["read_file"]
          : ["read_file", "write_file", "list_files"];
  const able = world.plan.steps.filter((step) => tools.includes(step.tool ?? ""));
  const spoken = able.filter((step) => world.focus.includes(step));
  const [step, other] = spoken.length === 1 ? spoken : able;
  if (!step)
    return refuse(
      `No step of this plan ${WRITES.test(deed) ? "writes" : "takes"} such a ${value.kind}, so there is nothing to change. Nothing was changed.`,
    );
  if (other) return ask(`Which step do you mean: ${namesOf(able, "or", 4)}?`);
  return setValue(`step ${step.number}`, null, value, world);
}

/** What a step gives its tool: another file, address, expression or template. */
export function readInput(clause: string, world: World): Reading {
  for (const [index, way] of REPLACE.entries()) {
    const [, first = "", second = "", where] = way.exec(clause) ?? [];
    const [old, value] = index === 0 ? [first, second] : [second, first];
    const reading = old === "" ? null : replaceAll(literalIn(old), literalIn(value), where ?? null, world);
    if (reading !== null) return reading;
  }
  const [, deed = "", target = ""] = GOES_TO.exec(clause) ?? [];
  const value = literalIn(target);
  if (value.kind === "path" || value.kind === "url") return setOnly(deed, value, world);
  for (const way of WAYS) {
    const found = way.exec(clause);
    if (!found?.groups) continue;
    const field = found.find(
      (part, at) => at > 0 && part !== undefined && new RegExp(`^${FIELD}$`, "i").test(part),
    );
    if (!endsWithQuote(found.groups["value"] ?? "")) continue;
    const value = literalIn(found.groups["value"] ?? "");
    if (field === undefined && value.kind === "words") continue;
    return setValue(found.groups["step"] ?? "", field ?? null, value, world);
  }
  return null;
}

function setValue(span: string, word: string | null, value: Literal, world: World): Reading {
  return withSteps(
    span,
    { ...world, isStrict: true },
    ([step]) => {
      if (!step) return null;
      if (step.tool === null)
        return refuse(
          `${capitalised(nameOf(step))} calls no tool, so it has no ${word ?? "input"} to set. Change its instructions, or say which step is meant. Nothing was changed.`,
        );
      if (step.instructions === undefined && step.input === undefined)
        return refuse(
          `The input of ${nameOf(step)} is too long to be changed by talking to the built-in planner. Nothing was changed.`,
        );
      const field = fieldFor(step, word, value);
      if (field === null)
        return refuse(
          `${capitalised(nameOf(step))} calls ${step.tool}, which takes no ${word ?? "such value"}. Nothing was changed.`,
        );
      const old = fieldValue(step.input, field);
      const input = { ...fieldsOf(step.input), [field]: value.text };
      const said = `Changed the ${field} of ${nameOf(step)}${typeof old === "string" ? ` from ${shown(old)}` : ""} to ${shown(value.text)}`;
      if (old === value.text)
        return edits([], [step], `the ${field} of ${nameOf(step)} is ${shown(value.text)}`);
      const change = { field: "input", value: JSON.stringify(input) };
      return edits([update(step, [change, ...reworded(step, old, value.text)], world)], [step], said);
    },
    { one: true, what: "should change" },
  );
}

/** A value takes the place of another one wherever the steps give it to their tools or speak of it. */
function replaceAll(old: Literal, value: Literal, where: string | null, world: World): Reading {
  if (old.text === "" || value.text === "") return null;
  const has = (text: string) => exchanged(text, old.text, `${value.text}\u0000`) !== text;
  const uses = (step: ListedStep) => {
    let isUsed = false;
    if (step.input !== undefined)
      mapStrings(step.input, (text) => {
        isUsed ||= has(text);
        return text;
      });
    return isUsed;
  };
  const speaks = (step: ListedStep) => has(step.title) || has(step.instructions ?? "");
  // A plain word is a value only where it stands in the plan as it is written.
  const isWord = old.kind === "words";
  if (isWord && (old.text.length < 3 || !/^\p{L}+$/u.test(old.text) || !world.plan.steps.some(speaks)))
    return null;
  const change = (steps: readonly ListedStep[]): Reading => {
    const meant = steps.filter((step) => uses(step) || speaks(step));
    if (meant.length === 0)
      return refuse(
        `No step uses ${shown(old.text)}${where === null ? "" : ` in ${where}`}. Nothing was changed.`,
      );
    const list = meant.map((step) => {
      const input =
        step.input === undefined
          ? []
          : mapStrings(step.input, (text) => exchanged(text, old.text, value.text));
      const changed = uses(step) ? [{ field: "input", value: JSON.stringify(input) }] : [];
      return update(step, [...changed, ...reworded(step, old.text, value.text)], world);
    });
    const hidden = steps.filter((step) => step.tool !== null && step.instructions === undefined).length;
    const unseen =
      hidden > 0 ? `. The inputs of ${hidden} other steps were not read and stay as they are` : "";
    const said = `Replaced ${shown(old.text)} with ${shown(value.text)} in ${namesOf(meant)}${unseen}`;
    return edits(list, meant, said);
  };
  if (where === null || /^(?:everywhere|all(?: the)? steps|every step|the (?:whole )?plan)$/i.test(where))
    return change(world.plan.steps);
  return withSteps(where, world, change);
}

function update(step: ListedStep, changes: Json[], { plan }: World): Edit {
  return { op: "update_step", step: refOf(step, plan), changes };
}

/** Title and instructions that name the old value name the new one. */
export function reworded(step: ListedStep, old: Json | undefined, value: string): Json[] {
  if (typeof old !== "string" || old.length < 2) return [];
  const fields: [string, string | undefined][] = [
    ["title", step.title],
    ["instructions", step.instructions],
  ];
  return fields.flatMap(([field, text]) => {
    const changed = text === undefined ? undefined : exchanged(text, old, value);
    const fits = changed !== undefined && changed !== text && (field !== "title" || changed.length <= 120);
    return fits ? [{ field, value: changed }] : [];
  });
}

// "orders.csv" is no part of "old-orders.csv".
function exchanged(text: string, old: string, value: string): string {
  const pattern = old.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}_{$-])${pattern}(?![\\p{L}\\p{N}_-]|\\.\\w)`, "gu"),
    () => value,
  );
}

function fieldsOf(input: Json | undefined): { [field: string]: Json } {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
}

function fieldValue(input: Json | undefined, field: string): Json | undefined {
  return fieldsOf(input)[field];
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return `"${line.length > 80 ? `${line.slice(0, 79)}…` : line}"`;
}
