import type { Json } from "#server/core/json.ts";
import { type ListedStep, namesOf } from "#server/agent/builtin/listed-plan.ts";
import { resolve } from "#server/agent/builtin/resolve.ts";
import { ask, edits, type Reading } from "#server/agent/builtin/understanding.ts";
import { changedStep, changesTold } from "./changed-step.ts";
import { markIn } from "./marked-text.ts";
import { placeOf } from "./read-input-order.ts";
import { doing } from "./read-tool-change.ts";
import { type Field, withFields } from "./said-arguments.ts";
import { callOf } from "./said-call.ts";
import { type Saying, stepSaid, thingSaid, valueSaid } from "./said-value.ts";
import { type ToolFact, toolNamed } from "./tool-facts.ts";

/** What a tool is told to do otherwise, said as people say it and not by the names of its parameters. */
export function readOptionOrder(words: string, saying: Saying): Reading {
  return (
    readTable(words, saying) ??
    readAppend(words, saying) ??
    readSource(words, saying) ??
    readPart(words, saying)
  );
}

const MARK = "(?<mark>semicolons?|tabs?|commas?|⟪q\\d+⟫|pipes?)";
const TABLE: [RegExp, (found: Partial<Record<string, string>>, saying: Saying) => Field | null][] = [
  [
    new RegExp(
      `^(?:(?<what>.+?) (?:has|have|uses?|is|are)(?: separated by)?|with|there (?:is|are)) ${MARK} (?:between|as|for) (?:the |its )?(?:columns?|cells|fields|values|separators?|delimiters?)(?: in (?<in>.+))?$`,
      "i",
    ),
    delimiter,
  ],
  [
    new RegExp(`^(?<what>.+?) (?:is|are) (?:separated|delimited|parted) by (?:an? )?${MARK}$`, "i"),
    delimiter,
  ],
  [
    /^(?<what>.+?) (?:has|have|comes?|is|are) (?:no|without(?: an?)?) header(?: row| line|s)?$/i,
    () => ({ path: ["header"], value: false }),
  ],
  [
    /^(?:none of|no) (?<what>.+?) (?:has|have) (?:an? |any )?header(?: row| line)?s?$/i,
    () => ({ path: ["header"], value: false }),
  ],
  [
    /^(?:(?:when|if) (?<what>.+?) (?:is|are) parsed, )?(?:bad|broken|invalid) (?:rows|lines) (?:should|must|shall|may|can|are to) be (?:skipped|left out|ignored)(?: instead of failing the step)?$/i,
    () => ({ path: ["skipBadRows"], value: true }),
  ],
  [
    /^(?:skip|ignore|leave out) (?:the )?(?:bad|broken|invalid) (?:rows|lines)(?: (?:in|of|when parsing) (?<what>.+))?$/i,
    () => ({ path: ["skipBadRows"], value: true }),
  ],
];

function delimiter({ mark = "" }: Partial<Record<string, string>>, saying: Saying): Field | null {
  const value = /^pipes?$/i.test(mark) ? "|" : valueSaid(mark, "string", saying);
  return typeof value === "string" && value.length <= 2 ? { path: ["delimiter"], value } : null;
}

// "Poland's file has semicolons between the columns": said of the step that parses it.
function readTable(words: string, saying: Saying): Reading {
  const { plan } = saying.world;
  const parsing = plan.steps.filter((step) => step.tool === "parse_csv");
  const tool = toolNamed("parse_csv", saying.tools);
  if (parsing.length === 0 || tool === null) return null;
  for (const [pattern, fieldOf] of TABLE) {
    const found = pattern.exec(words)?.groups;
    const field = found && fieldOf(found, saying);
    if (!found || !field) continue;
    const steps = tablesSaid(found["what"] ?? found["in"], parsing, saying);
    if (steps === null) return null;
    if (steps.length === 0) return ask(`Which step do you mean: ${namesOf(parsing, "or", 6)}?`);
    return together(steps.map((step) => setOf(step, tool, field, saying)));
  }
  return null;
}

const ANY_TABLE = /^(?:it|the (?:csv|table|file|rows|data)|the csv (?:file|data)|this|that|they)$/i;
const COUNTED =
  /^(?:all |any |both )?(?:of )?the (?<count>two|three|four|five|six|seven|eight|\d+) (?<what>.+?)s?$/i;
const COUNTS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"];

// Null where the words speak of no table; none where it is open which one they mean.
function tablesSaid(
  what: string | undefined,
  parsing: readonly ListedStep[],
  { world }: Saying,
): readonly ListedStep[] | null {
  if (what === undefined || ANY_TABLE.test(what)) return parsing.length === 1 ? parsing : [];
  const count = COUNTED.exec(what)?.groups?.["count"]?.toLowerCase();
  if (count !== undefined)
    return COUNTS.indexOf(count) === parsing.length || Number(count) === parsing.length ? parsing : [];
  const bare = what.replace(/'s (?:csv|file|table|rows|data|numbers)$|\b(?:csv|file|table)\b/gi, "").trim();
  const named = resolve(bare, world);
  const candidates =
    named.type === "steps" ? named.steps : named.type === "ambiguous" ? named.candidates : [];
  const meant = parsing.filter(
    (step) => candidates.includes(step) || candidates.some((other) => step.dependsOn.includes(other.number)),
  );
  if (candidates.length === 0) return null;
  return meant.length === 1 ? meant : [];
}

function setOf(step: ListedStep, tool: ToolFact, field: Field, saying: Saying): Reading {
  const input = withFields(step.input, [field]);
  return changedStep(step, { tool, input, said: changesTold(step, [field]) }, saying);
}

function together(readings: readonly Reading[]): Reading {
  const other = readings.find((reading) => reading?.type !== "edits");
  if (other !== undefined) return other;
  const all = readings.flatMap((reading) => (reading?.type === "edits" ? [reading] : []));
  return edits(
    all.flatMap((one) => one.edits),
    all.flatMap((one) => one.about),
    all.map((one) => one.said).join(". "),
  );
}

const APPEND =
  /^append (?:it |them |the \w+ )?to (?<what>.+?)(?: file)? (?:instead of|rather than) (?:replacing|overwriting|writing over) (?:it|them|that)$/i;

function readAppend(words: string, saying: Saying): Reading {
  const what = APPEND.exec(words)?.groups?.["what"];
  const tool = toolNamed("write_file", saying.tools);
  if (what === undefined || tool === null) return null;
  const writing = saying.world.plan.steps.filter((step) => step.tool === "write_file");
  const named = resolve(what, saying.world);
  const candidates =
    named.type === "steps" ? named.steps : named.type === "ambiguous" ? named.candidates : [];
  const meant = writing.filter((step) => candidates.includes(step));
  const [only, other] = meant.length > 0 ? meant : writing;
  if (other) return ask(`Which step do you mean: ${namesOf(writing, "or", 6)}?`);
  return only ? setOf(only, tool, { path: ["append"], value: true }, saying) : null;
}

const FROM =
  /^(?<what>.+?) (?:comes?|(?:is|are)(?: read| fetched| taken)?|should come|should be read) (?:now )?(?:from|in) (?<from>⟪[fu]\d+⟫)(?: now)?$/i;

// "The numbers of Norway come from norway-final.csv now": said of the step that reads them.
function readSource(words: string, saying: Saying): Reading {
  const { what, from = "" } = FROM.exec(words)?.groups ?? {};
  const step = what === undefined ? null : (thingSaid(what, saying) ?? stepSaid(what, saying));
  const mark = markIn(from, saying.marks);
  if (
    !step ||
    !mark ||
    !["read_file", "http_request", "read_feed", "read_web_page"].includes(step.tool ?? "")
  )
    return null;
  const tool = toolNamed(step.tool ?? "", saying.tools);
  const name = mark.kind === "url" ? "url" : "path";
  if (!tool?.parameters.some((parameter) => parameter.name === name)) return null;
  return doing(step, callOf(tool, [{ path: [name], value: mark.text }]), saying);
}

const PART =
  /^(?<what>.+?) (?:should|shall|must|has to|needs to) (?:go to|be sent to|use|have|hold|contain|take|get) the (?<field>\w+) (?<value>.+)$/is;

// "The export should hold the tables a, b and c": the one step whose input has such a field further in.
function readPart(words: string, saying: Saying): Reading {
  const { what = "", field = "", value } = PART.exec(words)?.groups ?? {};
  if (value === undefined) return null;
  const named = stepSaid(what, saying);
  const able = saying.world.plan.steps.flatMap((step) => {
    const tool = step.tool ? toolNamed(step.tool, saying.tools) : null;
    const place = tool && placeOf(field, { step, tool }, saying);
    const said: Json | undefined = place ? valueSaid(value, place.type, saying) : undefined;
    return tool && place && place.path.length > 1 && said !== undefined
      ? [{ step, tool, said: { path: place.path, value: said } }]
      : [];
  });
  const meant = able.filter(({ step }) => named === null || step === named);
  const [only, other] = meant.length > 0 ? meant : able;
  return only && !other ? setOf(only.step, only.tool, only.said, saying) : null;
}
