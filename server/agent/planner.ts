import { isStepCount, type LanguageModelUsage, streamText, toUIMessageChunk } from "ai";
import type { MessageRow } from "#server/services/append-message.ts";
import type { ChatMessage } from "./chat-message.ts";
import { planContext, type PlanContextRequest } from "./plan-context.ts";
import { plannerHistory, textOf } from "./planner-history.ts";
import { plannerTools } from "./planner-tools.ts";
import type { Turn } from "./turn.ts";

const MAX_MODEL_CALLS = 8;
const MAX_REFUSALS = 3;

/** How the planner's loop ended. `text` is all that it said. */
export type PlannerEnd = {
  text: string;
  finishReason: string;
  usage: LanguageModelUsage | null;
  /** Calls that were malformed, unknown or broke: none of them changed anything. */
  failedCalls: number;
  isStopped: boolean;
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
    signal: AbortSignal;
  },
): Promise<PlannerEnd> {
  const { config, models } = turn.ctx;
  const { signal } = input;
  const end: PlannerEnd = {
    text: "",
    finishReason: "other",
    usage: null,
    failedCalls: 0,
    isStopped: false,
    failure: null,
  };
  try {
    const tools = plannerTools(turn);
    const words = textOf(input.message.parts);
    const result = streamText({
      model: models.planner(turn.state.agent.model),
      instructions: input.instructions,
      messages: [
        ...plannerHistory(input.conversation),
        { role: "user", content: planContext({ ...input.context, state: turn.state, words }) },
      ],
      tools,
      stopWhen: [
        isStepCount(MAX_MODEL_CALLS),
        ({ steps }) => {
          const failed = steps
            .flatMap((step) => step.content)
            .filter((part) => part.type === "tool-error").length;
          return failed + turn.happened.refusals.length >= MAX_REFUSALS;
        },
      ],
      toolCallConcurrency: 1,
      maxRetries: 2,
      timeout: { stepMs: config.modelTimeoutMs, totalMs: 3 * config.modelTimeoutMs },
      abortSignal: signal,
      onError: () => {},
    });

    const invalidCalls = new Set<string>();
    for await (const part of result.stream) {
      if (part.type === "text-delta") end.text += part.text;
      if (part.type === "text-end") end.text += "\n";
      if (part.type === "error") end.failure = part.error;
      if (part.type === "abort") {
        end.isStopped = signal.aborted;
        if (!signal.aborted) end.failure = part.reason ?? new Error("The model call was aborted.");
      }
      if (part.type === "finish") {
        end.finishReason = part.finishReason;
        end.usage = part.totalUsage;
      }
      if (part.type === "tool-error") end.failedCalls += 1;
      if (part.type === "tool-error" && !invalidCalls.has(part.toolCallId)) {
        turn.ctx.log.warn({ err: part.error, tool: part.toolName }, "planner tool failed");
      }
      if (part.type === "tool-call" && part.invalid === true) invalidCalls.add(part.toolCallId);

      const isShown =
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
