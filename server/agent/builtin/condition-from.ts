import { conditionReferences, parseCondition } from "#server/core/conditions.ts";
import type { ListedStep } from "./listed-plan.ts";
import { matchTitles } from "./match-title.ts";
import { resolve } from "./resolve.ts";
import { claimsBeside, limitsIn, withLimitsAhead } from "./limits-in-claim.ts";
import { NAMED, saidOfIt, sourceInClaim } from "./source-in-claim.ts";
import { cardinal } from "./numerals.ts";
import { upstreamOf, type World } from "./reference.ts";
import { wordsIn } from "./words.ts";

/**
 * A claim in words as a condition over the output of a step that comes before; null when none does. A
 * claim that is written as a condition is taken as it is.
 */
export function conditionFrom(
  words: string,
  step: ListedStep,
  world: World,
  negated: boolean,
): string | null {
  const claim = withLimitsAhead(words);
  const written = parseCondition(claim);
  if (written.ok && conditionReferences(written.value).length > 0) return negated ? `!(${claim})` : claim;
  const before = upstreamOf([step], world.plan).filter((other) => other.id !== null);
  const direct = before.filter((other) => step.dependsOn.includes(other.number));
  const beside = claimsBeside(claim.trim());
  const isOfOutcomes = beside?.claims.every((part) => outcomeOf(part, world) !== null) ?? false;
  const outcome = isOfOutcomes ? null : outcomeOf(claim, world);
  if (outcome !== null) return negated ? opposite(outcome) : outcome;
  const limits = isOfOutcomes ? beside : limitsIn(claim);
  if (limits === "unclear") return null;
  if (limits !== null) {
    const parts = limits.claims.map((part) => conditionFrom(part, step, world, negated));
    return parts.includes(null) ? null : parts.join(limits.isAll === negated ? " || " : " && ");
  }
  const named = sourceInClaim(claim, world.plan);
  if (named === "missing" || named === step) return null;
  const told =
    named ??
    matchTitles(claim, before)[0]?.step ??
    likeliest(claim, before) ??
    direct.at(-1) ??
    before.at(-1);
  if (!told?.id) return null;
  const condition = knownField(
    claimOn(saidOfIt(claim, told), told.id, (word) => matchTitles(word, [told]).length > 0),
    told,
  );
  return negated && condition !== null ? opposite(condition) : condition;
}

// "The stock is under 20 kg": one noun is enough where it fits one step more than the others.
function likeliest(claim: string, before: readonly ListedStep[]): ListedStep | undefined {
  const [first, second] = matchTitles(claim, before, 0.1);
  return first && (!second || second.score < first.score - 0.05) ? first.step : undefined;
}

const OUTCOME =
  /^(.+?) (?:has |have |had |is |was |did |does )?(?:(?:been )?(?:completed?|completes|finished|finishes|succeeds?|succeeded|passed|passes|worked|works|went (?:well|through|fine))(?: successfully| well| without (?:an? )?(?:error|failure|problem)s?)?|(successful))$/i;
const FAILURE =
  /^(.+?) (?:has |have |had |is |was )?(?:failed|fails|fail|broke|breaks|crashed|crashes|went wrong|goes wrong)$/i;
const NOT_SO = /^(.+?) (?:did|does|has|have|had|was|is) (?:not|never) (.+)$/i;

/** "Step 9 completed": the outcome of the step that the claim names, whatever its title; null for other claims. */
export function outcomeOf(claim: string, world: World): string | null {
  const bare = claim.trim().replace(/[.!,;]+$/, "");
  const denied = NOT_SO.exec(bare);
  const text = denied ? `${denied[1]} ${denied[2]}` : bare;
  const failed = FAILURE.exec(text);
  const span = (failed ?? OUTCOME.exec(text))?.[1];
  if (span === undefined) return null;
  const named = resolve(span, { ...world, focus: [] });
  const step = named.type === "steps" && named.steps.length === 1 ? named.steps[0] : undefined;
  if (!step?.id) return null;
  const isFailure = (failed !== null) !== (denied !== null);
  return `$${step.id}.status == '${isFailure ? "failed" : "completed"}'`;
}

const GIVES: Record<string, string[]> = {
  read_file: ["content", "path", "bytes"],
  write_file: ["path", "bytes"],
  parse_csv: ["rows", "rowCount", "columns"],
  list_files: ["files"],
  http_request: ["status", "body", "headers"],
  render_template: ["text"],
};
const ROWS = /^(?:rows?|records?|lines?|entries|items|results?|anything|rowsAll|value|empty|gaveRows?)$/i;

// A tool gives the fields that it gives, and no others; a table is counted by `rowCount`.
function knownField(condition: string, { tool }: ListedStep): string | null {
  const gives = GIVES[tool ?? ""];
  const found = /\.output\.(\w+) (==|!=|>=?|<=?) (.+)$/.exec(condition);
  if (!gives || !found) return condition;
  const [, name = "", op = "", right = ""] = found;
  if (
    tool === "parse_csv" &&
    ROWS.test(name) &&
    (/^\d+$/.test(right) || right === "true" || right === "false")
  ) {
    const isEmpty = /^empty$/i.test(name) ? right === "true" : right === "false";
    const test = /^\d+$/.test(right) ? `${op} ${right}` : isEmpty ? "== 0" : "> 0";
    return condition.replace(found[0], `.output.rowCount ${test}`);
  }
  if (tool === "read_file" && /empty$/i.test(name) && /^(?:true|false)$/.test(right))
    return condition.replace(found[0], `.output.bytes ${right === "true" ? "== 0" : "> 0"}`);
  return gives.includes(name) && !(name === "rows" || name === "columns" || name === "files")
    ? condition
    : null;
}

/** What an output of the tool has that a condition can be about. */
export function fieldsOf(tool: string | null): string[] {
  return GIVES[tool ?? ""] ?? [];
}

const COMPARISONS: [RegExp, string][] = [
  [
    /^(.*?)\s*(?:is|are|was|were|shows?|reads?|has|have|exceeds?)?\s*(?:>=|at least|no less than|(?:greater|more) than or equal to)\s+(.+)$/i,
    ">=",
  ],
  [
    /^(.*?)\s*(?:is|are|was|were|shows?|reads?|has|have)?\s*(?:<=|at most|no more than|up to|(?:less|fewer) than or equal to)\s+(.+)$/i,
    "<=",
  ],
  [
    /^(.*?)\s*(?:is|are|was|were|shows?|reads?|has|have|there is|there are)?\s*(?:>|more than|greater than|higher than|larger than|bigger than|above|over|exceeds|exceeding|hotter than|longer than)\s+(.+)$/i,
    ">",
  ],
  [
    /^(.*?)\s*(?:is|are|was|were|shows?|reads?|has|have|there is|there are)?\s*(?:<|less than|fewer than|lower than|smaller than|below|under|colder than|shorter than)\s+(.+)$/i,
    "<",
  ],
];
const PASSED =
  /\b(?:pass(?:ed|es)?|succeed(?:ed|s)?|success(?:ful(?:ly)?)?|worked|works|went (?:well|through|fine)|completed|goes through|is green|are green)\b/i;
const FAILED = /\b(?:fail(?:ed|s)?|broke|breaks|went wrong|goes wrong|errors?|crashed|crashes)\b/i;

/** The claim as an expression over `$id`; `ofStep` tells words of that step's own title. */
export function claimOn(claim: string, id: string, ofStep: (word: string) => boolean): string {
  const text = claim
    .trim()
    .replace(/\bno one\b/gi, "nobody")
    .replace(/\bno longer\b/gi, "not")
    .replace(NAMED, "it has")
    .replace(
      /^(?:the )?(\w+) of (?:the output of )?(?:step )?#?\d+(?= (?:is|are|was|were|equals|[=<>!]))/i,
      "$1",
    )
    .replace(/^(?:the )?(?:step )?#?\d+(?:['’]s)? (?=\w+ (?:is|are|was|were|equals|[=<>!]))/i, "")
    .replace(/[.,;!]+$/, "");
  const negative = /\b(?:not|no|never|none|without|nothing|nobody|neither)\b|n['’]t\b/i.test(text);
  const about = wordsIn(text).some(ofStep) || /^(?:it|that|this)\b/i.test(text);
  const counted = COUNTED.test(text) ? compared(text, id) : null;
  if (counted !== null) return counted;
  if (FAILED.test(text) && about)
    return negative ? `$${id}.status == 'completed'` : `$${id}.status == 'failed'`;
  if (PASSED.test(text) && about)
    return negative ? `$${id}.status == 'failed'` : `$${id}.status == 'completed'`;
  const comparing = compared(text, id);
  if (comparing !== null) return comparing;
  const there =
    /^(?:there (?:is|are)|it (?:has|found|finds)|we (?:have|get|found)|any)\s+(?:(not any|no|any|some|new)\s+)*(.+)$/i.exec(
      text,
    );
  if (there) return `$${id}.output.${field(there[2] ?? "")} ${negative ? "==" : ">"} 0`;
  const equals =
    /^(.*?)\s+(?:is|are|equals|=|==)\s+(?:already |still )?(?:(not)\s+(?:already |still |yet )?)?([A-Z][\w-]*|"[^"]+"|'[^']+'|\d+(?:\.\d+)?)$/.exec(
      text,
    );
  if (equals)
    return `$${id}.output.${field(equals[1] ?? "")} ${equals[2] ? "!=" : "=="} ${literal(equals[3] ?? "")}`;
  return `$${id}.output.${field(text)} == ${negative ? "false" : "true"}`;
}

// "More than 10 errors" counts them, whatever else the words could mean.
const COUNTED =
  /(?:[<>]=?|\b(?:at least|at most|up to|(?:no )?(?:more|less|fewer|greater|higher|lower) than|over|under|above|below|exceeds))\s+(?:-?\d|(?:one|two|three|four|five|six|seven|eight|nine|ten)\b)/i;

function compared(text: string, id: string): string | null {
  for (const [pattern, op] of COMPARISONS) {
    const found = pattern.exec(text);
    if (found) return comparison(id, found[1] ?? "", op, found[2] ?? "");
  }
  return null;
}

function comparison(id: string, left: string, op: string, right: string): string {
  const found = /^(?:the |an? )?(-?\d+(?:[.,]\d+)*|\w+)\s*(%|\p{L}*)/u.exec(right.trim());
  const number = found ? (cardinal(found[1] ?? "") ?? amount(found[1] ?? "")) : null;
  const name = field(left.replace(/^(?:it|that|there)(?:['’]s)?\b/i, "")) || "";
  if (number === null)
    return `$${id}.output.${name || "value"} ${op} $${id}.output.${field(right) || "value"}`;
  const unit = field(found?.[2] ?? "");
  return `$${id}.output.${name && name !== "value" ? name : unit || "value"} ${op} ${number}`;
}

function amount(text: string): number | null {
  if (!/^-?\d/.test(text)) return null;
  const value = Number(text.replace(/,(?=\d{3}\b)/g, "").replace(",", "."));
  return Number.isFinite(value) ? value : null;
}

function literal(text: string): string {
  const inner = text.replace(/^["']|["']$/g, "");
  return /^\d+(?:\.\d+)?$/.test(inner) ? inner : `'${inner.replaceAll("'", "")}'`;
}

const FILLER = new Set(
  `the a an is are was were be been it its that this there of in on for to has have had already still yet not no any
  some isn't aren't doesn't wasn't it's that's do does did really than then nothing none nobody never neither nor something anything
  someone anyone somebody anybody without`.split(/\s+/),
);

/** The words of a claim as the name of a field: "the text is English" is `textEnglish`. */
function field(text: string): string {
  const words = wordsIn(text)
    .filter((word) => !FILLER.has(word) && /^[a-z0-9]+$/.test(word))
    .slice(0, 4);
  const joined = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
  return /^[a-z]/.test(joined) ? joined : joined === "" ? "value" : `n${joined}`;
}

function opposite(condition: string): string {
  const pairs: [string, string][] = [
    [" == true", " == false"],
    [" == false", " == true"],
    [" >= ", " < "],
    [" <= ", " > "],
    [" == ", " != "],
    [" != ", " == "],
    [" > ", " <= "],
    [" < ", " >= "],
  ];
  const pair = pairs.find(([sign]) => condition.includes(sign));
  return pair ? condition.replace(pair[0], pair[1]) : `!(${condition})`;
}
