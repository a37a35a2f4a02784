import { type LanguageModel, NoObjectGeneratedError, Output, generateText, jsonSchema } from "ai";
import type { Json, JsonSchema } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import type { ModelCall, ModelPurpose } from "#server/core/turn-usage.ts";
import { parseJsonText } from "#server/tools/json-text.ts";
import { storableText } from "#server/core/storable-text.ts";
import { storableJson } from "#server/tools/storable-json.ts";
import { modelTracing } from "./model-tracing.ts";
import { type Allowed, allowedCall, cutOff, wasRefused } from "./step-runner-allowance.ts";
import { modelFault } from "./step-runner-fault.ts";
import { type Attempt, type Fault, fault } from "./step-runner-attempt.ts";
import type { RenderedPrompt } from "./prompts.ts";
import { recordModelCalls } from "./turn-model-calls.ts";

type Asked = { schema: JsonSchema | null; purpose: ModelPurpose };
type Answer = { text: string; finishReason: string };

/** The model for this try, or why there is none. */
export function modelOf(attempt: Attempt, need: string): Result<LanguageModel, Fault> {
  try {
    const model = attempt.ctx.models.step(attempt.request.model);
    if (model) return ok(model);
    const works = "Set MODEL, for example MODEL=openai:<model id>.";
    const message = `${attempt.name} needs a language model ${need}, and none is set. ${works}`;
    return err(fault(message, "not_retryable", "Set MODEL."));
  } catch (error) {
    return err(modelFault(attempt.ctx.config, error, attempt.signal));
  }
}

/** What the model writes. It has no tools in this call. */
export async function askForText(
  attempt: Attempt,
  model: LanguageModel,
  prompt: RenderedPrompt,
): Promise<Result<string, Fault>> {
  const answer = await ask(attempt, model, prompt, { schema: null, purpose: "step" });
  if (!answer.ok) return answer;
  if (answer.value.trim() !== "") return ok(storableText(answer.value));
  return err(fault("The model gave an empty answer.", "now", "Answer with the expected output."));
}

/** What the model fills into the form. It is JSON; whether it fits the schema is for the caller to check. */
export async function askForJson(
  attempt: Attempt,
  model: LanguageModel,
  prompt: RenderedPrompt,
  { schema, purpose }: { schema: JsonSchema; purpose: ModelPurpose },
): Promise<Result<Json, Fault>> {
  // Providers take an object at the root alone.
  const isWrapped = schema["type"] !== "object";
  const asked = { schema: isWrapped ? wrapped(schema) : schema, purpose };
  const answer = await ask(attempt, model, prompt, asked);
  if (!answer.ok) return answer;

  const value = parseJson(answer.value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (value === undefined || (isWrapped && !(isObject && Object.hasOwn(value, "result")))) {
    const said = answer.value.slice(0, 200);
    return err(
      fault(
        `The model answered with something that is not the JSON asked for: ${said}`,
        "now",
        "Answer with the JSON alone.",
      ),
    );
  }
  return ok(storableJson(isWrapped && isObject ? (value["result"] ?? null) : value));
}

/** JSON that a text consists of, with or without a fence around it; undefined when it is none. */
export function parseJson(text: string): Json | undefined {
  const inner = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text;
  try {
    return parseJsonText(inner);
  } catch {
    return undefined;
  }
}

async function ask(
  attempt: Attempt,
  model: LanguageModel,
  prompt: RenderedPrompt,
  asked: Asked,
): Promise<Result<string, Fault>> {
  const { config } = attempt.ctx;
  const texts = [prompt.instructions, prompt.message, JSON.stringify(asked.schema)];
  const allowed = await allowedCall(attempt, model, texts);
  if (!allowed.ok) return allowed;

  const calls: ModelCall[] = [];
  let answer: Answer;
  let isRefused = false;
  try {
    answer = await generate(attempt, model, prompt, { ...asked, calls, allowed: allowed.value });
  } catch (error) {
    isRefused = wasRefused(error);
    if (!NoObjectGeneratedError.isInstance(error)) return err(modelFault(config, error, attempt.signal));
    answer = { text: error.text ?? "", finishReason: error.finishReason ?? "other" };
  } finally {
    const most = isRefused ? null : (allowed.value?.allowed ?? null);
    for (const call of calls) attempt.meter.countModelCall(call, most);
  }
  const cut = answer.finishReason === "length" ? cutOff(attempt, allowed.value, calls.at(-1)) : null;
  return cut === null ? judged(answer) : err(cut);
}

async function generate(
  attempt: Attempt,
  model: LanguageModel,
  prompt: RenderedPrompt,
  { schema, purpose, calls, allowed }: Asked & { calls: ModelCall[]; allowed: Allowed | null },
): Promise<Answer> {
  const { config, metrics } = attempt.ctx;
  const result = await generateText({
    model,
    instructions: prompt.instructions,
    prompt: prompt.message,
    // The engine repeats a try after a stored wait; nothing here sleeps on it.
    maxRetries: 0,
    ...(allowed !== null && { maxOutputTokens: allowed.maxOutputTokens }),
    abortSignal: attempt.signal,
    timeout: { totalMs: config.modelTimeoutMs },
    telemetry: modelTracing(config, purpose),
    ...recordModelCalls(calls, (seconds) => metrics.modelAnswered(purpose, seconds)),
    ...(schema !== null && {
      output: Output.object({ schema: jsonSchema(schema), name: "answer" }),
      // Strict mode refuses schemas with optional fields, which tools have.
      providerOptions: { openai: { strictJsonSchema: false } },
    }),
  }).finally(() => {
    for (const call of calls) metrics.modelCalled(purpose, call);
  });
  return { text: result.text, finishReason: result.finishReason };
}

function judged({ text, finishReason }: Answer): Result<string, Fault> {
  switch (finishReason) {
    case "length":
      return err(fault("The model's answer was cut off at its length limit.", "now", "Answer more briefly."));
    case "content-filter":
      return err(
        fault(
          `The model refused to answer: ${text.slice(0, 500) || "its content filter stopped it"}`,
          "now",
          "Stay with what the step asks for.",
        ),
      );
    case "interrupted":
    case "error":
      return err(
        fault(
          "The model's answer broke off before its end.",
          "temporary",
          "Nothing; the answer has to be asked for again.",
        ),
      );
    default:
      return ok(text);
  }
}

function wrapped(schema: JsonSchema): JsonSchema {
  const { $schema: _draft, $defs, definitions, ...inner } = schema;
  return {
    type: "object",
    properties: { result: inner },
    required: ["result"],
    additionalProperties: false,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
}
