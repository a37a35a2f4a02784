import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import packageFile from "#package.json" with { type: "json" };
import { FolderInUseError } from "#db/folder-lock.ts";
import { CommandError } from "./commands/command-error.ts";
import { EXPORT_FORMATS } from "./commands/export-formats.ts";
import { ConfigError, readConfig } from "./config.ts";

const WRONG_USE = 2;

// Each command is loaded when it is asked for, so that `--help` and a wrong option answer at once.
const program = new Command("stepwright")
  .description("A conversational planning agent: a brief becomes a step graph, and runs that can be trusted.")
  .version(packageFile.version, "-v, --version", "print the version")
  .exitOverride()
  .configureOutput({
    outputError: (message, write) =>
      write(
        `stepwright: ${message
          .replace(/^error: /, "")
          .trim()
          .replaceAll("\n", " ")} See "stepwright --help".\n`,
      ),
  });

program
  .command("start")
  .description("page, API and worker in one process")
  .action(async () => {
    const config = readConfig(process.env);
    await (await import("./commands/start.ts")).start(config);
  });

program
  .command("web")
  .description("page and API alone, for several processes on one DATABASE_URL")
  .action(async () => {
    const config = readConfig(process.env);
    await (await import("./commands/web.ts")).web(config);
  });

program
  .command("worker")
  .description("a worker alone, for several processes on one DATABASE_URL")
  .action(async () => {
    const config = readConfig(process.env);
    await (await import("./commands/worker.ts")).worker(config);
  });

program
  .command("chat")
  .description("the planning conversation in a terminal")
  .argument("<agent>", "id or slug; with --new, the name of a new agent")
  .option("--new", "begin a new agent")
  .option("-m, --message <text...>", "say this instead of asking in the terminal")
  .action(async (agent, options) => {
    const config = readConfig(process.env);
    await (await import("./commands/chat.ts")).chat(config, agent, options);
  });

program
  .command("run")
  .description(
    "start a run of the saved plan and print its log; exits 0 completed, 1 failed, 3 a person has to act",
  )
  .argument("<agent>", "id or slug")
  .option("--input <file>", 'JSON for the run; "-" reads stdin')
  .option("--follow", "stay until the run is over, also while a person has to act")
  .action(async (agent, options) => {
    const config = readConfig(process.env);
    process.exitCode = await (await import("./commands/run.ts")).run(config, agent, options);
  });

program
  .command("demo")
  .description("the whole job once: brief, plan, edits, save, run, log")
  .option("--keep", "leave the data folder of the demo where it is")
  .action(async (options) => {
    process.exitCode = await (await import("./commands/demo.ts")).demo(options);
  });

program
  .command("export")
  .description("write an agent's plan, or with --run a whole run")
  .argument("[agent]", "id or slug")
  .option("--run <run>", "a run with its plan, log and artifacts, as JSON")
  .addOption(new Option("--format <format>", "what to write").choices([...EXPORT_FORMATS]).default("json"))
  .option("--revision <number>", "an earlier revision", wholeNumber)
  .option("--output <file>", "instead of stdout")
  .action(async (agent, options) => {
    if ((agent === undefined) === (options.run === undefined)) {
      program.error('export takes an agent or "--run RUN", one of the two.');
    }
    const config = readConfig(process.env);
    if (options.run === undefined)
      return (await import("./commands/export.ts")).exportPlan(config, agent, options);
    await (await import("./commands/export-run.ts")).exportRun(config, options.run, options);
  });

program
  .command("import")
  .description("begin a new agent with a plan (JSON, Markdown, Mermaid) or a brief")
  .argument("<file>")
  .option("--name <name>", "of the new agent; the file's name when left out")
  .action(async (file, options) => {
    const config = readConfig(process.env);
    process.exitCode = await (await import("./commands/import.ts")).importFile(config, file, options);
  });

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It takes a whole number from 1.");
  return Number(text);
}

// A reader such as `head` that has seen enough is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  // Commander has said what is wrong by now; help that was asked for is no fault.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USE;
  const isExpected =
    error instanceof CommandError || error instanceof ConfigError || error instanceof FolderInUseError;
  process.stderr.write(
    `stepwright: ${isExpected ? error.message : (error instanceof Error && error.stack) || error}\n`,
  );
  return isExpected ? WRONG_USE : 1;
}
