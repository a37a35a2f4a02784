import { shortened } from "./characters.ts";
import { maskQuery } from "./mask-secrets.ts";
import { stepName } from "./plan.ts";

const MAX_TEXT = 2_000;

/** What a person reads of a notice. */
export type NoticeWords = { title: string; text: string };

type NamedStep = { number: number; title: string };

/** `step` is the one that broke, null when none is known. */
export function failureWords(step: NamedStep | null, summary: string): NoticeWords {
  return { title: step === null ? "Run failed" : `Run failed at ${inside(step)}`, text: kept(summary) };
}

export function approvalWords(
  step: NamedStep & { tool: string | null; instructions: string },
  reason: string | null,
): NoticeWords {
  const call = step.tool === null ? "" : ` Once approved, it calls ${step.tool}.`;
  return {
    title: `${stepName(step.number, step.title)} waits for an approval`,
    text: kept(`${sentence(reason ?? step.instructions)}${call}`),
  };
}

export function pauseWords(step: NamedStep, reason: "budget" | "outcome_unknown"): NoticeWords {
  const name = stepName(step.number, step.title);
  return reason === "budget"
    ? {
        title: `Run paused at ${inside(step)}: its budget is used up`,
        text: `${name} waits until somebody raises the run's budget or cancels the run.`,
      }
    : {
        title: `Run paused at ${inside(step)}: nobody knows whether its call happened`,
        text: `${name} called something that must not be called twice, and no answer came back. It waits until somebody says whether the call happened.`,
      };
}

export function silenceWords(words: string): NoticeWords {
  return { title: "A schedule starts no runs", text: kept(words) };
}

function inside({ number, title }: NamedStep): string {
  return stepName(number, title).replace("S", "s");
}

function kept(text: string): string {
  return shortened(maskQuery(text), MAX_TEXT);
}

function sentence(text: string): string {
  const trimmed = shortened(text.trim(), MAX_TEXT / 2);
  return trimmed === "" || /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
