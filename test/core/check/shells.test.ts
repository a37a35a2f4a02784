import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { issuesOf, makeTool, workspace } from "../checked-plan.ts";
import { makePlan } from "#test/make.ts";

const run = makeTool("run_command", { readOnlyHint: true });
const tools = [...workspace.tools, run];
const LIST = "Give the program and its arguments to run_command as a list of words.";

function errorsOf(step: Partial<Step>, over = { tools }): string[] {
  return issuesOf(makePlan({ a: [] }, { a: step }), over)
    .filter(({ severity }) => severity === "error")
    .map(({ code, path, message }) => `${code} ${path}: ${message.replace('Step 1 "a" ', "")}`);
}

function isRefused(input: Json): boolean {
  return errorsOf({ kind: "tool", tool: "run_command", input }).length > 0;
}

test("a step whose tool is a shell is told that there is none, and what to do instead", () => {
  for (const tool of ["shell", "bash", "sh", "/bin/zsh", "PowerShell.exe", "C:\\Windows\\cmd.exe"]) {
    expect(errorsOf({ kind: "tool", tool, input: { command: "npm test" } })).toEqual([
      `shell_not_allowed tool: uses the tool "${tool}", but no step runs a shell. ${LIST}`,
    ]);
  }
  expect(errorsOf({ kind: "tool", tool: "shell" }, { tools: [] })).toEqual([
    'shell_not_allowed tool: uses the tool "shell", but no step runs a shell. Name a tool that does what the command does.',
  ]);
});

test("a command whose program is a shell is refused, wherever the step calls it", () => {
  const input = { argv: ["bash", "-c", "npm test"] };

  expect(errorsOf({ kind: "tool", tool: "run_command", input })).toEqual([
    `shell_not_allowed input/argv: gives "run_command" the command "bash -c npm test", but no step runs a shell. ${LIST}`,
  ]);
  const precondition = { tool: "run_command", input, path: "", op: "exists", value: true } as const;
  expect(errorsOf({ precondition })).toEqual([
    `shell_not_allowed precondition.input/argv: gives "run_command" the command "bash -c npm test", but no step runs a shell. ${LIST}`,
  ]);
});

test("a shell is found behind its folder, its ending and the programs that start others", () => {
  const shells: Json[] = [
    { argv: ["sh"] },
    { command: "  pwsh -File x.ps1" },
    { command: ["/usr/local/bin/fish", "x"] },
    { argv: ["C:\\Windows\\System32\\CMD.EXE", "/c", "dir"] },
    { argv: ["/usr/bin/env", "bash"] },
    { argv: ["env", "-i", "A=b", "sh"] },
    { argv: ["sudo", "-u", "ann", "sh"] },
    { argv: ["nice", "-n", "5", "ksh"] },
    { argv: ["timeout", "10s", "nohup", "dash", "x"] },
    { argv: ["xargs", "-I", "{}", "sh", "-c", "echo {}"] },
  ];
  for (const input of shells) expect([input, isRefused(input)]).toEqual([input, true]);
});

test("other programs are no shells, whatever they work on", () => {
  const programs: Json[] = [
    { argv: ["npm", "run", "bash"] },
    { argv: ["grep", "sh", "x"] },
    { argv: ["env", "node", "sh"] },
    { argv: ["sudo", "-u", "ann", "node", "sh"] },
    { argv: ["env"] },
    { argv: ["env", "-i", "A=b"] },
    { argv: [] },
    { argv: [5, { a: "sh" }] },
    { argv: { 0: "sh" } },
    { command: "" },
    { command: "shfmt x.sh" },
    { shell: "bash" },
    { text: "sh" },
    ["bash"],
    "bash",
  ];
  for (const input of programs) {
    const codes = errorsOf({ kind: "tool", tool: "run_command", input }).filter((error) =>
      error.startsWith("shell"),
    );
    expect([input, codes]).toEqual([input, []]);
  }
});
