import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { answerOf } from "#server/agent/builtin/answer.ts";
import type { ToolCall } from "#server/agent/builtin/understanding.ts";
import { plannerMessage } from "#server/agent/planner-message.ts";
import { setScheduleInputSchema } from "#server/core/edit-schema-schedule.ts";
import type { FailedRun } from "#server/core/failed-run.ts";
import type { Plan } from "#server/core/plan.ts";
import {
  type ProposedSchedule,
  proposedSchedule,
  type ScheduleFacts,
} from "#server/core/proposed-schedule.ts";
import { makePlan } from "#test/make.ts";
import { makeState } from "#test/planning-state.ts";

const OFFERED = "edit_plan propose_plan restore_revision save_plan set_schedule set_webhook start_run".split(
  " ",
);
export const NOW = new Date("2026-12-01T09:00:00Z");

const orders = makePlan(
  { read: [], sum: ["read"], tell: ["sum"] },
  { read: { title: "Read the orders" }, sum: { title: "Add up totals" }, tell: { title: "Email Maria" } },
);

export function makeSchedule(over: Partial<ScheduleFacts> = {}): ScheduleFacts {
  return {
    scheduleId: "sch_1",
    cron: "0 9 * * 1-5",
    timezone: "Europe/Berlin",
    overlap: "skip",
    catchUp: "latest",
    input: null,
    enabled: true,
    pausedFrom: null,
    pausedUntil: null,
    broken: null,
    ...over,
  };
}

/** The built-in planner in a conversation about a plan with these schedules; cards are made by the product's rules. */
export function openTriggers({
  plan = orders,
  schedules = [],
  failedRun = null,
}: {
  plan?: Plan;
  schedules?: ScheduleFacts[];
  failedRun?: FailedRun | null;
} = {}) {
  const history: LanguageModelV4Prompt = [];
  const offered = failedRun === null ? OFFERED : [...OFFERED, "propose_correction", "read_run"];
  const standing = [...schedules];

  function say(words: string) {
    const state = makeState(plan, { now: NOW, schedules: standing, failedRun });
    const message = plannerMessage({ state, words, changedLast: false, seen: null, lastTurn: "" });
    const text = typeof message.content === "string" ? message.content : "";
    const turn: LanguageModelV4Prompt = [
      { role: "user", content: [{ type: "text", text }], providerOptions: message.providerOptions ?? {} },
    ];
    const called: ToolCall[] = [];
    const cards: ProposedSchedule[] = [];
    for (;;) {
      const answer = answerOf([...history, ...turn], offered);
      if (answer.type === "text") {
        history.push({ role: "user", content: [{ type: "text", text: words }] }, ...turn.slice(1));
        history.push({ role: "assistant", content: [{ type: "text", text: answer.text }] });
        return { called, cards, card: cards[0] ?? null, reply: answer.text };
      }
      const { name, input } = answer.call;
      called.push(answer.call);
      const toolCallId = `call-${history.length}-${called.length}`;
      turn.push({ role: "assistant", content: [{ type: "tool-call", toolCallId, toolName: name, input }] });
      const value = resultOf(answer.call, cards);
      turn.push({
        role: "tool",
        content: [{ type: "tool-result", toolCallId, toolName: name, output: { type: "text", value } }],
      });
    }
  }

  function resultOf({ name, input }: ToolCall, cards: ProposedSchedule[]): string {
    if (name === "set_webhook")
      return `A card for the webhook is shown: ${String(input["words"])}\nScheme: ${String(input["scheme"])}.`;
    if (name === "edit_plan" && failedRun !== null) return "A card with the correction is shown: Corrected";
    if (name !== "set_schedule") return "Done.";
    const proposed = proposedSchedule(setScheduleInputSchema.parse(input), {
      schedules: standing,
      now: NOW,
      timezone: "Europe/Berlin",
    });
    if (!proposed.ok) return `Refused, nothing was proposed. ${proposed.error}`;
    cards.push(proposed.value);
    return `A card for the schedule is shown: ${proposed.value.words}; cron ${proposed.value.cron}.`;
  }

  /** What the person sees once they have confirmed a card. */
  function confirm(card: ProposedSchedule | null): void {
    if (card === null) throw new Error("There is no card to confirm.");
    const {
      scheduleId = `sch_${standing.length + 1}`,
      remove,
      words: _words,
      nextFireTimes: _fires,
      warnings: _warnings,
      ...stored
    } = card;
    const place = standing.findIndex((item) => item.scheduleId === scheduleId);
    const next = remove ? [] : [{ ...stored, scheduleId, broken: null }];
    standing.splice(place < 0 ? standing.length : place, place < 0 ? 0 : 1, ...next);
  }

  return { say, confirm, schedules: () => standing };
}
