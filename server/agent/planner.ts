import { isStepCount, type StepResult, streamText, type ToolSet, toUIMessageChunk } from "ai";
import { withoutControlCharacters } from "#server/core/control-characters.ts";
import type { ModelCall } from "#server/core/turn-usage.ts";
import type { MessageRow } from "#server/services/append-message.ts";
import type { ChatMessage } from "./chat-message.ts";
import { checkedModel } from "./checked-model.ts";
import { modelTracing } from "./model-tracing.ts";
import type { PlanContextRequest } from "./plan-context.ts";
import { plannerHistory, textOf } from "./planner-history.ts";
import { plannerMessage } from "./planner-message.ts";
import { offeredTools, plannerTools } from "./planner-tools.ts";
import type { Turn } from "./turn.ts";
import { isRefusal } from "./turn-change.ts";
import { recordModelCalls } from "./turn-model-calls.ts";

const MAX_MODEL_CALLS = 8;
const MAX_TRIES = 3;
export const MAX_REPLY = 100_000;
const READING_TOOLS = ["find_tools", "read_plan", "read_history", "read_run", "propose_correction"];

/** How the planner's loop ended. `text` is all that it said. */
export type PlannerEnd = {
  text: string;
  /** AI SDK's word, or `refusal` when the model itself declined to answer. */
  finishReason: string;
  /** Calls that were malformed, unknown or broke, but for those that only read: none of them changed anything. */
  failedCalls: number;
  isStopped: boolean;
  /** Whether it said more than a reply may hold: the rest is neither shown nor kept. */
  isCut: boolean;
  /** What ended the loop before its end; null when nothing did. */
  failure: unknown;
};

/** Answers one message: the model talks and calls tools until it is done. Never throws. */
export async function runPlanner(
  turn: Turn,
  input: {
    instructions: string;
    conversation: readonly MessageRow[];
    message: MessageRow;
    context: Omit<PlanContextRequest, "state" | "words">;
    /** Gets the calls of the model as they are made. */
    calls: ModelCall[];
    signal: AbortSignal;
  },
): Promise<PlannerEnd> {
  const { config, models, metrics } = turn.ctx;
  const { signal } = input;
  const end: PlannerEnd = {
    text: "",
    finishReason: "other",
    failedCalls: 0,
    isStopped: false,
    isCut: false,
    failure: null,
  };
  try {
    const tools = plannerTools(turn);
    const words = textOf(input.message.parts);
    let unanswered: unknown = null;
    const result = streamText({
      model: checkedModel(models.planner(turn.state.agent.model), {
        tools,
        newCallId: () => turn.ctx.newId("call"),
        onCalls: (names) => {
          turn.happened.called = names;
        },
        onTry: (failure) => {
          unanswered = failure;
        },
      }),
      instructions: input.instructions,
      messages: [
        ...plannerHistory(input.conversation),
        plannerMessage({ ...input.context, state: turn.state, words }),
      ],
      tools,
      stopWhen: [isStepCount(MAX_MODEL_CALLS), ({ steps }) => steps.filter(isFailedTry).length >= MAX_TRIES],
      prepareStep: () => ({ activeTools: offeredTools(turn, tools) }),
      toolCallConcurrency: 1,
      maxRetries: 2,
      timeout: { stepMs: config.modelTimeoutMs, totalMs: 3 * config.modelTimeoutMs },
      abortSignal: signal,
      onError: () => {},
      telemetry: { ...modelTracing(config, "planner"), includeRuntimeContext: { agentId: true } },
      runtimeContext: { agentId: turn.state.agent.id },
      ...recordModelCalls(input.calls, (seconds) => metrics.modelAnswered("planner", seconds)),
    });

    const invalidCalls = new Set<string>();
    for await (const received of result.stream) {
      const part =
        received.type === "text-delta" ? { ...received, text: room(end, received.text) } : received;
      if (part.type === "text-delta") end.text += withoutControlCharacters(part.text);
      if (part.type === "text-end") end.text += "\n";
      if (part.type === "error") end.failure = part.error;
      if (part.type === "abort") {
        end.isStopped = signal.aborted;
        // The reason comes as a bare text; only the limits of time end a call from within. Time that went
        // by between two tries was not the model's: then the provider's own answer is the reason.
        if (!signal.aborted)
          end.failure = unanswered ?? new DOMException(String(part.reason), "TimeoutError");
      }
      if (part.type === "finish") end.finishReason = isModelRefusal(part) ? "refusal" : part.finishReason;
      if (part.type === "tool-error" && !READING_TOOLS.includes(part.toolName)) end.failedCalls += 1;
      if (part.type === "tool-error" && !invalidCalls.has(part.toolCallId)) {
        turn.ctx.log.warn({ err: part.error, tool: part.toolName }, "planner tool failed");
      }
      if (part.type === "tool-call" && part.invalid === true) invalidCalls.add(part.toolCallId);

      const isShown =
        !(part.type === "text-delta" && part.text === "") &&
        !["error", "abort"].includes(part.type) &&
        !(part.type === "tool-error" && invalidCalls.has(part.toolCallId));
      const chunk = isShown
        ? toUIMessageChunk<typeof tools, ChatMessage>(part, {
            tools,
            sendReasoning: false,
            sendStart: false,
            sendFinish: false,
            onError: () =>
              "This call was not made: it could not be read, or the tool broke. Nothing was changed by it.",
          })
        : undefined;
      if (chunk !== undefined) turn.emit(chunk);
    }
  } catch (error) {
    if (signal.aborted) end.isStopped = true;
    else end.failure = error;
  }
  await Promise.allSettled(turn.changing);
  return end;
}

/** As much of what the model says on as the reply still takes. */
function room(end: PlannerEnd, text: string): string {
  if (end.isCut) return "";
  const left = MAX_REPLY - end.text.length;
  if (text.length <= left) return text;
  end.isCut = true;
  // Not through the middle of a character.
  return text.slice(0, left).replace(/[\uD800-\uDBFF]$/, "");
}

/** Whether an answer of the model had a call that was refused, malformed, unknown or broke. */
function isFailedTry<Tools extends ToolSet>({ content }: StepResult<Tools>): boolean {
  return content.some(
    (part) => part.type === "tool-error" || (part.type === "tool-result" && isRefusal(part.output)),
  );
}

// A filter of the provider goes by its name; what else ends so is a refusal in the model's own words.
function isModelRefusal(end: { finishReason: string; rawFinishReason: string | undefined }): boolean {
  return end.finishReason === "content-filter" && end.rawFinishReason !== "content_filter";
}
