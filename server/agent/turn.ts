import type { Context } from "#server/context.ts";
import type { DataParts } from "#server/core/conversation.ts";
import type { FailedRun } from "#server/core/failed-run.ts";
import type { PlanChange } from "#server/services/change-plan.ts";
import type { PlanningState } from "#server/services/read-planning-state.ts";
import type { ChatChunk } from "./chat-message.ts";

/** One message being answered: what the planner's tools act on. */
export type Turn = {
  ctx: Context;
  state: PlanningState;
  messageId: string;
  /** Sends a piece of the reply to whoever listens. */
  emit: (chunk: ChatChunk) => void;
  happened: Happened;
  /** Whether the model may propose a plan in place of the standing one: it said that the person asked for it. */
  startsOver: boolean;
  /**
   * The run that the model has read: what tools and models wrote there may have told it anything, so from then on
   * it changes nothing, and its edits are only proposed. Null while it has read none.
   */
  hasRead: Pick<FailedRun, "runId"> | null;
  /** Changes under way. A turn that is stopped waits for them, so that its record has what they brought. */
  changing: Promise<unknown>[];
};

/** `isAfterChange`: the turn had changed the plan before, so that what was refused is a rest that stays undone. */
export type Refusal = { tool: string; message: string; isAfterChange: boolean };

/** What a turn brought about, for the check of the reply. Tools write it, nothing else does. */
export type Happened = {
  change: PlanChange | null;
  snapshot: DataParts["snapshot"] | null;
  proposals: DataParts["proposal"]["type"][];
  /** Refused calls, oldest first. */
  refusals: Refusal[];
  /** The tools that the model's answer at hand calls, known before any of its calls is carried out. */
  called: string[];
};

/** Runs one change of the plan or its snapshots to its end, whatever becomes of the model call. */
export function keepChanging<Value>(turn: Turn, change: () => Promise<Value>): Promise<Value> {
  const changing = change();
  turn.changing.push(changing);
  return changing;
}

export function nothingHappened(): Happened {
  return { change: null, snapshot: null, proposals: [], refusals: [], called: [] };
}
