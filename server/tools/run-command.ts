import { mkdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { ToolCallContext } from "#server/context.ts";
import type { AllowedCommand } from "#server/core/command-rules/allowed-command.ts";
import type { JudgedArguments } from "#server/core/command-rules/command-rule.ts";
import { judgeCommand } from "#server/core/command-rules/judge-command.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { programNames } from "./allowed-program.ts";
import { checkCommandFiles, commandRoots, removeLeavingLinks } from "./command-files.ts";
import { exampleCommand } from "./example-command.ts";
import { type FileConfig, isInside, writingTurns } from "./file-places.ts";
import { commandOutcome } from "./command-outcome.ts";
import { type GrowthLimits, watchGrowth } from "./folder-growth.ts";
import { openRepository } from "./git-repository.ts";
import { inTurnOfAll } from "./in-turn.ts";
import { failedForGood, failedForNow, failedNow } from "./outcome.ts";
import { runProgram } from "./run-program.ts";
import { type Tool, defineTool } from "./tool.ts";

type Limits = GrowthLimits & { timeoutMs: number };
export type CommandConfig = FileConfig & { commandsAllow: readonly AllowedCommand[] };

const LIMITS: Limits = { timeoutMs: 60_000, maxGrowthBytes: 200_000_000, maxEntries: 100_000 };
const MAX_STDIN_BYTES = 1_000_000;
const MAX_ARGS = 100;
const MAX_ARG_BYTES = 4_096;
const OFF =
  "No command is allowed. Set COMMANDS_ALLOW to the absolute paths of programs, such as /usr/bin/git, and start again.";

const input = z.strictObject({
  command: z.string().describe('The program: its name, e.g. "git", or its absolute path'),
  args: z
    .array(z.string())
    .describe("Its arguments, one item each. No shell reads them: no quotes, pipes or globs."),
  stdin: z.string().optional().describe("What it reads from its standard input; nothing when left out"),
});

const output = z.object({
  exitCode: z.int(),
  stdout: z.string(),
  stderr: z.string(),
  isCut: z.boolean().describe("Whether a part of the output is missing"),
});

type Input = z.output<typeof input>;

export function runCommandTool(config: CommandConfig, changed: Partial<Limits> = {}): Tool {
  const limits = { ...LIMITS, ...changed };
  const names = config.commandsAllow.map((command) => command.name).join(", ");
  const tool = defineTool({
    name: "run_command",
    description: `Runs one program in the run's folder, without a shell, for up to ${limits.timeoutMs / 1_000} seconds. ${
      names === "" ? "No program is allowed." : `Programs: ${names}.`
    } An exit code other than 0 fails the step. Options that could run other programs or reach other files are refused. It may write ${limits.maxGrowthBytes / 1_000_000} MB. Keeps 1 MB of each output.`,
    input,
    output,
    example: exampleCommand(config.commandsAllow),
    annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: true, openWorldHint: true },
    call: (asked, context) => callCommand(asked, { ...config, ...limits }, context),
  });
  return names === "" ? { ...tool, definition: { ...tool.definition, offBecause: OFF } } : tool;
}

async function callCommand(
  asked: Input,
  config: CommandConfig & Limits,
  context: ToolCallContext,
): Promise<ToolOutcome> {
  const allowed = config.commandsAllow;
  if (allowed.length === 0) return failedForGood(OFF);
  const command = allowed.find(({ name, path }) => asked.command === name || asked.command === path);
  if (!command) {
    return failedNow(
      `"${asked.command}" is not allowed. Commands: ${allowed.map(({ name }) => name).join(", ")}.`,
    );
  }
  const problem = inputProblem(asked);
  if (problem !== null) return failedNow(problem);
  const names = programNames(command);
  if (!names.ok) return failedForGood(`${command.name} is not run: ${names.error}.`);

  const judged = judgeCommand({ names: names.value, options: command.options, args: asked.args });
  if (!judged.ok) return failedNow(judged.error);
  await mkdir(context.folder, { recursive: true });
  const folder = await realpath(context.folder);
  // One at a time in a folder, and with write_file in turn, so that none changes what was judged.
  const wanted = judged.value.files.map((file) => path.resolve(folder, file.path));
  const turns = await writingTurns([folder, ...wanted], config, folder);
  return inTurnOfAll(turns, () => runJudged(command, judged.value, { asked, config, context, folder }));
}

function inputProblem({ args, stdin = "" }: Input): string | null {
  if (args.length > MAX_ARGS) return `${args.length} arguments were given; run_command takes ${MAX_ARGS}.`;
  const long = args.find((arg) => Buffer.byteLength(arg) > MAX_ARG_BYTES);
  if (long !== undefined) {
    return `The argument that begins with "${long.slice(0, 40)}" is longer than the ${MAX_ARG_BYTES} bytes that run_command takes. Give long texts as stdin.`;
  }
  const odd = args.find((arg) => arg.includes("\0") || !arg.isWellFormed());
  if (odd !== undefined) {
    return `The argument ${JSON.stringify(odd.slice(0, 40))} has a character that no program can be given.`;
  }
  if (Buffer.byteLength(stdin) > MAX_STDIN_BYTES)
    return "stdin is larger than the 1 MB that run_command passes on.";
  return null;
}

type Call = { asked: Input; config: CommandConfig & Limits; context: ToolCallContext; folder: string };

async function runJudged(
  command: AllowedCommand,
  judged: JudgedArguments,
  { asked, config, context, folder }: Call,
): Promise<ToolOutcome> {
  if (context.signal.aborted) return failedForNow(`${command.name} was stopped before it began.`);
  const checked = await checkCommandFiles(judged.files, config, folder);
  if (!checked.ok) return failedNow(checked.error);

  const roots = await commandRoots(config, folder, "read");
  const environment = environmentOf(folder, roots, judged);
  const program = { file: command.path, cwd: folder, timeoutMs: config.timeoutMs };
  const repository =
    judged.leading === null
      ? null
      : await openRepository({
          git: (args) => runProgram({ ...program, args, environment, stdin: null, signal: context.signal }),
          leading: judged.leading,
          subcommand: judged.args[judged.leading.length] ?? "",
          roots,
          privateFolder: path.join(config.dataDir, "git"),
        });
  if (repository !== null && !repository.ok) return failedNow(repository.error);
  await using opened = repository?.value ?? null;
  const watched = await watchedFolders(judged, folder);
  const growth = await watchGrowth(watched, config);
  const end = await runProgram({
    ...program,
    args: judged.args,
    signal: AbortSignal.any([context.signal, growth.signal]),
    environment: { ...environment, ...opened?.environment },
    stdin: asked.stdin ?? null,
  });
  const grown = await growth.stop();
  const removed = judged.makesLinks ? await removeLeavingLinks(config, folder) : [];
  return commandOutcome(end, {
    name: command.name,
    answers: judged.answers,
    removed,
    grown,
    timeoutMs: config.timeoutMs,
    hide: context.hide,
  });
}

/** Where the command may write much; none when it only reads. */
async function watchedFolders(judged: JudgedArguments, folder: string): Promise<string[]> {
  const written = judged.files.filter(({ use }) => use === "write");
  if (written.length === 0 && !judged.makesLinks && judged.leading === null) return [];
  const elsewhere = await Promise.all(
    written.map(async (file) => {
      const wanted = path.resolve(folder, file.path);
      const facts = await stat(wanted).catch(() => null);
      return facts?.isDirectory() ? wanted : path.dirname(wanted);
    }),
  );
  return [folder, ...new Set(elsewhere.filter((one) => !isInside(folder, one)))];
}

function environmentOf(
  folder: string,
  roots: readonly string[],
  judged: JudgedArguments,
): Record<string, string> {
  return {
    PATH: "/usr/bin:/bin",
    LANG: "C.UTF-8",
    HOME: folder,
    ...judged.environment,
    // No repository around the folders is found.
    ...(judged.leading !== null && {
      GIT_CEILING_DIRECTORIES: roots.map((root) => path.dirname(root)).join(":"),
    }),
  };
}
