import type { AllowedCommand } from "#server/core/command-rules/allowed-command.ts";
import { ruleOf } from "#server/core/command-rules/known-programs.ts";
import { EXAMPLE_FILE } from "#server/core/example-file.ts";

type Call = { args: string[]; stdin?: string };

const CALLS: Readonly<Record<string, Call>> = {
  find: { args: ["."] },
  git: { args: ["init"] },
  grep: { args: ["Ada", EXAMPLE_FILE.name] },
  jq: { args: [".amount"], stdin: '{ "name": "Ada", "amount": 12.5 }' },
  ls: { args: ["."] },
  sed: { args: ["p", EXAMPLE_FILE.name] },
  tr: { args: ["a-z", "A-Z"], stdin: "hello" },
};

/** A call of the first program that is allowed, best of one whose arguments are known. */
export function exampleCommand(allowed: readonly AllowedCommand[]): { command: string } & Call {
  const known = allowed.find(({ name }) => ruleOf([name]) !== null);
  const name = known?.name ?? allowed[0]?.name ?? "git";
  if (Object.hasOwn(CALLS, name)) return { command: name, args: [], ...CALLS[name] };
  return { command: name, args: known ? [EXAMPLE_FILE.name] : [] };
}
