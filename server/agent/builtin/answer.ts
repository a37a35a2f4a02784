import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { type Decision, decide } from "./decide.ts";
import { guarded } from "./guard-decision.ts";
import { type ReadPrompt, readPrompt, type ToolAnswer } from "./read-prompt.ts";
import { replyTo } from "./reply.ts";
import { withScheduleUnread } from "./schedule-unread.ts";
import type { ToolCall } from "./understanding.ts";

export type Answer = { type: "call"; call: ToolCall } | { type: "text"; text: string };

/** The next thing that the planner does or says about a prompt, with the tools that it may call. */
export function answerOf(prompt: LanguageModelV4Prompt, offered: readonly string[]): Answer {
  const read = readPrompt(prompt);
  const { calls, reply, said = [], remark = "" } = decisionOn(prompt, read);
  const next = nextCall(calls, read);
  if (next !== null && offered.includes(next.name)) return { type: "call", call: next };
  if (next !== null && read.answers.length === 0) {
    return {
      type: "text",
      text: `This asks for ${next.name}, which is not available here. Nothing was changed.`,
    };
  }
  const told = replyTo(read.answers, { said, remark, stepsBefore: read.context.plan?.steps.length ?? null });
  return { type: "text", text: told || reply || "There is nothing to do." };
}

// A turn asks once more after each call; what was decided about its message stays.
const DECIDED = new Map<string, Decision>();
const MAX_DECIDED = 20;

function decisionOn(prompt: LanguageModelV4Prompt, read: ReadPrompt): Decision {
  const last = prompt.findLastIndex((message) => message.role === "user");
  const key = JSON.stringify(prompt.slice(0, last + 1));
  const known = DECIDED.get(key);
  if (known) return known;
  const decision = withScheduleUnread(guarded(read, decide), read.message);
  const [oldest] = DECIDED.keys();
  if (DECIDED.size >= MAX_DECIDED && oldest !== undefined) DECIDED.delete(oldest);
  DECIDED.set(key, decision);
  return decision;
}

// The message is read again at every call; what the tools have answered tells how far it has come.
function nextCall(calls: readonly ToolCall[], { answers }: ReadPrompt): ToolCall | null {
  if (answers.some((answer) => answer.failed)) return null;
  const call = calls[answers.length];
  if (!call) return null;
  const revision = revisionOf(answers);
  return call.name === "save_plan" && revision !== null ? { ...call, input: { revision } } : call;
}

/** The revision that a change of this turn has made. */
function revisionOf(answers: readonly ToolAnswer[]): number | null {
  const found = answers
    .map((answer) => /^r(\d+): /.exec(answer.text)?.[1])
    .findLast((number) => number !== undefined);
  return found === undefined ? null : Number(found);
}
