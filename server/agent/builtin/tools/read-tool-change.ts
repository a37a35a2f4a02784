import { capitalised, type ListedStep, nameOf } from "#server/agent/builtin/listed-plan.ts";
import type { Reading } from "#server/agent/builtin/understanding.ts";
import { askForMissing } from "./asked-parameters.ts";
import { changedStep, inputOf } from "./changed-step.ts";
import { before } from "./read-input-order.ts";
import { argumentsSaid, type Field, type Input, withFields } from "./said-arguments.ts";
import { type Call, callSaid, missingIn, toolSaid } from "./said-call.ts";
import { type Saying, stepSaid } from "./said-value.ts";
import type { ToolFact } from "./tool-facts.ts";

const TOOL = "(?:the )?(?:tool )?(?<tool>[\\w.-]+|⟪[qc]\\d+⟫)(?: tool)?";
const WAYS = [
  `(?:use|call|run|take) ${TOOL}(?<with>(?: with|:| and) .+?)?,? (?:in|for|at|as the tool of) (?<step>(?:the )?(?:steps?|⟪|last|first|\\w+ step).*?)`,
  `(?:use|call|run|take) ${TOOL} (?:in|for|at|as the tool of) (?<step>.+?)(?<with>,? with .+)?`,
  `(?:in|for|at) (?<step>.+?)[,:]? (?:use|call|run|take) ${TOOL}(?<with>(?:,? with|:| instead.*?:) .+)?`,
  `(?:let|make|have) (?<step>.+?) (?:use|call|run)s? ${TOOL}(?: instead(?: of [^:⟪]+?)?)?(?<with>(?:,? with|:) .+)?`,
  `(?<step>.+?) (?:should|shall|must|has to) (?:use|call|run) ${TOOL}(?: instead(?: of [^:⟪]+?)?)?(?<with>(?:,? with|:) .+)?`,
  `(?:change|set|switch) the tool (?:of|in|for) (?<step>.+?) to ${TOOL}(?<with>(?:,? with|:) .+)?`,
].map((pattern) => new RegExp(`^${pattern}$`, "is"));

/** "Use http_request with method GET in step 3": the tool that a step calls. */
export function readToolChange(words: string, saying: Saying): Reading {
  for (const pattern of WAYS) {
    const { tool: name = "", step: named = "", with: told = "" } = pattern.exec(words)?.groups ?? {};
    const tool = name === "" ? null : toolSaid(name, saying);
    const step = tool && stepSaid(named, saying);
    if (!tool || !step || !isChangeable(step)) continue;
    const fields = argumentsSaid(told.replace(/^[^:]*instead[^:]*(?=:)/, ""), tool, before(step, saying));
    if (fields) return withTool(step, tool, fields, saying);
  }
  return readDoes(words, saying);
}

function isChangeable(step: ListedStep): boolean {
  return step.kind === "reasoning" || step.kind === "tool";
}

function withTool(step: ListedStep, tool: ToolFact, fields: readonly Field[], saying: Saying): Reading {
  const input = withFields(keptFields(step, tool), fields);
  const missing = missingIn(input, tool);
  if (missing.length > 0 && tool.offBecause === undefined)
    return askForMissing({ tool, input, missing }, `${capitalised(nameOf(step))} then`);
  const given = Object.keys(input).length > 0 ? ` with ${JSON.stringify(input)}` : "";
  return changedStep(
    step,
    { tool, input, said: `${capitalised(nameOf(step))} calls ${tool.name}${given}` },
    saying,
  );
}

// What the tool before was given under the same name goes on.
function keptFields(step: ListedStep, tool: ToolFact): Input {
  const own = Object.entries(inputOf(step));
  if (step.tool === tool.name) return inputOf(step);
  return Object.fromEntries(
    own.filter(([name]) => tool.parameters.some((parameter) => parameter.name === name)),
  );
}

const DOES = [
  /^(?<step>(?:the )?(?:step #?\d+|last step|first step|⟪q\d+⟫|\w+ step)) (?:should|shall|must|has to|needs to)(?: now| rather| instead)? (?:not [^:⟪]+: |(?:no longer|not) [^,⟪]+,? but )?(?<deed>.+)$/is,
  /^(?:let|make|have) (?<step>(?:the )?(?:step #?\d+|last step|first step|⟪q\d+⟫)) (?<deed>.+)$/is,
  /^(?:in|for|at) (?<step>(?:the )?step #?\d+)[,:] (?<deed>.+)$/is,
];

// "Step 4 should write the result of step 3 to report.md": a deed that a tool plainly does.
function readDoes(words: string, saying: Saying): Reading {
  for (const pattern of DOES) {
    const { step: named, deed } = pattern.exec(words)?.groups ?? {};
    const step = named === undefined ? null : stepSaid(named, saying);
    const call = step && isChangeable(step) ? callSaid(deed ?? "", before(step, saying)) : null;
    if (step && call) return doing(step, call, saying);
  }
  return null;
}

/** A step that there is does what the words say; with its own tool it keeps what they leave open. */
export function doing(step: ListedStep, call: Call, saying: Saying): Reading {
  const kept = step.tool === call.tool.name ? inputOf(step) : {};
  const input = { ...kept, ...call.input };
  const missing = missingIn(input, call.tool, call.missing);
  if (missing.length > 0 && call.tool.offBecause === undefined)
    return askForMissing({ ...call, missing }, `${capitalised(nameOf(step))} then`);
  const said = `${capitalised(nameOf(step))} calls ${call.tool.name} with ${JSON.stringify(input)}`;
  return changedStep(step, { tool: call.tool, input, said }, saying);
}
