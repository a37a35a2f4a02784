import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { addRepository, addTraps, harmOf, makeCommandWorld } from "./command-world.ts";
import { messageOf, outputOf } from "./call-tool.ts";

test("SEC-A03: only argv reaches an allowed program, and dangerous options are refused by name", async () => {
  const world = await makeCommandWorld();
  await addRepository(world.folder);
  await addTraps(world);
  const { call, folder } = world;

  expect(messageOf(await call("ls; id", []))).toContain('"ls; id" is not allowed. Commands: git, tar');
  expect(messageOf(await call("ls", ["$(id)"]))).toContain("No such file");
  const setting = await call("git", ["-c", `core.sshCommand=${folder}/evil.sh`, "fetch"]);
  expect(messageOf(setting)).toBe('git does not take the option "-c". Options, written out in full: -C ….');
  const upload = messageOf(await call("git", ["clone", `--upload-pack=${folder}/evil.sh`, "x", "y"]));
  expect(upload).toContain('"git clone" is refused. git takes add, blame');
  expect(await harmOf(world, setting)).toEqual([]);
});

test("every rule lets its program do what it is for", async () => {
  const { call, folder, readable } = await makeCommandWorld();
  await addRepository(folder);
  await writeFile(path.join(folder, "b.txt"), "two\nthree\n");
  const orders = path.join(readable, "orders.csv");
  const told = async (command: string, args: string[], stdin?: string) => {
    const output = outputOf(await call(command, args, stdin === undefined ? {} : { stdin }));
    return (output as { stdout: string }).stdout;
  };

  expect(await told("git", ["log", "--oneline", "-1", "--", "a.txt"])).toMatch(/first words\n$/);
  expect(await told("git", ["status", "--short"])).toContain("?? b.txt");
  expect(await told("git", ["diff", "--stat", "HEAD"])).toBe("");
  expect(await told("git", ["show", "HEAD:a.txt"])).toBe("two\none\n");
  expect(await told("git", ["add", "b.txt"])).toBe("");
  expect(await told("git", ["commit", "-q", "-m", "second words"])).toBe("");
  expect(await told("git", ["-C", folder, "rev-list", "--count", "HEAD"])).toBe("2\n");
  expect(await told("tar", ["-czf", "out.tar.gz", "a.txt", "b.txt"])).toBe("");
  expect(await told("tar", ["-tzf", "out.tar.gz"])).toBe("a.txt\nb.txt\n");
  expect(await told("mkdir", ["-p", "in/side"])).toBe("");
  expect(await told("tar", ["-xvf", "out.tar.gz", "-C", "in"])).toBe("a.txt\nb.txt\n");
  expect(await told("tar", ["-xOf", "out.tar.gz", "b.txt"])).toBe("two\nthree\n");
  expect(await told("zip", ["-q", "-r", "out.zip", "in"])).toBe("");
  expect(await told("unzip", ["-p", "out.zip", "in/b.txt"])).toBe("two\nthree\n");
  expect(await told("unzip", ["-qo", "out.zip", "-d", "again"])).toBe("");
  expect(await told("cat", ["again/in/a.txt"])).toBe("two\none\n");
  expect(await told("find", ["in", "-type", "f", "-name", "*.txt", "!", "-name", "a*"])).toBe("in/b.txt\n");
  expect(await told("find", [".", "-mtime", "-7", "-name", "b.txt", "-maxdepth", "1"])).toBe("./b.txt\n");
  expect(await told("grep", ["-in", "TWO", "a.txt", "b.txt"])).toBe("a.txt:1:two\nb.txt:1:two\n");
  expect(await told("grep", ["-c", "nothing", "a.txt"])).toBe("0\n");
  expect(await told("sort", ["-t,", "-k2", "-r", orders])).toBe("id,total\n1,20\n");
  expect(await told("sort", ["--field-separator=,", "--key=1"], "b\na\n")).toBe("a\nb\n");
  expect(await told("uniq", ["-c"], "a\na\n")).toMatch(/2 a\n/);
  expect(await told("cut", ["-d,", "-f2", orders])).toBe("total\n20\n");
  expect(await told("sed", ["-n", "s/o/0/p", "a.txt"])).toBe("tw0\n0ne\n");
  expect(await told("diff", ["-u", "a.txt", "b.txt"])).toContain("+three");
  expect(await told("wc", ["-l", "a.txt"])).toBe("2 a.txt\n");
  expect(await told("head", ["-n1", "a.txt"])).toBe("two\n");
  expect(await told("tail", ["-n", "1", "a.txt"])).toBe("one\n");
  expect(await told("tr", ["a-z", "A-Z"], "up")).toBe("UP");
  expect(await told("jq", ["-r", ".include[0].name"], '{"include":[{"name":"Ann"}]}')).toBe("Ann\n");
  expect(await told("date", ["-u", "-d", "2026-03-01", "+%F"])).toBe("2026-03-01\n");
  expect(await told("file", ["-b", "--mime-type", "out.zip"])).toBe("application/zip\n");
  expect(await told("stat", ["-c", "%s", "a.txt"])).toBe("8\n");
  expect(await told("du", ["-a", "in"])).toContain("in/b.txt");
  expect(await told("ls", ["-1", "in"])).toBe("a.txt\nb.txt\nside\n");
  expect(await told("ps", ["-e"])).toMatch(/ps\n/);
  expect(await told("sha256sum", ["a.txt"])).toMatch(/^[0-9a-f]{64} {2}a\.txt\n$/);
  expect(await told("gzip", ["-k9", "a.txt"])).toBe("");
  expect(await told("gzip", ["-dc", "a.txt.gz"])).toBe("two\none\n");
  expect(await told("cp", [orders, "orders.csv"])).toBe("");
  expect(await told("mv", ["orders.csv", "in"])).toBe("");
  expect(await told("tee", ["-a", "log.txt"], "line\n")).toBe("line\n");
  expect(await told("touch", ["new.txt"])).toBe("");
  expect(await told("rm", ["new.txt"])).toBe("");
  expect(await told("echo", ["$HOME", "*"])).toBe("$HOME *\n");
  expect(await readdir(path.join(folder, "in"))).toEqual(["a.txt", "b.txt", "orders.csv", "side"]);
});

test("a program without rules takes the options of its entry only, and no file outside", async () => {
  const { folder: tools } = await makeCommandWorld();
  const report = path.join(tools, "report");
  await writeFile(report, '#!/bin/sh\nfor word in "$@"; do echo "[$word]"; done\n', { mode: 0o755 });
  const { call, outside, readable } = await makeCommandWorld(`${report} --month --format -v`);
  const told = async (...args: string[]) => messageOf(await call("report", args));

  expect(outputOf(await call(report, ["--month=2026-11", "--format", "csv", "-v", "a.txt"]))).toMatchObject({
    stdout: "[--month=2026-11]\n[--format]\n[csv]\n[-v]\n[a.txt]\n",
  });
  expect(outputOf(await call("report", [`${readable}/orders.csv`]))).toMatchObject({ exitCode: 0 });
  expect(await told("--exec", "x")).toBe(
    'report does not take "--exec". Options: --month, --format, -v. Options are named behind it in COMMANDS_ALLOW.',
  );
  for (const arg of ["--mon=1", "-vx", "--", "-"])
    expect(await told(arg)).toContain(`does not take "${arg}"`);
  for (const arg of [
    "@a.txt",
    "|id",
    "https://x",
    "ext::sh",
    "file:/etc/passwd",
    "--month=@a",
    "--month=data:x",
  ]) {
    expect(await told(arg)).toContain("may be an address");
  }
  for (const arg of ["/etc/passwd", `--month=${outside}/secret.txt`, `of=${outside}/x`, "a/../../b"]) {
    expect(await told(arg)).toMatch(/may not be read|have no "\.\."/);
  }
});

test("a link that leads out stops commands, and one that an archive brings is taken away", async () => {
  const world = await makeCommandWorld();
  const { call, folder, outside } = world;
  await addTraps(world);

  const first = await call("tar", ["-xf", "link.tar"]);
  expect(outputOf(first)).toMatchObject({
    stderr: '\nRemoved links that led out of the folder or into a ".git": link.',
  });
  const second = await call("tar", ["-xf", "through.tar"]);
  expect(await harmOf(world, second)).toEqual([]);
  expect(existsSync(path.join(outside, "canary"))).toBe(false);

  await symlink(outside, path.join(folder, "door"));
  for (const [command, args] of [
    ["zip", ["-r", "x.zip", "."]],
    ["grep", ["-r", "canary", "."]],
    ["diff", ["-r", "door", "in"]],
    ["tee", ["door/canary"]],
    ["ls", ["a.txt"]],
  ] as const) {
    expect(messageOf(await call(command, [...args]))).toContain('a link "door" that leads out of it');
  }
});

test("a repository whose own settings or files could run something is not touched", async () => {
  const evil = (folder: string) => `${folder}/evil.sh`;
  const odd: [string, (folder: string, outside: string) => Promise<unknown>][] = [
    ["filter.x.clean", (folder) => append(folder, `[filter "x"]\n\tclean = ${evil(folder)}\n`)],
    ["core.fsmonitor", (folder) => append(folder, `[core]\n\tfsmonitor = ${evil(folder)}\n`)],
    ["diff.external", (folder) => append(folder, `[diff]\n\texternal = ${evil(folder)}\n`)],
    ["gpg.program", (folder) => append(folder, `[gpg]\n\tprogram = ${evil(folder)}\n`)],
    ["include.path", (folder) => append(folder, `[include]\n\tpath = ${folder}/.gitconfig\n`)],
    ["core.worktree", (folder, outside) => append(folder, `[core]\n\tworktree = ${outside}\n`)],
    [
      "borrows the objects",
      (folder, outside) => writeFile(`${folder}/.git/objects/info/alternates`, `${outside}\n`),
    ],
    [
      "holds another one",
      async (folder) => {
        await mkdir(`${folder}/sub`);
        execFileSync("/usr/bin/git", ["init", "-q"], { cwd: `${folder}/sub` });
      },
    ],
  ];
  for (const [problem, change] of odd) {
    const world = await makeCommandWorld();
    await addRepository(world.folder);
    await addTraps(world);
    await writeFile(path.join(world.folder, ".gitattributes"), "* filter=x diff=x\n");
    await change(world.folder, world.outside);

    const outcome = await world.call("git", ["status", "-s"]);

    expect(messageOf(outcome)).toContain(problem);
    expect(await harmOf(world, outcome)).toEqual([]);
  }
});

test("a signed commit makes git run no program that a home in the run's folder names", async () => {
  const world = await makeCommandWorld();
  const { folder, call } = world;
  await addRepository(folder);
  await addTraps(world);
  const git = (args: string[], input = "") =>
    execFileSync("/usr/bin/git", args, { cwd: folder, input, stdio: "pipe" }).toString();
  const [headers = "", message = ""] = git(["cat-file", "-p", "HEAD"]).split("\n\n");
  const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----";
  const signed = `${headers}\n${signature}\n\n${message}`;
  const commit = git(["hash-object", "-t", "commit", "-w", "--stdin"], signed).trim();
  await mkdir(path.join(folder, ".gnupg"), { mode: 0o700 });
  const programs = ["agent", "dirmngr", "keyboxd"].map((name) => `${name}-program ${folder}/evil.sh`);
  await writeFile(path.join(folder, ".gnupg", "gpg.conf"), `${programs.join("\n")}\nauto-key-retrieve\n`);
  await writeFile(path.join(folder, ".gnupg", "common.conf"), "use-keyboxd\n");

  const outcome = await call("git", ["log", "--format=%G? %GK", commit]);

  expect(outcome.type).toBe("completed");
  expect(await harmOf(world, outcome)).toEqual([]);
});

test("a repository around the run's folder is not found", async () => {
  const { call, folder } = await makeCommandWorld();
  await addRepository(folder);

  const outcome = await call("git", ["log"], { folder: path.join(folder, "runs") });

  expect(messageOf(outcome)).toContain("not a git repository");
});

test("the environment holds nothing of the server's", async () => {
  const { folder: tools } = await makeCommandWorld();
  const show = path.join(tools, "show");
  await writeFile(show, "#!/bin/sh\n/usr/bin/env\n", { mode: 0o755 });
  const { call, folder } = await makeCommandWorld(show);

  const { stdout } = outputOf(await call("show", [])) as { stdout: string };

  expect(
    stdout
      .split("\n")
      .filter((line) => line !== "" && !/^(PWD|_|SHLVL|OLDPWD)=/.test(line))
      .sort(),
  ).toEqual([`HOME=${folder}`, "LANG=C.UTF-8", "PATH=/usr/bin:/bin"]);
});

test("a failure tells the exit code and the last words of the program", async () => {
  const { call } = await makeCommandWorld();

  expect(await call("cat", ["missing.txt"])).toMatchObject({
    type: "failed",
    retry: "now",
    message: "cat failed with exit code 1. It said: /usr/bin/cat: missing.txt: No such file or directory",
  });
});

test("without allowed programs the tool is listed as off, and says how to turn it on", async () => {
  const { tool, call } = await makeCommandWorld("  ,");

  expect(tool.definition.offBecause).toContain("Set COMMANDS_ALLOW");
  expect(await call("ls", [])).toMatchObject({ retry: "not_retryable", message: tool.definition.offBecause });
  expect((await makeCommandWorld()).tool.definition.offBecause).toBeUndefined();
  expect((await makeCommandWorld()).tool.definition.description).toContain("Programs: git, tar, zip");
});

test("too many, too long and odd arguments are refused before anything starts", async () => {
  const { call } = await makeCommandWorld();

  expect(messageOf(await call("echo", Array(101).fill("x")))).toContain("101 arguments");
  expect(messageOf(await call("echo", ["x".repeat(4_097)]))).toContain("4096 bytes");
  expect(messageOf(await call("echo", ["a\0b"]))).toContain("no program can be given");
  expect(messageOf(await call("echo", ["\ud800"]))).toContain("no program can be given");
  expect(messageOf(await call("cat", [], { stdin: "x".repeat(1_000_001) }))).toContain("1 MB");
});

test("a run's folder is made by its first command", async () => {
  const { call, folder } = await makeCommandWorld();

  expect(await call("touch", ["x"], { folder: path.join(folder, "new") })).toMatchObject({
    type: "completed",
  });
  expect(await readFile(path.join(folder, "new", "x"), "utf8")).toBe("");
});

function append(folder: string, text: string): Promise<void> {
  return writeFile(path.join(folder, ".git", "config"), text, { flag: "a" });
}
