import { expect, test } from "vitest";
import { correctionFor } from "#server/agent/builtin/correct-run.ts";
import { readContext } from "#server/agent/builtin/read-context.ts";
import type { FailedRun, FailedStep } from "#server/core/failed-run.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { makeState } from "#test/planning-state.ts";
import { planningFacts } from "#server/agent/builtin/planning-facts.ts";
import { openTriggers } from "./trigger-session.ts";

const TOOLS = ["read_file", "write_file", "http_request"];

function failedRun(over: Partial<FailedStep>): FailedRun {
  const step = {
    id: "act",
    number: 1,
    title: "Act",
    reason: null,
    error: "",
    rejection: null,
    tries: [],
    ...over,
  };
  return { runId: "run_1", summary: "The run failed.", step };
}

function planOf(over: Partial<Step> = {}): Plan {
  return makePlan({ act: [], tell: ["act"] }, { act: { title: "Act", ...over } });
}

function correct(over: Partial<FailedStep>, step: Partial<Step> = {}) {
  const facts = planningFacts({ state: makeState(planOf(step)), changedLast: false, seen: null }).builtin;
  const { plan } = readContext(facts as unknown as Parameters<typeof readContext>[0]);
  if (plan === null) throw new Error("The plan was not read.");
  return correctionFor(failedRun(over), plan, TOOLS);
}

test("a missing file is answered with words that the planner understands", () => {
  const found = correct(
    { error: 'There is no file "orders.csv".' },
    { kind: "tool", tool: "read_file", input: { path: "orders.csv" } },
  );
  expect(found.type).toBe("none");
  const [, order = ""] = /for example "([^"]+)"/.exec(found.type === "none" ? found.why : "") ?? [];

  const plan = planOf({ kind: "tool", tool: "read_file", input: { path: "orders.csv" } });
  for (const words of [order, "use the file old.csv in step 1"]) {
    const [call] = openTriggers({ plan }).say(words).called;
    expect([words, call]).toMatchObject([
      words,
      { name: "edit_plan", input: { edits: [{ op: "update_step" }] } },
    ]);
    expect(JSON.stringify(call)).toContain(/\w+\.csv/.exec(words)?.[0]);
  }
});

const CHANGES: [string, Partial<FailedStep>, Partial<Step>, object][] = [
  [
    "a file that is nearly called so is used",
    {
      error:
        'There is no file "ordres.csv". It was looked for in the files. There is one called "orders.csv".',
    },
    { kind: "tool", tool: "read_file", input: { path: "ordres.csv", encoding: "utf8" } },
    { field: "input", value: '{"path":"orders.csv","encoding":"utf8"}' },
  ],
  [
    "a step that ran out of time gets twice the time",
    { error: "The step did not finish within 60 seconds." },
    { timeoutSeconds: 60 },
    { field: "timeoutSeconds", value: 120 },
  ],
  [
    "what the judge asked for stands in the instructions",
    {
      error: 'The output of Step 1 "Act" is not what it asks for: it names no sums.',
      tries: [{ attempt: 1, error: "", whatToChange: "Name the sum of each customer." }],
    },
    {},
    {
      field: "instructions",
      value: "Do act.\nAn output was refused; do this differently: Name the sum of each customer.",
    },
  ],
  [
    "the note of a rejection stands in the instructions",
    { error: "Maria rejected the input.", rejection: "Never write to the boss." },
    {},
    {
      field: "instructions",
      value: "Do act.\nA person rejected its last input and wrote: Never write to the boss.",
    },
  ],
  [
    "a tool that is called nearly so takes the place of one that is not there",
    { error: 'Step 1 "Act" needs the tool "read_fil", which is not in the catalogue.' },
    { kind: "tool", tool: "read_fil" },
    { field: "tool", value: "read_file" },
  ],
  [
    "a form that the output did not have is told",
    { error: 'The output of Step 1 "Act" does not fit its schema: "total" is missing.' },
    { outputSchema: { type: "object" } },
    {
      field: "instructions",
      value:
        'Do act.\nAn earlier run failed by this: The output has to fit the output schema: "total" is missing.',
    },
  ],
  [
    "a check that was not true in time is looked at for longer",
    { error: "The check status == done did not hold within 60 seconds.", reason: "check_failed" },
    { kind: "check", check: { path: "status", op: "==", value: "done", everySeconds: 5, withinSeconds: 60 } },
    { field: "check", withinSeconds: 120 },
  ],
  [
    "an unknown parameter is taken out",
    {
      error:
        'The input of Step 1 "Act" does not fit the tool "read_file": "color" is unknown; allowed: path.',
    },
    { kind: "tool", tool: "read_file", input: { path: "a.txt", color: "red" } },
    { field: "input", value: '{"path":"a.txt"}' },
  ],
  [
    "an approval that nobody gave in time waits for ever",
    { error: "Nobody decided on the approval in time.", reason: "approval_expired" },
    { approval: { expiresAfterHours: 1 } },
    { field: "approval", required: true, expiresAfterHours: null },
  ],
];

test.each(CHANGES)("%s", (_name, failed, step, change) => {
  const correction = correct(failed, step);

  expect(correction.type === "edit" && correction.edits).toMatchObject([
    { op: "update_step", step: "act", changes: [change] },
  ]);
});

const REASONS: [string, Partial<FailedStep>, Partial<Step>, RegExp][] = [
  [
    "a refused address names the setting",
    {
      error:
        '"10.0.0.1" is not a public address, and tools may not reach it. Add it to EGRESS_ALLOW if they should.',
    },
    {},
    /10\.0\.0\.1.*EGRESS_ALLOW/,
  ],
  [
    "a missing file is to be put there",
    { error: 'There is no file "orders.csv".' },
    {},
    /no file "orders\.csv"/,
  ],
  [
    "a model is a setting",
    { error: 'Step 1 "Act" needs a language model; set MODEL.' },
    {},
    /setting of the server/,
  ],
  [
    "another side that broke is no fault of the plan",
    { error: "https://a.example answered 503." },
    {},
    /run it again later/,
  ],
  [
    "a tool that is called nothing like any is named with those there are",
    { error: 'Step 1 "Act" needs the tool "frobnicate_all", which is not in the catalogue.' },
    { kind: "tool", tool: "frobnicate_all" },
    /read_file, write_file, http_request/,
  ],
  [
    "instructions that nobody would read are not changed",
    { error: "Maria rejected the input.", rejection: "Use the other list." },
    { kind: "tool", tool: "write_file", input: { path: "a", content: "b" } },
    /Its input stands in the plan/,
  ],
  ["a rejection without a word is asked about", { rejection: "" }, {}, /did not say why/],
  ["what no rule knows is quoted", { error: "Something odd." }, {}, /Something odd\. I know no rule/],
];

test.each(REASONS)("%s", (_name, failed, step, why) => {
  const correction = correct(failed, step);

  expect(correction.type === "none" && correction.why).toMatch(why);
});

test("a step that is gone, and a run without one, are said to be so", () => {
  expect(correct({ id: "gone", title: "Gone" })).toMatchObject({
    type: "none",
    why: expect.stringMatching(/not in the plan any more/),
  });
  const { plan } = readContext(null);
  expect(plan).toBeNull();
});

const ASKED = [
  "fix it",
  "Propose a correction for the failed run.",
  "please suggest a fix",
  "How can I fix this?",
  "korrigiere es",
  "arréglalo",
  "propose une correction",
];

test.each(ASKED)("%s: the correction is proposed, never made", (words) => {
  const run = failedRun({ error: "The step did not finish within 60 seconds." });
  const { called, reply } = openTriggers({ plan: planOf({ timeoutSeconds: 60 }), failedRun: run }).say(words);

  expect(called.map((call) => call.name)).toEqual(["propose_correction", "edit_plan"]);
  expect(reply).toBe(
    'There is a correction on the card above. Step 1 "Act" would have 120 seconds for an attempt instead of 60. Nothing is changed until you accept it.',
  );
});

test("a correction that is accepted in words is the edit of its card", () => {
  const run = failedRun({ error: "The step did not finish within 60 seconds." });
  const talk = openTriggers({ plan: planOf({ timeoutSeconds: 60 }), failedRun: run });
  const proposed = talk.say("fix it").called[1];

  expect(talk.say("accept it").called).toMatchObject([{ name: "edit_plan", input: proposed?.input }]);
});

test("without an honest edit it is said why, and nothing is called", () => {
  const run = failedRun({ error: 'There is no file "orders.csv".' });
  const { called, reply } = openTriggers({ plan: planOf(), failedRun: run }).say("fix it");

  expect(called).toEqual([]);
  expect(reply).toMatch(/no file "orders\.csv".*I propose no change of the plan/);
});

test("without a failed run there is nothing to correct", () => {
  expect(openTriggers().say("Propose a correction for the failed run.").reply).toMatch(
    /No failed run is reported/,
  );
});
