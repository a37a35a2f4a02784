import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ToolCallContext } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { readAllowedCommands } from "#server/tools/allowed-program.ts";
import { runCommandTool } from "#server/tools/run-command.ts";
import { makeFolder, toolContext } from "./call-tool.ts";

const PROGRAMS =
  "git tar zip unzip find grep sed sort cat cp cut date diff du echo file gzip head jq ls mkdir mv ps rm sha256sum stat tail tee touch tr uniq wc";
export const SECRET = "canary-secret-4711";

type CommandLimits = Parameters<typeof runCommandTool>[1];

/** A run's folder, a folder outside with a secret in it, and the programs of this machine. */
export async function makeCommandWorld(settings = "", limits?: CommandLimits) {
  const [folder, outside, readable, writable, dataDir] = await Promise.all([1, 2, 3, 4, 5].map(makeFolder));
  if (!folder || !outside || !readable || !writable || !dataDir)
    throw new Error("five folders were asked for");
  const found = PROGRAMS.split(" ")
    .map((name) => `/usr/bin/${name}`)
    .filter((file) => existsSync(file));
  const allowed = readAllowedCommands(settings === "" ? found.join(",") : settings);
  if (!allowed.ok) throw new Error(allowed.error);
  const tool = runCommandTool(
    {
      dataDir,
      filesFolder: ".data/files",
      filesRead: [readable],
      filesWrite: [writable],
      commandsAllow: allowed.value,
    },
    limits,
  );
  await writeFile(path.join(outside, "secret.txt"), `${SECRET}\n`);
  await writeFile(path.join(folder, "a.txt"), "two\none\n");
  await writeFile(path.join(readable, "orders.csv"), "id,total\n1,20\n");
  const call = (
    command: string,
    args: string[],
    over: Partial<ToolCallContext> & { stdin?: string } = {},
  ) => {
    const { stdin, ...context } = over;
    const input: Json = { command, args, ...(stdin !== undefined && { stdin }) };
    return tool.call(input, toolContext(folder, context));
  };
  return { tool, call, folder, dataDir, outside, readable, writable, canary: path.join(outside, "canary") };
}

export type CommandWorld = Awaited<ReturnType<typeof makeCommandWorld>>;

/** A program that a shell reads, as people write them, with a world that allows it. */
export async function makeProgramWorld(script: string, limits?: CommandLimits) {
  const program = path.join(await makeFolder(), "report");
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const world = await makeCommandWorld(program, limits);
  return {
    ...world,
    report: (over: Parameters<typeof world.call>[2] = {}) => world.call("report", [], over),
  };
}

/** A repository with one commit in the run's folder. */
export async function addRepository(folder: string): Promise<void> {
  const git = (...args: string[]) =>
    execFileSync("/usr/bin/git", args, {
      cwd: folder,
      env: { HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" },
      stdio: "pipe",
    });
  git("init", "-q", "-b", "main");
  git("add", "a.txt");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "first words");
}

/** Files that an attack prepares: scripts that make the canary, archives and links. */
export async function addTraps({ folder, outside, canary }: CommandWorld): Promise<void> {
  const script = `#!/bin/sh\ncat ${outside}/secret.txt\ntouch ${canary}\n`;
  await writeFile(path.join(folder, "evil.sh"), script, { mode: 0o755 });
  await writeFile(path.join(folder, "names.txt"), `${outside}/secret.txt\n`);
  await writeFile(path.join(folder, "names0"), `${outside}/secret.txt\0`);
  await writeFile(path.join(folder, "evil.jq"), `import "secret" as $s {search:"${outside}"}; $s\n`);
  await writeFile(path.join(folder, ".jq"), `include "x" {search:"${outside}"};\n`);
  await writeFile(
    path.join(folder, ".gitconfig"),
    `[core]\n\tpager = ${folder}/evil.sh\n[alias]\n\tlog = !${folder}/evil.sh\n`,
  );
  const away = path.join(outside, "stage");
  await mkdir(path.join(away, "d"), { recursive: true });
  await symlink(outside, path.join(away, "link"));
  await writeFile(path.join(away, "d", "canary"), "x");
  const tar = (...args: string[]) => execFileSync("/usr/bin/tar", args, { cwd: away, stdio: "pipe" });
  tar("-cf", path.join(folder, "link.tar"), "link");
  tar("-cf", path.join(folder, "through.tar"), "--transform=s,^d,link,", "d/canary");
  tar(
    "-cPf",
    path.join(folder, "up.tar"),
    "--transform=s,^d/canary,../../../../../..%,".replace("%", canary),
    "d/canary",
  );
  tar("-cPf", path.join(folder, "absolute.tar"), `--transform=s,^d/canary,${canary},`, "d/canary");
}

/** Whether a call did what it may not. */
export async function harmOf(
  { folder, canary, outside }: CommandWorld,
  outcome: ToolOutcome,
): Promise<string[]> {
  const told = JSON.stringify(outcome).includes(SECRET) ? ["told the secret"] : [];
  const made = [canary, path.join(folder, "canary"), path.join(folder, "canary-made")].filter((file) =>
    existsSync(file),
  );
  const secret = await readFile(path.join(outside, "secret.txt"), "utf8").catch(() => "gone");
  return [
    ...told,
    ...made.map((file) => `made ${file}`),
    ...(secret === `${SECRET}\n` ? [] : ["changed the secret"]),
  ];
}
