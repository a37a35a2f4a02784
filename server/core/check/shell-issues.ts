import { shortened } from "#server/core/characters.ts";
import { isObject, type Json } from "#server/core/json.ts";
import type { Issue } from "#server/core/plan.ts";
import type { Call } from "./calls.ts";
import type { Outline } from "./outline.ts";
import { type Placed, stepError } from "./step-issue.ts";

const SHELLS: ReadonlySet<string> = new Set(
  "shell sh ash bash csh dash fish ksh mksh tcsh zsh cmd powershell pwsh".split(" "),
);
// These run the program that follows their own options.
const LAUNCHERS: ReadonlySet<string> = new Set(
  "busybox doas env exec ionice nice nohup setsid stdbuf sudo time timeout xargs".split(" "),
);
// A parameter of one of these names takes the words of a command.
const COMMANDS = ["argv", "command"];
const RUN_COMMAND = "run_command";

/** A call that would run a shell, as its tool or as the program of a command. */
export function shellIssues(placed: Placed, call: Call, { tools }: Outline): Issue[] {
  const { tool, path, input } = call;
  const advice = tools.has(RUN_COMMAND)
    ? `Give the program and its arguments to ${RUN_COMMAND} as a list of words.`
    : "Name a tool that does what the command does.";
  if (isShell(tool)) {
    const says = `uses the tool "${shortened(tool)}", but no step runs a shell. ${advice}`;
    return [stepError(placed, "shell_not_allowed", says, { path })];
  }
  if (!input || !isObject(input.value)) return [];
  const { field, value } = input;
  return COMMANDS.flatMap((parameter) => {
    const command = value[parameter];
    const words = command === undefined ? [] : wordsOf(command);
    if (!runsShell(words)) return [];
    const says = `gives "${tool}" the command "${shortened(words.join(" "))}", but no step runs a shell. ${advice}`;
    return [stepError(placed, "shell_not_allowed", says, { path: `${field}/${parameter}` })];
  });
}

/** Whether a word names a shell, with or without its folder and its ending. */
export function isShell(word: string): boolean {
  return SHELLS.has(programOf(word));
}

function programOf(word: string): string {
  const folder = Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\"));
  const name = word.slice(folder + 1).toLowerCase();
  return name.endsWith(".exe") ? name.slice(0, -".exe".length) : name;
}

function wordsOf(command: Json): string[] {
  const words = typeof command === "string" ? command.trim().split(/\s+/) : command;
  return Array.isArray(words) ? words.filter((word) => typeof word === "string") : [];
}

function runsShell([program, ...rest]: readonly string[]): boolean {
  if (program === undefined) return false;
  if (isShell(program)) return true;
  if (!LAUNCHERS.has(programOf(program))) return false;
  const start = rest.findIndex((word) => !/^[-+\d]|=/.test(word));
  if (start < 0) return false;
  // The word behind an option is its value or the program: `sudo -u ann sh`, `env -i sh`.
  const own = rest.slice(start);
  return runsShell(own) || (start > 0 && runsShell(own.slice(1)));
}
