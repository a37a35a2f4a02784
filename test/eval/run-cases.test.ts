import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { evalTable, failureReport } from "./eval-table.ts";
import { count, shareOf } from "./options.ts";
import { readCases } from "./read-cases.ts";
import type { Outcome } from "./run-case.ts";
import { isBrokenOff, type Job, jobsLeft, jobsOf, runJobs } from "./run-cases.ts";
import { newTurn, type OpenSession, type Turn } from "./session.ts";

const folder = mkdtempSync(join(tmpdir(), "stepwright-eval-"));
afterAll(() => rmSync(folder, { recursive: true }));

const brief = (id: string, more = {}) => ({
  id,
  category: "prose",
  brief: "Water the plants",
  expect: { type: "ask" },
  ...more,
});

function folderWith(name: string, lines: readonly unknown[]): string {
  const made = mkdtempSync(join(folder, "cases-"));
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  writeFileSync(join(made, name), text);
  return made;
}

/** A product that answers everything with one question. */
const asking: OpenSession = () => ({
  say: async () => ({ ...newTurn(), reply: "Which ones?" }),
  putRight: () => {},
  plan: () => null,
  planAt: () => null,
});

const chosen = { only: [], share: { part: 1, of: 1 }, toTheEnd: false };

test("a folder may have some of the files; the others have no cases", () => {
  const cases = readCases(folderWith("briefs.jsonl", [brief("a"), "", brief("b")]));

  expect(cases.briefs.map(({ id }) => id)).toEqual(["a", "b"]);
  expect([cases.edits, cases.tools, cases.conversations]).toEqual([[], [], []]);
});

test("a line that is no case is told by file, line and field", () => {
  const unknown = folderWith("briefs.jsonl", [brief("a"), "", brief("b", { breif: "?" })]);
  const cut = folderWith("edits.jsonl", ['{"id": "a"']);
  const wrong = folderWith("tool-turns.jsonl", [{ id: "a" }]);

  expect(() => readCases(unknown)).toThrow(/briefs\.jsonl, line 3:\n.*"breif"/);
  expect(() => readCases(cut)).toThrow(/edits\.jsonl, line 1: no JSON/);
  expect(() => readCases(wrong)).toThrow(/tool-turns\.jsonl, line 1:[\s\S]*at plan[\s\S]*at say/);
  expect(() => readCases(folder)).toThrow(/none of the files edits\.jsonl/);
});

test.each([
  ["a folder without cases", ["--cases", folder], `The folder ${folder} has none of the files edits.jsonl`],
  [
    "a line that is no case",
    ["--cases", folderWith("briefs.jsonl", ["{"])],
    "briefs.jsonl, line 1: no JSON.",
  ],
  ["a file that is not there", ["--from", join(folder, "none.jsonl")], "no such file or directory"],
  ["an unknown option", ["--cased", folder], "Unknown option '--cased'"],
])("%s ends the measurement in a line, without a trace of the program", (_what, options, words) => {
  const ended = spawnSync(process.execPath, ["test/eval/run-eval.ts", ...options], { encoding: "utf8" });

  expect([ended.status, ended.stdout]).toEqual([2, ""]);
  expect(ended.stderr).toMatch(/^eval: [^\n]+\n$/);
  expect(ended.stderr).toContain(words);
});

test("the shares of several measurements are all cases once, and a choice is by the beginning of the id", () => {
  const cases = readCases(
    folderWith(
      "briefs.jsonl",
      ["a1", "a2", "b1", "b2", "b3"].map((id) => brief(id)),
    ),
  );
  const ids = (choice: Partial<typeof chosen>) =>
    jobsOf(cases, [], { ...chosen, ...choice }).map(({ id }) => id);

  expect(ids({ share: shareOf("1/2") })).toEqual(["a1", "b1", "b3"]);
  expect(ids({ share: shareOf("2/2") })).toEqual(["a2", "b2"]);
  expect(jobsOf(cases, [], { ...chosen, only: ["a2", "b"] }).map(({ id }) => id)).toEqual([
    "a2",
    "b1",
    "b2",
    "b3",
  ]);
});

test.each(["0/2", "3/2", "2", "a/b"])("a share is a part of a whole, which %s is not", (text) => {
  expect(() => shareOf(text)).toThrow(`--share takes a part such as 2/5, not "${text}".`);
});

test.each(["0", "-1", "1.5", "many"])(
  "so many at a time is a whole number from 1, which %s is not",
  (text) => {
    expect(() => count("parallel", text)).toThrow("--parallel takes a whole number of at least 1");
  },
);

test("a case that breaks off is a failure of its own, its session is ended, and the others go on", async () => {
  const cases = readCases(folderWith("briefs.jsonl", [brief("a"), brief("b")]));
  const ended: string[] = [];
  const open: OpenSession = async (id, ...rest) => ({
    ...(await asking(id, ...rest)),
    ...(id === "a" && { say: () => Promise.reject(new Error("The server is gone.")) }),
    end: async () => void ended.push(id),
  });

  const outcomes = await runJobs(jobsOf(cases, [], chosen), open, { parallel: 2, onEnd: () => {} });

  expect(outcomes.map(({ id, fault }) => [id, fault])).toEqual([
    ["a", "the case broke off: The server is gone."],
    ["b", null],
  ]);
  expect(outcomes.map(isBrokenOff)).toEqual([true, false]);
  expect(ended.sort()).toEqual(["a", "b"]);
});

test("what is known of a case or of a turn of a conversation is not measured again", () => {
  const jobs = ["edit-1", "edit-12", "conversation-001", "conversation-002"].map(
    (id): Job => ({ id, run: async () => [] }),
  );

  const left = jobsLeft(jobs, [outcomeOf("edit-1"), outcomeOf("conversation-001/15")]);

  expect(left.map(({ id }) => id)).toEqual(["edit-12", "conversation-002"]);
});

test("as many jobs run at a time as asked, and what came of them stays in their order", async () => {
  let running = 0;
  let most = 0;
  const told: string[] = [];
  const jobs = [40, 10, 20, 10].map(
    (milliseconds, index): Job => ({
      id: `${index}`,
      run: async () => {
        most = Math.max(most, ++running);
        await new Promise((done) => setTimeout(done, milliseconds));
        running -= 1;
        return [outcomeOf(`${index}`)];
      },
    }),
  );

  const outcomes = await runJobs(jobs, asking, {
    parallel: 2,
    onEnd: (ended) => told.push(...ended.map(({ id }) => id)),
  });

  expect(outcomes.map(({ id }) => id)).toEqual(["0", "1", "2", "3"]);
  expect(told.toSorted()).toEqual(["0", "1", "2", "3"]);
  expect(told[0]).toBe("1");
  expect(most).toBe(2);
});

function outcomeOf(id: string, turn: Partial<Turn> = {}, rest: Partial<Outcome> = {}): Outcome {
  return {
    id,
    group: "tools",
    category: "tool: input",
    said: "Read b.csv",
    fault: null,
    collateral: [],
    invented: false,
    unasked: false,
    stepCount: 3,
    turn: { ...newTurn(), ...turn },
    ...rest,
  };
}

test("a row tells rate, collateral, unasked, invented, and the median and 95th percentile of what a turn costs", () => {
  const turns = [100, 200, 300].map((inputTokens, index) =>
    outcomeOf(`${index}`, { inputTokens, outputTokens: 10, modelCalls: 2, milliseconds: 7 }),
  );
  const wrong = outcomeOf("3", { inputTokens: 900 }, { fault: "nothing changed", invented: true });

  const row = evalTable([...turns, wrong]).split("\n")[1];

  expect(row?.trim().split(/\s{2,}/)).toEqual([
    "tool: input",
    "3/4",
    "75.0%",
    "0",
    "0",
    "1",
    "7/7",
    "300/900",
    "10/10",
    "2/2",
  ]);
});

test("a failure tells the words, the fault, the calls, the reply and the notices in full", () => {
  const turn = {
    called: [{ name: "edit_plan", input: { baseRevision: 1 } }],
    refused: ["Refused."],
    reply: "Done.",
    notices: ["Nothing changed."],
  };

  const report = failureReport(
    outcomeOf("1", turn, { fault: "nothing changed", invented: true, collateral: ["a: input"] }),
  );

  expect(report.split("\n")).toEqual([
    "FAIL 1: Read b.csv",
    "  nothing changed",
    "  invented: the reply claims a change that did not happen",
    "  collateral: a: input",
    '  edit_plan {"baseRevision":1}',
    "  refused: Refused.",
    '  "Done."',
    "  notice: Nothing changed.",
  ]);
});
