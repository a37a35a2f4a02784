import { expect, test } from "vitest";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import { done, fails } from "./results.ts";
import { WORKER, openRun } from "./walk.ts";

const one = makePlan({ a: [] });

test("a failed try is followed by another that is told what to change, and the third is the last", () => {
  const run = openRun(makePlan({ a: [], b: ["a"] }));
  run.look();

  run.settle("a", fails("Too long."));
  expect(run.step("a")).toMatchObject({ status: "running", attempt: 2, claim: 2 });
  run.settle("a", fails("Too short."));
  run.settle("a", fails("Wrong."));

  expect(run.standing()).toEqual({ a: "failed/attempts_exhausted", b: "skipped/upstream_failed" });
  expect(run.state().corrections.get("a")).toEqual([
    { attempt: 1, problem: "Too long.", whatToChange: "Mend: Too long." },
    { attempt: 2, problem: "Too short.", whatToChange: "Mend: Too short." },
    { attempt: 3, problem: "Wrong.", whatToChange: "Mend: Wrong." },
  ]);
});

test("the log has what a failed try sent and got, its exact error, and what the next one is told", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", { ...fails("The total is missing."), input: { to: "x" }, output: "draft" });

  const correction = {
    attempt: 1,
    input: { to: "x" },
    output: "draft",
    problem: "The total is missing.",
    whatToChange: "Mend: The total is missing.",
  };
  expect(run.log().find(({ type }) => type === "attempt-failed")).toMatchObject({
    stepId: "a",
    attempt: 1,
    data: {
      input: { to: "x" },
      output: "draft",
      error: { message: "The total is missing." },
      retry: "now",
      correction,
    },
  });
  expect(run.state().corrections.get("a")).toEqual([correction]);
});

test("a step has as many attempts as the plan says", () => {
  const run = openRun(makePlan({ a: [] }, { a: { maxAttempts: 1 } }));
  run.look();
  run.settle("a", fails("No."));

  expect(run.standing()).toEqual({ a: "failed/attempts_exhausted" });
});

test("a fault that no retry can mend fails the step at once", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", fails("There is no such tool.", "not_retryable"));

  expect(run.step("a")).toMatchObject({ status: "failed", reason: "not_retryable", attempt: 1 });
});

test("a temporary fault waits, longer each time, and the wait is stored", () => {
  const run = openRun(one);
  run.look();

  const first = run.settle("a", fails("503", "temporary"));
  expect(run.step("a")).toMatchObject({ status: "pending", dueAt: run.now() + 750 });
  expect(first.wakeAt).toEqual([run.now() + 750]);
  expect(run.state().status).toBe("running");
  run.wait(749);
  expect(run.running()).toEqual([]);
  run.wait(1);
  expect(run.running()).toEqual(["a"]);
  run.settle("a", fails("503", "temporary"));

  expect(run.step("a").dueAt).toBe(run.now() + 4_500);
});

test("a try does not come before the time that the other side asked for", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", fails("429", "temporary", 30_000));

  expect(run.step("a").dueAt).toBe(run.now() + 30_000);
});

test("a wait that is asked for beyond a day is cut to a day, and the error says so", () => {
  const DAY_MS = 86_400_000;
  const asked = (ms: number, retry: "temporary" | "now" = "temporary") => {
    const run = openRun(one);
    run.look();
    run.settle("a", fails("429.", retry, ms));
    const [told] = run.state().corrections.get("a") ?? [];
    return { wait: (run.step("a").dueAt ?? run.now()) - run.now(), said: run.step("a").error?.message, told };
  };

  expect(asked(DAY_MS)).toMatchObject({ wait: DAY_MS, said: "429." });
  expect(asked(2.5 * DAY_MS)).toMatchObject({
    wait: DAY_MS,
    said: "429. The other side asks to wait for 3 days; the next attempt is made after one day.",
    told: { problem: "429." },
  });
  expect(asked(Number.MAX_SAFE_INTEGER)).toMatchObject({
    wait: DAY_MS,
    said: "429. The other side asks to wait for more than ten years; the next attempt is made after one day.",
  });
  expect(asked(9 * DAY_MS, "now").said).toBe("429.");
  expect(asked(Number.NaN).wait).toBe(750);
});

test("a last attempt promises no other one, however long the other side asks to wait", () => {
  const run = openRun(makePlan({ a: [] }, { a: { maxAttempts: 1 } }));
  run.look();
  run.settle("a", fails("429.", "temporary", 9_000_000_000));

  expect(run.step("a")).toMatchObject({ status: "failed", dueAt: null, error: { message: "429." } });
});

test("a result of another try, of another worker or of a settled step changes nothing and is logged", () => {
  const run = openRun(one);
  run.look();

  run.settle("a", done(1), { claim: 7 });
  run.settle("a", done(2), { worker: "w2" });
  expect(run.standing()).toEqual({ a: "running" });
  run.settle("a", done(3));
  run.settle("a", done(4), { claim: 1, worker: WORKER });

  expect(run.step("a").output).toBe(3);
  expect(run.types().filter((type) => type === "result-refused")).toHaveLength(3);
});

test("an output that the database cannot hold is a failed try with a clear error", () => {
  const run = openRun(one);
  run.look();

  run.settle("a", done("a\u0000b"));
  run.settle("a", done({ text: "\ud800" }));
  run.settle("a", done("x".repeat(9 * 1024 * 1024)));

  const problems = run
    .state()
    .corrections.get("a")
    ?.map((correction) => correction.problem);
  expect(problems).toEqual([
    "The output cannot be stored: it contains the character U+0000, which is not text.",
    "The output cannot be stored: it contains half of a surrogate pair, which is not text.",
    "The output cannot be stored: it has 9.0 MiB as JSON, and at most 8 MiB are kept.",
  ]);
});

test("an unstorable output of a call that must not be made twice is not tried again", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", done("a\u0000b"), { isRepeatable: false });

  expect(run.standing()).toEqual({ a: "failed/not_retryable" });
});

test("text that only looks like an escape is kept as it is", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", done({ path: "C:\\u0000", pair: "\ud83d\ude00" }));

  expect(run.step("a").output).toEqual({ path: "C:\\u0000", pair: "\ud83d\ude00" });
});

test("a result for a step that the run does not have is refused", () => {
  const run = openRun(one);
  run.look();
  run.settle("elsewhere", done());

  expect(run.log().at(-1)).toMatchObject({
    type: "result-refused",
    stepId: "elsewhere",
    attempt: null,
    data: { claim: 0, result: "completed", standing: "pending" },
  });
});

test("a correction tells what was sent and given back, unless it is too long to be told", () => {
  const told = { ...fails("No."), input: { to: "x" }, output: ["y"] };
  const long = "z".repeat(16_000);
  const run = openRun(one);
  run.look();
  run.settle("a", told);
  run.settle("a", { ...told, input: long, output: [long] });

  expect(run.state().corrections.get("a")).toEqual([
    { attempt: 1, input: { to: "x" }, output: ["y"], problem: "No.", whatToChange: "Mend: No." },
    { attempt: 2, problem: "No.", whatToChange: "Mend: No." },
  ]);
});

test("what a failed try says is stored with U+FFFD in place of what is no text, and cut when it is very long", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", { ...fails(`\u0000${"x".repeat(20_000)}`), input: { a: "\ud800" } });

  expect(run.step("a")).toMatchObject({ input: { a: "\ufffd" } });
  expect(run.step("a").error?.message).toBe(`\ufffd${"x".repeat(15_999)}…`);
});

test("usage is kept by step and summed over tries", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", { ...fails("No."), usage: { ...NO_USAGE, inputTokens: 10, toolCalls: 1, seconds: 2 } });
  const last = run.settle("a", { ...done(), usage: { ...NO_USAGE, inputTokens: 5, seconds: 1 } });

  expect(run.step("a").usage).toEqual({ ...NO_USAGE, inputTokens: 15, toolCalls: 1, seconds: 3 });
  expect(last.change?.usage).toEqual(run.step("a").usage);
});
