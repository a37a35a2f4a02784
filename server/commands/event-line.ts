import type { RunEvent } from "#server/core/run.ts";
import { oneLine } from "./terminal-text.ts";

const MAX_TEXT = 160;

/** One line of the execution log as a person reads it in a terminal. */
export function eventLine(event: RunEvent, step: { number: number; title: string } | null): string {
  const time = event.at.slice(11, 23);
  const isResumed = event.type === "attempt-started" && event.data["resumed"] === true;
  const words = isResumed ? "attempt resumed" : event.type.replaceAll("-", " ");
  const where = step === null ? "" : ` · step ${step.number} "${oneLine(step.title, 60)}"`;
  const attempt =
    event.attempt !== null && event.type.startsWith("attempt") ? ` · attempt ${event.attempt}` : "";
  const what = detail(event);
  return `${time}  ${words}${where}${attempt}${what === "" ? "" : ` · ${what}`}`;
}

function detail({ data }: RunEvent): string {
  const { error, reason, output, tool, whatToChange, note, editedInput } = data;
  const message =
    typeof error === "object" && error !== null && !Array.isArray(error) ? error["message"] : error;
  const parts = [reason, tool, message, whatToChange, note].filter((part) => typeof part === "string");
  if (editedInput !== undefined && editedInput !== null) {
    parts.push(`with another input: ${JSON.stringify(editedInput)}`);
  }
  if (parts.length > 0) return oneLine(parts.join(" · "), MAX_TEXT);
  return output === undefined || output === null ? "" : oneLine(JSON.stringify(output), MAX_TEXT);
}
