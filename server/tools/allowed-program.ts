import { constants } from "node:fs";
import { accessSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { type AllowedCommand, parseAllowedCommands } from "#server/core/command-rules/allowed-command.ts";
import { programRefusal } from "#server/core/command-rules/refused-programs.ts";
import { type Result, err, ok } from "#server/core/result.ts";

/** The programs that a text such as `/usr/bin/git, /opt/tools/report --month` names, each judged. */
export function readAllowedCommands(text: string): Result<AllowedCommand[], string> {
  const parsed = parseAllowedCommands(text);
  if (!parsed.ok) return parsed;
  for (const command of parsed.value) {
    const names = programNames(command);
    if (!names.ok) return names;
  }
  return parsed;
}

/** What the program may be called, its real name first; or why it cannot be run. */
export function programNames(command: AllowedCommand): Result<string[], string> {
  const real = realProgram(command.path);
  if (real === null) return err(`${command.path} is no file that can be executed`);
  const names = [path.basename(real), command.name];
  for (const name of names) {
    const refusal = programRefusal(name);
    if (refusal !== null)
      return err(name === command.name ? refusal : `${command.path} is ${name}: ${refusal}`);
  }
  return ok(names);
}

/** The file behind a path, links followed; null when it cannot be executed. */
export function realProgram(file: string): string | null {
  try {
    const real = realpathSync(file);
    accessSync(real, constants.X_OK);
    return statSync(real).isFile() ? real : null;
  } catch {
    return null;
  }
}
