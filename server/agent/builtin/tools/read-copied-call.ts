import { type ListedStep, nameOf } from "#server/agent/builtin/listed-plan.ts";
import { addOne } from "#server/agent/builtin/read-add.ts";
import { dependentsOf } from "#server/agent/builtin/reference.ts";
import type { Reading } from "#server/agent/builtin/understanding.ts";
import { fieldsTold } from "./changed-step.ts";
import { markIn } from "./marked-text.ts";
import { before } from "./read-input-order.ts";
import { argumentsSaid, type Field, withFields } from "./said-arguments.ts";
import { type Saying, stepSaid } from "./said-value.ts";
import { toolNamed } from "./tool-facts.ts";

const CALL = "(?:request|call|query|command|e-?mail|mail|post|message|step|thing)";
const WAYS = [
  `(?:split|break|divide) (?<step>.+?) (?:up )?(?:in|into) (?:two|2)(?: steps| parts)?(?:,? (?:one after (?:the other|another)|in sequence|in a row))?\\s*[:,–-]\\s*(?:first )?(?:the |its )?${CALL} as it is,? (?:and )?then the same ${CALL} (?<how>.+)`,
  `(?:after|behind) (?<step>.+?),? (?:add|do|make|send|repeat|run) the same ${CALL} (?:again )?(?<how>(?:to|with|for) .+)`,
].map((pattern) => new RegExp(`^${pattern}$`, "is"));

/** A step whose call is made twice, the second time otherwise: the first stays as it is. */
export function readCopiedCall(words: string, saying: Saying): Reading {
  for (const pattern of WAYS) {
    const { step: named, how = "" } = pattern.exec(words)?.groups ?? {};
    const step = named === undefined ? null : stepSaid(named, saying);
    const tool = step?.tool ? toolNamed(step.tool, saying.tools) : null;
    if (!step || !tool) continue;
    const url = /^to (?<url>⟪u\d+⟫)$/i.exec(how)?.groups?.["url"];
    const address = url === undefined ? undefined : markIn(url, saying.marks)?.text;
    const fields: Field[] | null =
      address === undefined
        ? argumentsSaid(how, tool, before(step, saying))
        : [{ path: ["url"], value: address }];
    if (fields && fields.length > 0) return copied(step, fields, saying);
  }
  return null;
}

function copied(step: ListedStep, fields: readonly Field[], { world }: Saying): Reading {
  const told = fieldsTold(fields);
  const use = { tool: step.tool ?? "", input: withFields(step.input, fields), gives: "unknown" as const };
  const title = `${step.title}: ${told.replaceAll('"', "")}`.slice(0, 120);
  const required = dependentsOf(step, world.plan);
  const reading = addOne(title, [step], required, [step], world, { use, title: null });
  if (reading?.type !== "edits") return reading;
  return {
    ...reading,
    said: `Added "${title}" after ${nameOf(step)}, which stays as it is: the same call with ${told}`,
  };
}
