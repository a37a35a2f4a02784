import { copyFileSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";

const folder = mkdtempSync(join(tmpdir(), "stepwright-programs-"));

function failure(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error(`${JSON.stringify(environment)} was accepted`);
}

test("programs are allowed with the options behind them", () => {
  const report = join(folder, "report");
  writeFileSync(report, "#!/bin/sh\n", { mode: 0o755 });

  expect(readConfig({ COMMANDS_ALLOW: ` /usr/bin/git, ${report}  --month -v ,` }).commandsAllow).toEqual([
    { name: "git", path: "/usr/bin/git", options: [] },
    { name: "report", path: report, options: ["--month", "-v"] },
  ]);
  expect(readConfig({}).commandsAllow).toEqual([]);
});

test.each([
  "/bin/sh /bin/bash /usr/bin/dash /usr/bin/perl /usr/bin/awk /usr/bin/env /usr/bin/xargs /usr/bin/nice",
  "/usr/bin/nohup /usr/bin/timeout /usr/bin/setsid /usr/bin/curl /usr/bin/wget /usr/bin/ssh /usr/bin/openssl",
])("an interpreter, a launcher or a program of the network stops the start: %s", (programs) => {
  for (const program of programs.split(" ")) {
    const message = failure({ COMMANDS_ALLOW: program });
    // A program that this machine does not have is refused as well.
    expect([program, message]).toEqual([
      program,
      expect.stringMatching(/^COMMANDS_ALLOW is ".*; .*("|no file)/),
    ]);
  }
});

test("a link to an interpreter, and a copy of one that keeps its name, stop the start", () => {
  symlinkSync("/bin/sh", join(folder, "harmless"));
  symlinkSync(process.execPath, join(folder, "tool"));
  copyFileSync("/usr/bin/env", join(folder, "python3.12"));

  expect(failure({ COMMANDS_ALLOW: join(folder, "harmless") })).toMatch(/harmless is (dash|bash|sh): /);
  expect(failure({ COMMANDS_ALLOW: join(folder, "tool") })).toContain('tool is node: "node" runs whatever');
  expect(failure({ COMMANDS_ALLOW: join(folder, "python3.12") })).toContain('"python3.12" runs whatever');
});

test("what is no program, and two of one name, stop the start", () => {
  const plain = join(folder, "plain.txt");
  writeFileSync(plain, "x");
  const git = join(folder, "git");
  writeFileSync(git, "#!/bin/sh\n", { mode: 0o755 });

  expect(failure({ COMMANDS_ALLOW: "git" })).toContain('"git" is not an absolute path');
  expect(failure({ COMMANDS_ALLOW: "/no/such/program" })).toContain(
    "/no/such/program is no file that can be",
  );
  expect(failure({ COMMANDS_ALLOW: plain })).toContain("plain.txt is no file that can be executed");
  expect(failure({ COMMANDS_ALLOW: folder })).toContain("is no file that can be executed");
  expect(failure({ COMMANDS_ALLOW: "/usr/bin/git status" })).toContain('"status" behind /usr/bin/git');
  expect(failure({ COMMANDS_ALLOW: `/usr/bin/git, ${git}` })).toContain("have the same name");
});

test("a program that plans could write over stops the start", () => {
  const report = join(folder, "writable-report");
  writeFileSync(report, "#!/bin/sh\n", { mode: 0o755 });

  expect(failure({ COMMANDS_ALLOW: report, FILES_WRITE: folder })).toContain(`outside ${folder}`);
  expect(failure({ COMMANDS_ALLOW: report, DATA_DIR: folder })).toContain(`outside ${folder}`);
});
