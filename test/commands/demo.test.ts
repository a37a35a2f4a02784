import { existsSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { stepwright } from "#test/stepwright-command.ts";

test("the demo does the whole job, shows each part in its order, and keeps its folder when asked to", async () => {
  const ended = await stepwright(["demo", "--keep"]);
  const said = ended.stdout;
  const folder = /Everything is in (\S+)\. To go on/.exec(said)?.[1] ?? "";
  const kept = {
    data: existsSync(`${folder}/files/orders.csv`),
    running: existsSync(`${folder}/server.json`),
  };
  if (folder !== "") rmSync(folder, { recursive: true });

  expect(ended.stderr).not.toContain("stepwright:");
  expect(ended.code).toBe(0);
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
    "The file that the run wrote",
  ].map((words) => said.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(kept).toEqual({ data: true, running: false });
}, 240_000);
