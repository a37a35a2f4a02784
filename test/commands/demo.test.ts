import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { stepwright } from "#test/stepwright-command.ts";

test("the demo does the whole job, shows it, and leaves nothing behind", async () => {
  const ended = await stepwright(["demo"]);

  expect(ended.stderr).not.toContain("stepwright:");
  expect(ended.code).toBe(0);
  const said = ended.stdout;
  const places = [
    "7. Write it to report.md",
    "r2 ·",
    "r3 ·",
    "asks first",
    "The plan stays as it was: r3.",
    "Saved as version 1 (r3)",
    "run started",
    "The run waits for a person: step 7",
    "run completed",
    "| Country | Orders | Total |",
  ].map((words) => said.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
}, 120_000);

test("with --keep the data folder stays for a look", async () => {
  const ended = await stepwright(["demo", "--keep"]);

  const folder = /Everything is in (\S+)\. To go on/.exec(ended.stdout)?.[1] ?? "";
  expect(existsSync(`${folder}/files/orders.csv`)).toBe(true);
  expect(existsSync(`${folder}/server.json`)).toBe(false);
}, 120_000);
