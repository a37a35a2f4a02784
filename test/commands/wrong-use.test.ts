import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import packageFile from "#package.json" with { type: "json" };
import { stepwright } from "#test/stepwright-command.ts";

const folder = mkdtempSync(join(tmpdir(), "stepwright-wrong-"));
writeFileSync(join(folder, "empty.md"), " \n");
writeFileSync(join(folder, "broken.json"), '{"a": 1,}');
afterAll(() => rmSync(folder, { recursive: true }));

const WRONG: [string[], Record<string, string>, string[]][] = [
  [["strat"], {}, ["unknown command 'strat'", "start"]],
  [["start", "--fast"], {}, ["unknown option '--fast'"]],
  [["run"], {}, ["missing required argument 'agent'"]],
  [["run", "a", "b"], {}, ["too many arguments"]],
  [["export", "a", "--format", "pdf"], {}, ["'pdf' is invalid", "json, markdown, mermaid"]],
  [["export", "a", "--revision", "first"], {}, ["'first' is invalid", "whole number"]],
  [["web"], {}, ["DATABASE_URL must be set", "stepwright start"]],
  [["worker"], {}, ["DATABASE_URL must be set", "stepwright start"]],
  [["start"], { PORT: "http" }, ['PORT is "http"', "0 to 65535"]],
  [["start"], { HOST: "0.0.0.0" }, ["ACCESS_TOKEN must be set"]],
  [["worker"], { DATABASE_URL: "db.example" }, ["DATABASE_URL", "postgres://"]],
  [["run", "a", "--input", join(folder, "missing.json")], {}, ["missing.json", "cannot be read"]],
  [["run", "a", "--input", join(folder, "broken.json")], {}, ["broken.json", "not valid JSON"]],
  [["import", join(folder, "missing.md")], {}, ["missing.md", "cannot be read"]],
  [["import", join(folder, "empty.md")], {}, ["empty.md", "is empty"]],
];

test.each(WRONG)("%j with %j ends with one line that says what to do", async (args, environment, words) => {
  const ended = await stepwright(args, { DATA_DIR: folder, ...environment });

  expect(ended.code).toBe(2);
  expect(ended.stdout).toBe("");
  expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(ended.stderr).toMatch(/^stepwright: /);
  for (const word of words) expect(ended.stderr).toContain(word);
});

test("the version is the package's", async () => {
  const ended = await stepwright(["--version"]);

  expect(ended).toEqual({ code: 0, stdout: `${packageFile.version}\n`, stderr: "" });
});

test("help lists the commands and is no fault", async () => {
  const ended = await stepwright(["--help"]);

  expect(ended.code).toBe(0);
  for (const name of ["start", "web", "worker", "chat", "run", "demo", "export", "import"]) {
    expect(ended.stdout).toMatch(new RegExp(`^  ${name}\\b`, "m"));
  }
});
