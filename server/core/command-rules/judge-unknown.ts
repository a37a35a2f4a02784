import { type Result, err, ok } from "#server/core/result.ts";
import type { JudgedArguments, NamedFile } from "./command-rule.ts";

// With these, a program may take the rest for the name of a file to read, a program to run or an address.
const ACTING = /^[@|!&]|^[a-z][a-z0-9+.-]+:/i;

/** A program without rules takes the options of its entry in the settings, and files and words. */
export function judgeUnknown(
  program: string,
  options: readonly string[],
  args: readonly string[],
): Result<JudgedArguments, string> {
  const files: NamedFile[] = [];
  for (const arg of args) {
    const equals = arg.indexOf("=");
    const name = equals === -1 ? arg : arg.slice(0, equals);
    const value = equals === -1 ? arg : arg.slice(equals + 1);
    if (arg.startsWith("-")) {
      if (!options.includes(name)) return err(refusedOption(program, options, arg));
      if (equals === -1) continue;
    }
    if (ACTING.test(value) || ACTING.test(arg)) {
      return err(
        `${program} does not take "${arg}": it may be an address, or name a file or a program to run.`,
      );
    }
    for (const path of new Set([arg.startsWith("-") ? value : arg, value])) {
      if (path !== "") files.push({ path, use: "read" });
    }
  }
  return ok({ args, files, environment: {}, answers: [0], makesLinks: true, leading: null });
}

function refusedOption(program: string, options: readonly string[], arg: string): string {
  const setting = `Options are named behind it in COMMANDS_ALLOW.`;
  if (options.length === 0)
    return `${program} does not take "${arg}": no option of it is allowed. ${setting}`;
  return `${program} does not take "${arg}". Options: ${options.join(", ")}. ${setting}`;
}
