import type { ToolCallContext } from "#server/context.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { completed, failedForGood, failedNow, outcomeUnknown } from "./outcome.ts";
import type { ProgramEnd, Written } from "./run-program.ts";

type About = {
  name: string;
  /** Exit codes that are no failures. */
  answers: readonly number[];
  /** Links that were taken away afterwards. */
  removed: readonly string[];
  /** What it wrote too much of, in words. */
  grown: string | null;
  timeoutMs: number;
  hide: ToolCallContext["hide"];
};

/** How a program ended, as the outcome of the call. */
export function commandOutcome(end: ProgramEnd, about: About): ToolOutcome {
  const { name, answers, removed, timeoutMs } = about;
  // Before anything is cut, as a part of a secret is not found any more.
  const hidden = ({ text, isCut }: Written) => about.hide?.(text, isCut ? ["end"] : []) ?? text;
  if (end.type === "not_started") return failedForGood(`${name} could not be started: ${end.reason}.`);
  if (about.grown !== null) {
    return outcomeUnknown(`${name} wrote ${about.grown}, and was stopped. What it wrote is still there.`);
  }
  if (end.type === "stopped") {
    const why = {
      late: `did not end within ${timeoutMs / 1_000} seconds and was stopped`,
      aborted: "was stopped before it ended",
      signal: `was ended by ${end.signal}`,
    }[end.because];
    return outcomeUnknown(
      `${name} ${why}. It may have had a part of its effect.${lastLines(hidden(end.stderr))}`,
    );
  }
  const { exitCode, stdout, stderr } = end;
  const links =
    removed.length === 0
      ? ""
      : `\nRemoved links that led out of the folder or into a ".git": ${removed.join(", ")}.`;
  if (!answers.includes(exitCode)) {
    const said = lastLines(hidden(stderr.text === "" ? stdout : stderr));
    return failedNow(`${name} failed with exit code ${exitCode}.${said}${links}`);
  }
  return completed({
    exitCode,
    stdout: hidden(stdout) + stdout.mark,
    stderr: hidden(stderr) + stderr.mark + links,
    isCut: stdout.isCut || stderr.isCut,
  });
}

function lastLines(text: string): string {
  const lines = text.trimEnd().split("\n").slice(-8).join("\n").slice(-1_000);
  return lines === "" ? "" : ` It said: ${lines}`;
}
