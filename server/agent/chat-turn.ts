import { createUIMessageStream } from "ai";
import type { Context } from "#server/context.ts";
import type { StoredMetadata } from "#server/core/conversation.ts";
import type { MessageRow } from "#server/services/append-message.ts";
import { readConversation } from "#server/services/read-conversation.ts";
import { readPlan } from "#server/services/read-plan.ts";
import { type PlanningState, readPlanningState } from "#server/services/read-planning-state.ts";
import { saveReply } from "#server/services/save-reply.ts";
import type { ChatChunk, ChatMessage } from "./chat-message.ts";
import { checkReply } from "./honesty.ts";
import { importFromMessage } from "./import-reply.ts";
import { type PlannerEnd, runPlanner } from "./planner.ts";
import { describeFailure } from "./planner-failure.ts";
import { textOf } from "./planner-history.ts";
import { renderPrompt } from "./prompts.ts";
import { storedParts } from "./stored-parts.ts";
import { nothingHappened, type Turn } from "./turn.ts";

/** Answers one message: streams the reply and keeps it before the stream ends. */
export function streamTurn(
  ctx: Context,
  message: MessageRow,
  signal: AbortSignal,
): ReadableStream<ChatChunk> {
  let metadata: StoredMetadata = {};
  return createUIMessageStream<ChatMessage>({
    generateId: () => ctx.newId("msg"),
    onError: (error) => reportBug(ctx, error),
    execute: async ({ writer }) => {
      const emit = (chunk: ChatChunk) => writer.write(chunk);
      const state = await readPlanningState(ctx, { agentId: message.agentId });
      metadata = { model: state.agent.model ?? ctx.models.plannerName, createdAt: ctx.now().toISOString() };
      emit({ type: "start", messageMetadata: metadata });

      const turn: Turn = {
        ctx,
        state,
        messageId: message.id,
        emit,
        happened: nothingHappened(),
        changing: [],
      };
      const end = await answer(turn, message, signal);
      metadata = {
        ...metadata,
        inputTokens: end.usage?.inputTokens ?? null,
        outputTokens: end.usage?.outputTokens ?? null,
        ...(end.isStopped && { stopped: true }),
      };
      for (const data of noticesOf(turn, end)) emit({ type: "data-notice", id: ctx.newId("note"), data });
      emit({ type: "finish", messageMetadata: metadata });
    },
    onEnd: async ({ responseMessage }) => {
      const parts = storedParts(responseMessage);
      const { createdAt: _createdAt, ...kept } = metadata;
      if (parts.length > 0) await saveReply(ctx, { message, id: responseMessage.id, parts, metadata: kept });
    },
  });
}

async function answer(turn: Turn, message: MessageRow, signal: AbortSignal): Promise<PlannerEnd> {
  const words = textOf(message.parts);
  const fixed = (await importFromMessage(turn, words, signal)) ?? tooLong(words);
  if (fixed !== null) {
    const id = turn.ctx.newId("text");
    turn.emit({ type: "text-start", id });
    turn.emit({ type: "text-delta", id, delta: fixed });
    turn.emit({ type: "text-end", id });
    return {
      text: fixed,
      finishReason: "stop",
      usage: null,
      failedCalls: 0,
      isStopped: false,
      failure: null,
    };
  }

  const conversation = await readConversation(turn.ctx, { message });
  const asked = conversation.findLast((item) => item.role === "user");
  return runPlanner(turn, {
    instructions: renderPrompt("planner", {}).instructions,
    conversation,
    message,
    context: {
      changedLast: asked !== undefined && asked.id === turn.state.current?.messageId,
      seen: await findSeenPlan(turn.ctx, turn.state, message),
      lastTurn: conversation
        .slice(-2)
        .map((item) => textOf(item.parts))
        .join("\n"),
    },
    signal,
  });
}

const MAX_PLANNER_TEXT = 100_000;

function tooLong(words: string): string | null {
  if (words.length <= MAX_PLANNER_TEXT) return null;
  return `Your message has ${words.length} characters, and the planner reads up to ${MAX_PLANNER_TEXT}. Nothing was changed. Send less at once; a whole plan as JSON may be longer.`;
}

/** The plan that the person had before them, when the draft has moved on since. */
async function findSeenPlan(ctx: Context, { agent, current }: PlanningState, message: MessageRow) {
  const seen = message.metadata?.baseRevision;
  if (seen === undefined || current === null || seen >= current.revision) return null;
  if (seen < 1) return { plan: { ...current.plan, steps: [] }, revision: 0 };
  const { plan, revision } = await readPlan(ctx, { agentId: agent.id, revision: seen });
  return { plan, revision };
}

function noticesOf(turn: Turn, end: PlannerEnd) {
  if (end.isStopped) return [];
  const { happened, state, ctx } = turn;
  const why = failureOf(turn, end);
  if (why !== null) {
    ctx.log.warn(
      { agentId: state.agent.id, finishReason: end.finishReason, why },
      "planner answer incomplete",
    );
    const stands =
      happened.change === null ? "Nothing was changed." : `Revision ${happened.change.revision} stands.`;
    return [{ level: "error" as const, text: `${why} ${stands}` }];
  }
  return checkReply({
    text: end.text,
    happened,
    failedCalls: end.failedCalls,
    revision: state.current?.revision ?? 0,
  });
}

function failureOf({ ctx }: Turn, end: PlannerEnd): string | null {
  if (end.failure !== null) return describeFailure(ctx.config, end.failure);
  switch (end.finishReason) {
    case "length":
      return "The answer was cut off at the model's length limit.";
    case "interrupted":
    case "error":
      return "The model's answer broke off.";
    case "content-filter":
      return "The model provider's filter ended the answer.";
    default:
      return null;
  }
}

function reportBug(ctx: Context, error: unknown): string {
  const errorId = ctx.newId("err");
  ctx.log.error({ err: error, errorId }, "turn failed");
  return `Something went wrong on our side. The server's log has it under "${errorId}".`;
}
