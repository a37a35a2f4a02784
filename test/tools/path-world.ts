import { execFileSync } from "node:child_process";
import { link, mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ToolOutcome } from "#server/core/tool.ts";
import { findExisting } from "#server/tools/file-places.ts";
import { listFilesTool } from "#server/tools/list-files.ts";
import { completed, failedNow } from "#server/tools/outcome.ts";
import { readBounded, readFileTool } from "#server/tools/read-file.ts";
import { writeFileTool } from "#server/tools/write-file.ts";
import { makeFolder, toolContext } from "./call-tool.ts";

const WORD = "canary-secret-4711";
const BYTES = 47_111;
const SECRET = WORD.padEnd(BYTES, WORD);

/** A run's folder beside one with a secret in it, and what opens files by a name that a plan gave. */
export async function makePathWorld() {
  const base = await makeFolder();
  const [folder, outside, readable, writable] = ["run", "outside", "readable", "writable"].map((name) =>
    path.join(base, name),
  ) as [string, string, string, string];
  for (const one of [folder, outside, readable, writable]) await mkdir(one);
  await writeFile(path.join(outside, "secret.txt"), SECRET);
  await writeFile(path.join(folder, "a.txt"), "inside");
  await mkdir(path.join(folder, "sub"));
  const config = {
    dataDir: path.join(base, "data"),
    filesFolder: ".data/files",
    filesRead: [readable],
    filesWrite: [writable],
  };
  const context = toolContext(folder);
  const [reads, writes, lists] = [readFileTool(config), writeFileTool(config), listFilesTool(config)];

  /** As an attachment of a mail is found. */
  async function attach(asked: string): Promise<ToolOutcome> {
    const found = await findExisting(asked, config, folder);
    if (!found.ok) return failedNow(found.error);
    const bytes = await readBounded(found.value).catch(() => "refused");
    return typeof bytes === "string" ? failedNow(bytes) : completed(bytes.toString());
  }

  const ways = {
    read_file: (asked: string) => reads.call({ path: asked }, context),
    "read_file as base64": (asked: string) => reads.call({ path: asked, encoding: "base64" }, context),
    write_file: (asked: string) => writes.call({ path: asked, content: "canary-written" }, context),
    "write_file, appending": (asked: string) =>
      writes.call({ path: asked, content: "canary-written", append: true }, context),
    list_files: (asked: string) => lists.call({ path: asked }, context),
    "list_files by a pattern": (asked: string) => lists.call({ pattern: asked }, context),
    attachment: attach,
  };

  /** What got out, or in. */
  async function harm(outcomes: readonly ToolOutcome[]): Promise<string[]> {
    const told = JSON.stringify(outcomes);
    const hidden = [WORD, Buffer.from(SECRET).toString("base64").slice(0, 40), `"bytes":${BYTES}`];
    const changed = (await readFile(path.join(outside, "secret.txt"), "utf8")) !== SECRET;
    const names = (await readdir(outside)).filter((name) => name !== "secret.txt");
    return [
      ...hidden.filter((text) => told.includes(text)).map((text) => `told ${text}`),
      ...(changed ? ["changed the secret"] : []),
      ...names.map((name) => `made ${name}`),
    ];
  }
  return { folder, outside, readable, writable, ways, harm };
}

export type PathWorld = Awaited<ReturnType<typeof makePathWorld>>;

type Traversal = [name: string, asked: string, prepare?: () => unknown];

/** Ways out of a folder: by the path, by links and by odd files in it. */
export function traversalsOf({ folder, outside, readable }: PathWorld): Traversal[] {
  const secret = path.join(outside, "secret.txt");
  const inFolder = (name: string) => path.join(folder, name);
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: "pipe" });
  return [
    ["..", "../outside/secret.txt"],
    [".. behind a folder", "sub/../../outside/secret.txt"],
    [".. behind a folder that is not there", "none/../../outside/secret.txt"],
    [".. behind a file", "a.txt/../../outside/secret.txt"],
    [". and ..", "./.././outside/./secret.txt"],
    ["many slashes", "..//outside///secret.txt"],
    ["many ..", `${"../".repeat(40)}${secret}`],
    ["absolute", secret],
    ["absolute with two slashes", `/${secret}`],
    ["absolute by way of the folder", `${folder}/../outside/secret.txt`],
    ["absolute by way of a readable folder", `${readable}/../outside/secret.txt`],
    ["a folder whose name begins the same", `${folder}side/../outside/secret.txt`],
    ["the folder above", ".."],
    ["the folder above, with a slash", "../"],
    ["the top", "/"],
    ["percent encoding", "%2e%2e%2foutside%2fsecret.txt"],
    ["percent encoding twice", "%252e%252e%252foutside%252fsecret.txt"],
    ["overlong UTF-8 as text", "..%c0%af..%c0%afoutside/secret.txt"],
    ["backslashes", "..\\outside\\secret.txt"],
    ["backslashes and slashes", "..\\../outside/secret.txt"],
    ["a drive", `C:${secret}`],
    ["a file URL", `file://${secret}`],
    ["NUL at the end", `${secret}\0.txt`],
    ["NUL in a folder", "sub\0/../../outside/secret.txt"],
    ["the home", "~/secret.txt"],
    ["the home of root", "~root/secret.txt"],
    ["a variable", "$PWD/../outside/secret.txt"],
    ["braces", "{..,.}/outside/secret.txt"],
    ["two-dot leader", "‥/outside/secret.txt"],
    ["full-width full stops", "．．/outside/secret.txt"],
    ["full-width slash", "..／outside／secret.txt"],
    ["division slash", "..∕outside∕secret.txt"],
    ["zero-width joiner between dots", ".\u200d./outside/secret.txt"],
    ["spaces around ..", " ../outside/secret.txt"],
    ["a space behind ..", ".. /outside/secret.txt"],
    ["a dot and a space behind", "../outside/secret.txt. "],
    ["a line break before", "\n../outside/secret.txt"],
    ["other case", "../OUTSIDE/SECRET.TXT"],
    ["three dots", ".../outside/secret.txt"],
    ["four dots", "..../outside/secret.txt"],
    ["dots and slashes that fold", "....//outside/secret.txt"],
    ["a very long name", "x".repeat(5_000)],
    ["a very long path", `${"x/".repeat(4_000)}../../outside/secret.txt`],
    ["half a surrogate pair", "\ud800/../../outside/secret.txt"],
    ["/proc/self/root", `/proc/self/root${secret}`],
    ["/proc/self/cwd", "/proc/self/cwd/package.json"],
    ["/proc/self/environ", "/proc/self/environ"],
    ["/dev/stdin", "/dev/stdin"],
    ["/dev/fd", "/dev/fd/0"],
    ["/etc/passwd", "/etc/passwd"],
    ["a link to a file", "link.txt", () => symlink(secret, inFolder("link.txt"))],
    ["a relative link to a file", "near.txt", () => symlink("../outside/secret.txt", inFolder("near.txt"))],
    ["a link to a folder", "door/secret.txt", () => symlink(outside, inFolder("door"))],
    ["a link to a folder, new file", "door/new.txt", () => symlink(outside, inFolder("door"))],
    ["a link to a folder, new folders", "door/new/er/file.txt", () => symlink(outside, inFolder("door"))],
    ["a link to a folder, by ..", "sub/../door/secret.txt", () => symlink(outside, inFolder("door"))],
    ["a link to the top", `top${secret}`, () => symlink("/", inFolder("top"))],
    ["a link to /proc/self/root", `root${secret}`, () => symlink("/proc/self/root", inFolder("root"))],
    [
      "a chain of links",
      "one/secret.txt",
      async () => {
        await symlink(outside, inFolder("three"));
        await symlink("three", inFolder("two"));
        await symlink("two", inFolder("one"));
      },
    ],
    ["a link to itself", "loop", () => symlink("loop", inFolder("loop"))],
    [
      "a link to nowhere outside",
      "dangling.txt",
      () => symlink(path.join(outside, "new.txt"), inFolder("dangling.txt")),
    ],
    [
      "a link to a link to nowhere outside",
      "first.txt",
      async () => {
        await symlink(path.join(outside, "new.txt"), inFolder("second.txt"));
        await symlink("second.txt", inFolder("first.txt"));
      },
    ],
    [
      "a folder that links to nowhere outside",
      "gone/new.txt",
      () => symlink(path.join(outside, "gone"), inFolder("gone")),
    ],
    ["a link in a readable folder", "shared.txt", () => symlink(secret, path.join(readable, "shared.txt"))],
    ["a link to a device", "null", () => symlink("/dev/zero", inFolder("null"))],
    ["a hard link", "hard.txt", () => link(secret, inFolder("hard.txt"))],
    ["a pipe", "pipe", () => run("mkfifo", inFolder("pipe"))],
    ["a device of its own", "zero", () => run("mknod", inFolder("zero"), "c", "1", "5")],
  ];
}
