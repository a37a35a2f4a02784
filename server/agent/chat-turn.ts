import { createUIMessageStream } from "ai";
import type { Context } from "#server/context.ts";
import type { DataParts, StoredMetadata } from "#server/core/conversation.ts";
import type { MessageRow } from "#server/services/append-message.ts";
import { readConversation } from "#server/services/read-conversation.ts";
import { readPlan } from "#server/services/read-plan.ts";
import { type PlanningState, readPlanningState } from "#server/services/read-planning-state.ts";
import { saveReply } from "#server/services/save-reply.ts";
import { acceptFromMessage } from "./accept-reply.ts";
import type { ChatChunk, ChatMessage } from "./chat-message.ts";
import { settleEarlierWording } from "./earlier-wording.ts";
import { checkReply, failureNotice } from "./honesty.ts";
import { importFromMessage } from "./import-reply.ts";
import { MAX_REPLY, type PlannerEnd, runPlanner } from "./planner.ts";
import { failureOf } from "./planner-failure.ts";
import { textOf } from "./planner-history.ts";
import { plannerInstructions } from "./planner-instructions.ts";
import { storedParts } from "./stored-parts.ts";
import { nothingHappened, type Turn } from "./turn.ts";
import { accountOf, type TurnAccount } from "./turn-account.ts";
import { visible } from "./visible-chunk.ts";

/** Answers one message: streams the reply, which is open, and keeps it before the stream ends. */
export function streamTurn(
  ctx: Context,
  { message, reply, account }: { message: MessageRow; reply: MessageRow; account: TurnAccount },
  signal: AbortSignal,
): ReadableStream<ChatChunk> {
  let metadata: StoredMetadata = {};
  let fault: string | null = null;
  let outcome: "answered" | "failed" | "stopped" = "failed";
  return createUIMessageStream<ChatMessage>({
    generateId: () => reply.id,
    onError: (error) => {
      fault = reportBug(ctx, error);
      return fault;
    },
    execute: async ({ writer }) => {
      account.startedAt = performance.now();
      account.earlier = reply.metadata?.usage ?? null;
      const emit = (chunk: ChatChunk) => writer.write(visible(chunk));
      const state = await readPlanningState(ctx, { agentId: message.agentId, messageId: message.id });
      metadata = { model: state.agent.model ?? ctx.models.plannerName, createdAt: ctx.now().toISOString() };
      emit({ type: "start", messageMetadata: metadata });

      const turn: Turn = {
        ctx,
        state,
        messageId: message.id,
        emit,
        happened: nothingHappened(),
        startsOver: false,
        hasRead: null,
        changing: [],
      };
      const end = await answer(turn, message, account, signal);
      metadata = {
        ...metadata,
        ...(await accountOf(ctx, account)),
        ...(end.isStopped && { stopped: true }),
      };
      const notices = [...noticesOf(turn, end), ...cutNotice(end)];
      const notify = (data: DataParts["notice"]) =>
        emit({ type: "data-notice", id: ctx.newId("note"), data });
      notices.forEach(notify);
      const isAnswered = !end.isStopped && notices.every((notice) => notice.level !== "error");
      for (const notice of await settleEarlierWording(turn, isAnswered)) notify(notice);
      outcome = end.isStopped ? "stopped" : isAnswered ? "answered" : "failed";
      emit({ type: "finish", messageMetadata: metadata });
    },
    onEnd: async ({ responseMessage }) => {
      const parts = storedParts(responseMessage);
      if (fault !== null) {
        parts.push({ type: "data-notice", id: ctx.newId("note"), data: { level: "error", text: fault } });
      }
      const { createdAt: _createdAt, ...kept } = metadata;
      await saveReply(ctx, { message, parts, metadata: kept });
      reportTurn(ctx, account, fault === null ? outcome : "failed");
    },
  });
}

async function answer(
  turn: Turn,
  message: MessageRow,
  { calls }: TurnAccount,
  signal: AbortSignal,
): Promise<PlannerEnd> {
  if (signal.aborted) return { ...withoutModel(""), isStopped: true };
  const words = textOf(message.parts);
  const fixed =
    (await acceptFromMessage(turn, message.metadata?.accepts)) ??
    (await importFromMessage(turn, words, signal)) ??
    tooLong(words);
  if (fixed !== null) {
    const id = turn.ctx.newId("text");
    turn.emit({ type: "text-start", id });
    turn.emit({ type: "text-delta", id, delta: fixed });
    turn.emit({ type: "text-end", id });
    return withoutModel(fixed);
  }

  const conversation = await readConversation(turn.ctx, { message });
  const asked = conversation.findLast((item) => item.role === "user");
  return runPlanner(turn, {
    instructions: plannerInstructions(turn.state),
    conversation,
    message,
    context: {
      changedLast: asked !== undefined && asked.id === turn.state.current?.messageId,
      seen: await findSeenPlan(turn.ctx, turn.state, message),
      lastTurn: conversation
        .map((item) => textOf(item.parts))
        .filter((text) => text !== "")
        .slice(-2)
        .join("\n"),
    },
    calls,
    signal,
  });
}

function withoutModel(text: string): PlannerEnd {
  return { text, finishReason: "stop", failedCalls: 0, isStopped: false, isCut: false, failure: null };
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
  const failure = failureOf(ctx.config, end);
  if (failure !== null) {
    const { why } = failure;
    ctx.log.warn(
      { agentId: state.agent.id, finishReason: end.finishReason, why },
      "planner answer incomplete",
    );
    return [failureNotice(failure, happened, state.takesBack?.revision ?? state.current?.revision ?? 0)];
  }
  return checkReply({
    text: end.text,
    happened,
    failedCalls: end.failedCalls,
    revision: state.current?.revision ?? 0,
    isSaved: state.saved !== null && state.saved.revision === state.current?.revision,
    hasRuns: state.lastRuns.length > 0,
  });
}

function cutNotice({ isCut }: PlannerEnd): DataParts["notice"][] {
  if (!isCut) return [];
  const text = `The reply was longer than ${MAX_REPLY} characters. What came after them is not kept.`;
  return [{ level: "warning", text }];
}

function reportTurn(
  { metrics }: Context,
  { calls, startedAt }: TurnAccount,
  outcome: "answered" | "failed" | "stopped",
): void {
  for (const call of calls) metrics.modelCalled("planner", call);
  if (startedAt !== null) metrics.turnEnded(outcome, (performance.now() - startedAt) / 1_000);
}

function reportBug(ctx: Context, error: unknown): string {
  const errorId = ctx.newId("err");
  ctx.log.error({ err: error, errorId }, "turn failed");
  return `Something went wrong on our side. The server's log has it under "${errorId}".`;
}
