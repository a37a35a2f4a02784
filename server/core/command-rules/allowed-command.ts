import { type Result, err, ok } from "#server/core/result.ts";

/** A program that plans may run. */
export type AllowedCommand = {
  /** As plans name it: `git`. */
  name: string;
  path: string;
  /** Options that it may be given beside those that the rules know. */
  options: readonly string[];
};

const OPTION = /^--?[A-Za-z0-9][\w.-]*$/;

/** Reads `/usr/bin/git, /opt/tools/report --month --format`. */
export function parseAllowedCommands(text: string): Result<AllowedCommand[], string> {
  const entries = text.split(",").map((entry) => entry.trim());
  const commands: AllowedCommand[] = [];
  for (const entry of entries.filter((one) => one !== "")) {
    const [path = "", ...options] = entry.split(/\s+/);
    if (!path.startsWith("/") || path.endsWith("/"))
      return err(`"${path}" is not an absolute path of a program`);
    const wrong = options.find((option) => !OPTION.test(option));
    if (wrong !== undefined) return err(`"${wrong}" behind ${path} is not an option such as --month`);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const same = commands.find((command) => command.name === name);
    if (same) return err(`${same.path} and ${path} have the same name`);
    commands.push({ name, path, options });
  }
  return ok(commands);
}
