import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeCommand } from "#server/core/command-rules/judge-command.ts";
import { programRefusal } from "#server/core/command-rules/refused-programs.ts";

function judge(command: string, ...args: string[]) {
  const judged = judgeCommand({ names: [command], options: [], args });
  return judged.ok ? judged.value : judged.error;
}

test("short options are judged letter by letter, with the value glued to them or behind them", () => {
  expect(judge("tar", "-xvf", "a.tar")).toMatchObject({ files: [{ path: "a.tar", use: "read" }] });
  expect(judge("tar", "-cvfa.tar", "x")).toMatchObject({
    files: [
      { path: "a.tar", use: "write" },
      { path: "x", use: "read" },
    ],
  });
  expect(judge("tar", "-xvIf", "a.tar")).toContain('the option "-xvIf"');
  expect(judge("grep", "-rn", "-e", "word", "sub")).toMatchObject({ files: [{ path: "sub", use: "read" }] });
});

test("long options are taken in full only, with a value where they have one", () => {
  expect(judge("tar", "--create", "--file=a.tar", "x")).toMatchObject({
    files: [{ use: "write" }, { path: "x" }],
  });
  for (const option of ["--fil=a.tar", "--use-compress=x", "--verbose=1", "--", "--=x"]) {
    expect([option, judge("git", "log", option === "--" ? "--exec" : option)]).toEqual([
      option,
      expect.stringContaining("does not take"),
    ]);
  }
  expect(judge("head", "--lines")).toBe('head needs a value behind "--lines".');
  expect(judge("head", "-n", "-1")).toBe(
    'The value "-1" of "-n" begins with "-". If it is meant, write "-n-1".',
  );
});

test("behind -- everything is a file or a text, and none begins with a dash", () => {
  expect(judge("cat", "--", "a", "b")).toMatchObject({
    args: ["--", "a", "b"],
    files: [{ path: "a" }, { path: "b" }],
  });
  expect(judge("cat", "--", "-x")).toContain('Write "./-x" for a file of that name');
  expect(judge("cat", "-")).toContain('"-"');
});

test("what a program is forced to comes before what it was given", () => {
  expect(judge("sed", "-n", "p", "a")).toMatchObject({ args: ["--sandbox", "-n", "p", "a"] });
  const log = judge("git", "-C", "sub", "log", "-5", "main..dev");
  expect(log).toMatchObject({ files: [{ path: "sub", use: "read" }, { path: "main..dev" }] });
  const args = typeof log === "string" ? [] : log.args;
  expect(args.slice(-7)).toEqual(
    [
      "-C",
      "sub",
      "log",
      "--no-ext-diff",
      "--no-textconv",
      "--ignore-submodules=all",
      "-5",
      "main..dev",
    ].slice(-7),
  );
  expect(args.indexOf("core.hooksPath=/dev/null")).toBeLessThan(args.indexOf("log"));
  expect(judge("git", "-C", "sub", "add", "x")).toMatchObject({ files: [{ path: "sub", use: "write" }, {}] });
});

test("git neither asks gpg, whose settings could lie in the run's folder, nor reads settings of a home", () => {
  const log = judge("git", "log", "--format=%G?");

  expect(log).toMatchObject({ environment: { HOME: "/nonexistent", GIT_CONFIG_GLOBAL: "/dev/null" } });
  const args = typeof log === "string" ? [] : log.args;
  for (const kind of ["", "openpgp.", "x509.", "ssh."])
    expect(args).toContain(`gpg.${kind}program=/bin/false`);
});

test("a refusal names the argument and what is taken instead", () => {
  expect(judge("git")).toContain("git needs a command: add, blame");
  expect(judge("git", "constructor")).toContain('"git constructor" is refused');
  expect(judge("tar", "a.tar")).toBe("tar needs one of -c, -x, -t, --create, --extract, --list.");
  expect(judge("uniq", "a", "b")).toBe('uniq does not take "b" in that place; it takes one.');
  expect(judge("uname", "a")).toBe('uname does not take "a" in that place; it takes options only.');
  expect(judge("find", ".", "-exec", "sh")).toContain("Options, written out in full: -name …, -iname …");
});

const DANGEROUS =
  "--upload-pack=x --upload-p=x --output=x --files0-from=x --to-command=x --to-com=x --compress-program=x --checkpoint-action=x --use-compress-program=x --ext-diff --exec=x -".split(
    " ",
  );
const WORDS = [...DANGEROUS, ..."-c -x -f -e -n -r -C -- ( ! log status diff a.txt b.tar p".split(" ")];

test("whatever is put together, no dangerous option is let through, as one or as a value", () => {
  const programs = "git tar zip unzip grep sed sort uniq cat cp du file gzip head jq tee wc diff find".split(
    " ",
  );
  let accepted = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...programs),
      fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }),
      (program, args) => {
        const judged = judgeCommand({ names: [program], options: [], args });
        if (!judged.ok) return;
        accepted += 1;
        expect(args.filter((arg) => DANGEROUS.includes(arg))).toEqual([]);
      },
    ),
    { numRuns: 5_000 },
  );
  expect(accepted).toBeGreaterThan(100);
});

test("interpreters, launchers and programs of the network are refused by name", () => {
  for (const name of "sh bash python3 python3.12 perl5.36 node busybox env xargs sudo nice timeout gdb make docker npx".split(
    " ",
  )) {
    expect([name, programRefusal(name)]).toEqual([
      name,
      expect.stringContaining("no rule about arguments would hold"),
    ]);
  }
  for (const name of ["curl", "wget", "ssh", "rsync", "CURL.EXE"]) {
    expect([name, programRefusal(name)]).toEqual([name, expect.stringContaining("http_request")]);
  }
  for (const name of ["git", "tar", "report", "pandoc", "pythonista"])
    expect(programRefusal(name)).toBeNull();
});
