import type { Meeting } from "./schedule-meeting.ts";

/** One piece of work that a brief names, before it is a step. */
export type Task = {
  /** The words of the brief that the title is made of. */
  text: string;
  /** All that the brief says about it, code included. */
  detail: string;
  code: CodePiece[];
  /** `next` waits for all ends so far, `beside` for what the task before it waits for; numbers are places in the list. */
  link: "next" | "beside" | number[];
  /** A number or a letter that other tasks name it by. */
  label: string | null;
  /** Whether an item of several orders goes on behind it. */
  isPart: boolean;
  approval: boolean;
  condition: { on: "failed" | "completed" } | { claim: string; negated: boolean } | null;
  /** The task whose outcome the condition reads. */
  conditionOn: number | null;
  /** The task whose failure leads here; what comes later does not wait for this one. */
  reactsTo: number | null;
  retries: number | null;
  toleratesFailure: boolean;
  stopsOnFailure: boolean;
  usesRunInput: boolean;
};

export type CodePiece = { language: string; value: string; isBlock: boolean };

/** What a brief says beside its tasks. */
export type Triggers = {
  schedule: {
    cron: string;
    timezone: string | null;
    words: string;
    isTimed: boolean;
    unclear: string | null;
  } | null;
  /** Schedules beside that one. */
  others: { cron: string; timezone: string | null; words: string }[];
  /** What happens to runs that meet or were missed. */
  meeting: Meeting;
  webhook: { scheme: "standard" | "github"; words: string } | null;
  usesRunInput: boolean;
};

export function makeTask(text: string, over: Partial<Task> = {}): Task {
  return {
    text,
    detail: text,
    code: [],
    link: "next",
    label: null,
    isPart: false,
    approval: false,
    condition: null,
    conditionOn: null,
    reactsTo: null,
    retries: null,
    toleratesFailure: false,
    stopsOnFailure: false,
    usesRunInput: false,
    ...over,
  };
}
