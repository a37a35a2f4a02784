import { z } from "zod";
import type { Json, JsonSchema } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { schemaProblems } from "#server/tools/schema-problems.ts";
import { renderPrompt } from "./prompts.ts";
import { type Attempt, type Fault, fault } from "./step-runner-attempt.ts";
import { quotedGroups } from "./step-runner-data.ts";
import { askForJson, modelOf } from "./step-runner-model.ts";

const verdictSchema = z.strictObject({
  reason: z.string().describe("What in the output decides it, in one or two sentences"),
  meets: z.boolean(),
  whatToChange: z.string().describe("What the next try has to do differently; empty when it meets"),
});
const VERDICT_FORM = z.toJSONSchema(verdictSchema, { target: "draft-7" }) as JsonSchema;

/** `isVerdict` tells a refused output from a judgement that could not be made. */
export type Judgement = Result<null, Fault & { isVerdict: boolean }>;

/**
 * Whether the output is what the step asks for. The step's schema decides when there is one; else the
 * model does, in a call of its own, when one is set and the step says what it expects.
 */
export async function judgeOutput(attempt: Attempt, input: Json | null, output: Json): Promise<Judgement> {
  const { step } = attempt.request;
  if (step.outputSchema !== undefined) {
    const problems = schemaProblems(step.outputSchema, output);
    if (problems.length === 0) return ok(null);
    const list = problems.join("; ");
    return err({
      ...fault(
        `The output of ${attempt.name} does not fit its schema: ${list}.`,
        "now",
        `Correct this: ${list}.`,
      ),
      isVerdict: true,
    });
  }
  if (step.expectedOutput.trim() === "" || !hasModel(attempt)) return ok(null);
  return askForVerdict(attempt, input, output);
}

async function askForVerdict(attempt: Attempt, input: Json | null, output: Json): Promise<Judgement> {
  const { step } = attempt.request;
  const model = modelOf(attempt, "to judge its output");
  if (!model.ok) return err({ ...model.error, isVerdict: false });

  const data = quotedGroups(attempt, "judge", {
    input: input === null ? [] : [{ label: "Input", value: input }],
    output: [{ label: "Output", value: output }],
  });
  const prompt = renderPrompt("judge", {
    title: step.title,
    instructions: step.instructions,
    expectedOutput: step.expectedOutput,
    tool: step.tool ?? "",
    ...data,
  });
  const answer = await askForJson(attempt, model.value, prompt, { schema: VERDICT_FORM, purpose: "judge" });
  if (!answer.ok) return err({ ...answer.error, isVerdict: false });
  const verdict = verdictSchema.safeParse(answer.value);
  if (!verdict.success) {
    return err({
      ...fault(
        "The judge of the output gave no usable verdict.",
        "temporary",
        "Nothing; it has to be asked again.",
      ),
      isVerdict: false,
    });
  }
  const { meets, reason, whatToChange } = verdict.data;
  if (meets) return ok(null);
  const message = `The output of ${attempt.name} is not what it asks for: ${reason}`;
  return err({ ...fault(message, "now", whatToChange || reason), isVerdict: true });
}

function hasModel(attempt: Attempt): boolean {
  try {
    return attempt.ctx.models.step(attempt.request.model) !== null;
  } catch {
    return false;
  }
}
