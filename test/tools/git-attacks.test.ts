import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { writeFileTool } from "#server/tools/write-file.ts";
import { isLong } from "#test/quality/long-tests.ts";
import { messageOf, outputOf, toolContext } from "./call-tool.ts";
import { type CommandWorld, addRepository, makeCommandWorld } from "./command-world.ts";

// Each of these programs would make the canary, by whatever command git is asked for.
const EVIL = (canary: string) =>
  `[core]
	repositoryformatversion = 0
	fsmonitor = "/usr/bin/touch ${canary}; true"
	pager = "/usr/bin/touch ${canary}"
	hooksPath = .
[filter "x"]
	clean = "/usr/bin/touch ${canary}; /bin/cat"
	smudge = "/usr/bin/touch ${canary}; /bin/cat"
	process = "/usr/bin/touch ${canary}"
[diff "x"]
	textconv = "/usr/bin/touch ${canary}; /bin/cat"
	command = "/usr/bin/touch ${canary}"
[merge "x"]
	driver = "/usr/bin/touch ${canary}"
[alias]
	add = "!/usr/bin/touch ${canary}"
`;
const PLAIN = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n";
const ASKED = [
  ["add", "a.txt"],
  ["status", "-s"],
  ["diff"],
  ["diff", "HEAD"],
  ["commit", "-q", "-a", "--allow-empty", "-m", "more words"],
  ["log", "-p"],
  ["show"],
  ["blame", "a.txt"],
];

async function addAttributes({ folder }: CommandWorld): Promise<void> {
  await writeFile(path.join(folder, ".gitattributes"), "* filter=x diff=x merge=x\n");
  await writeFile(path.join(folder, "a.txt"), "three\n");
}

test.runIf(isLong)("settings that somebody changes while git works run nothing", async () => {
  const world = await makeCommandWorld();
  const { folder, call, canary } = world;
  await addRepository(folder);
  await addAttributes(world);
  const config = path.join(folder, ".git", "config");
  let lastPlain = 0;

  // A process of its own, so that it changes the file at every moment of a call.
  const writer = spawn(
    process.execPath,
    [
      "-e",
      `const { writeFileSync, renameSync } = require("node:fs");
       const [file, plain, evil] = process.argv.slice(1);
       for (let n = 0; ; n += 1) { writeFileSync(file + ".new", n % 2 ? evil : plain); renameSync(file + ".new", file); }`,
      config,
      PLAIN,
      `${EVIL(canary)}[core]\n\tworktree = ${world.outside}\n`,
    ],
    { stdio: "ignore" },
  );
  try {
    for (const args of Array(6).fill(ASKED).flat() as string[][]) {
      await writeFile(path.join(folder, "a.txt"), `${lastPlain}\n`);
      const outcome = await call("git", args);
      if (outcome.type === "completed") lastPlain += 1;
      expect([args, existsSync(canary)]).toEqual([args, false]);
      expect(JSON.stringify(outcome)).not.toMatch(/secret\.txt|canary-secret/);
    }
  } finally {
    writer.kill("SIGKILL");
  }

  // Some calls saw the plain settings when they were judged, and the others later.
  expect(lastPlain).toBeGreaterThan(0);
});

test("the same settings run programs when git reads them", async () => {
  const world = await makeCommandWorld();
  await addRepository(world.folder);
  await addAttributes(world);
  await writeFile(path.join(world.folder, ".git", "config"), EVIL(world.canary));

  execFileSync("/usr/bin/git", ["status", "-s"], { cwd: world.folder, stdio: "pipe" });

  expect(existsSync(world.canary)).toBe(true);
});

test.runIf(isLong)("a repository that appears within another one while git works is not asked", async () => {
  const world = await makeCommandWorld();
  const { folder, call, canary } = world;
  await addRepository(folder);
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("/usr/bin/git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
      cwd,
      stdio: "pipe",
    });
  const sub = path.join(folder, "sub");
  await mkdir(sub);
  git(sub, "init", "-q");
  await writeFile(path.join(sub, ".gitattributes"), "* filter=x diff=x\n");
  await writeFile(path.join(sub, "f"), "0\n");
  git(sub, "add", "-A");
  git(sub, "commit", "-q", "-m", "within");
  git(folder, "add", "sub");
  await writeFile(path.join(sub, ".git", "config"), EVIL(canary));
  const away = path.join(world.outside, "git");
  const writer = spawn(
    process.execPath,
    [
      "-e",
      `const { renameSync } = require("node:fs");
       const [here, away] = process.argv.slice(1);
       for (;;) { renameSync(here, away); renameSync(away, here); }`,
      path.join(sub, ".git"),
      away,
    ],
    { stdio: "ignore" },
  );
  try {
    for (let times = 0; times < 40; times += 1) {
      await writeFile(path.join(sub, "f"), `${times}\n`);
      await call("git", ["add", "-u"]);
      expect([times, existsSync(canary)]).toEqual([times, false]);
    }
  } finally {
    writer.kill("SIGKILL");
  }
});

test("a link to a repository's data is no way to write into it", async () => {
  const world = await makeCommandWorld();
  const { folder, call, outside } = world;
  await addRepository(folder);
  const write = (file: string) =>
    writeFileTool({ dataDir: outside, filesFolder: ".data/files", filesRead: [], filesWrite: [] }).call(
      { path: file, content: "x" },
      toolContext(folder),
    );
  const before = await readFile(path.join(folder, ".git", "config"), "utf8");
  await symlink(".git", path.join(folder, "g"));
  await symlink("g", path.join(folder, "h"));
  await symlink(".git/config", path.join(folder, "c"));
  await mkdir(path.join(folder, "d"));
  await symlink("../.git/info", path.join(folder, "d", "i"));

  for (const file of [
    "g/config",
    "h/config",
    "g/new/x",
    "d/i/attributes",
    ".git/config",
    "./g/../g/config",
  ]) {
    expect(messageOf(await write(file))).toContain('git runs what stands in ".git"');
  }
  expect(messageOf(await write("c"))).toContain("link");
  for (const [command, args] of [
    ["tee", ["g/config"]],
    ["tee", ["c"]],
    ["ls", ["."]],
  ] as const) {
    expect(messageOf(await call(command, [...args], { stdin: "x" }))).toMatch(/a link ".*" that leads out/);
  }
  expect(await readFile(path.join(folder, ".git", "config"), "utf8")).toBe(before);
});

test("no command is given a file in a repository's data to write", async () => {
  const { folder, call } = await makeCommandWorld();
  await addRepository(folder);
  const before = await readFile(path.join(folder, ".git", "config"), "utf8");

  for (const [command, args] of [
    ["tee", [".git/config"]],
    ["cp", ["a.txt", ".git/config"]],
    ["mv", ["a.txt", ".git/config"]],
    ["rm", [".git/config"]],
    ["tar", ["-cf", ".git/config", "a.txt"]],
    ["mkdir", ["sub/.git"]],
    ["tee", [".GIT/config"]],
  ] as const) {
    expect(messageOf(await call(command, [...args], { stdin: "x" }))).toContain(
      'git runs what stands in ".git"',
    );
  }
  expect(await readFile(path.join(folder, ".git", "config"), "utf8")).toBe(before);
});

test("a link to a repository's data that an archive brings is taken away", async () => {
  const { folder, call, outside } = await makeCommandWorld();
  await addRepository(folder);
  await symlink(".git", path.join(outside, "g"));
  execFileSync("/usr/bin/tar", ["-cf", path.join(folder, "p.tar"), "g"], { cwd: outside });

  expect(outputOf(await call("tar", ["-xf", "p.tar"]))).toMatchObject({
    stderr: expect.stringContaining('into a ".git": g.'),
  });
  expect(await readdir(folder)).not.toContain("g");
});

test("git keeps harmless settings, its log and nothing of the copy it worked with", async () => {
  const { folder, call, dataDir } = await makeCommandWorld();
  const told = async (...args: string[]) => (outputOf(await call("git", args)) as { stdout: string }).stdout;
  await told("init", "-q", "-b", "main");
  await writeFile(
    path.join(folder, ".git", "config"),
    '\tabbrev = 12\n[color "x y\\"z"]\n\tui = "a\\n#b"\n',
    {
      flag: "a",
    },
  );
  await told("add", "a.txt");
  await told("commit", "-q", "-m", "one");
  await told("commit", "-q", "--allow-empty", "-m", "two");

  expect(await told("log", "--format=%h %s")).toMatch(/^[0-9a-f]{12} two\n[0-9a-f]{12} one\n$/);
  expect(await told("rev-parse", "--abbrev-ref", "HEAD")).toBe("main\n");
  expect(await readFile(path.join(folder, ".git", "logs", "refs", "heads", "main"), "utf8")).toContain("two");
  expect(await readdir(path.join(dataDir, "git"))).toEqual([]);
});
