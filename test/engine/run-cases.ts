import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Database } from "#db/client.ts";
import { openPglite } from "#db/pglite.ts";
import type { AttemptRequest } from "#server/core/attempt.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { decideApproval } from "#server/services/decide-approval.ts";
import { listApprovals } from "#server/services/list-approvals.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { readRunReport } from "#server/services/read-run-report.ts";
import { asks, done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import {
  type Perform,
  openRunWorld,
  standing,
  stepOf,
  until,
  untilOver,
  untilStatus,
} from "#test/run-world.ts";
import { replay } from "./replay.ts";

/** What every database has to do for runs alike. */
export async function runCases(openDatabase: () => Promise<Database> = () => openPglite()): Promise<void> {
  const world = await openRunWorld(await openDatabase());
  afterAll(world.closeReplayed);
  const performers = new Map<string, Perform>();
  await world.startWorker((request, hooks) =>
    (performers.get(request.runId) ?? performers.get("")!)(request, hooks),
  );

  /** Starts a run whose steps do what `perform` says. */
  async function walk(
    plan: Parameters<typeof world.run>[0],
    perform: Perform,
    input?: Parameters<typeof world.run>[1],
  ) {
    performers.set("", perform);
    const runId = await world.run(plan, input);
    performers.set(runId, perform);
    return runId;
  }

  test("a run walks its plan, and later steps read what earlier ones made", async () => {
    const plan = makePlan({ a: [], b: ["a"], c: ["a"], d: ["b", "c"] });
    const runId = await walk(plan, ({ step, results }) =>
      done({ from: step.id, saw: Object.keys(results).sort() }),
    );
    const run = await untilOver(world.ctx, runId);

    expect(run.status).toBe("completed");
    expect(standing(run)).toEqual({ a: "completed", b: "completed", c: "completed", d: "completed" });
    expect(stepOf(run, "d").output).toEqual({ from: "d", saw: ["a", "b", "c"] });
    expect(run.report).toMatchObject({ completed: true, failed_step: null });
  });

  test("each later attempt is told what was wrong, and the failure skips what is downstream and nothing else", async () => {
    const seen: AttemptRequest["corrections"][] = [];
    const runId = await walk(makePlan({ a: [], b: ["a"], other: [] }), ({ step, attempt, corrections }) => {
      if (step.id !== "a") return done(step.id);
      seen.push(corrections);
      return fails(`Wrong ${attempt}.`);
    });
    const run = await untilOver(world.ctx, runId);

    expect(run.status).toBe("failed");
    expect(standing(run)).toEqual({
      a: "failed/attempts_exhausted",
      b: "skipped/upstream_failed",
      other: "completed",
    });
    expect(seen.map((corrections) => corrections.map((correction) => correction.problem))).toEqual([
      [],
      ["Wrong 1."],
      ["Wrong 1.", "Wrong 2."],
    ]);
    expect(stepOf(run, "a").attempts.map((attempt) => attempt.error?.message)).toEqual([
      "Wrong 1.",
      "Wrong 2.",
      "Wrong 3.",
    ]);
    const report = await readRunReport(world.ctx, { runId });
    expect(report.failed_step).toBe("a");
    expect(report.summary).toContain('Step 1 "a" failed (no attempts left). Wrong 3.');
    expect(report.summary).toContain('Skipped because of it: step 2 "b".');
  });

  test("conditions and onError decide which steps run", async () => {
    const plan = makePlan(
      { fetch: [], repair: ["fetch"], publish: ["fetch"], audit: ["publish"], note: ["audit"] },
      {
        fetch: { onError: "continue" },
        repair: { if: "$fetch.status == 'failed'" },
        publish: { if: "$fetch.status == 'completed'" },
        audit: { onError: "skip" },
      },
    );
    const runId = await walk(plan, ({ step }) =>
      step.id === "fetch" || step.id === "audit" ? fails("Down.", "not_retryable") : done(),
    );
    const run = await untilOver(world.ctx, runId);

    expect(standing(run)).toEqual({
      fetch: "failed/not_retryable",
      repair: "completed",
      publish: "skipped/condition",
      audit: "skipped/on_error",
      note: "completed",
    });
    expect(run.status).toBe("completed");
  });

  test("only a step that asks for the run input gets it", async () => {
    const inputs: Record<string, unknown> = {};
    const plan = makePlan({ a: [], b: [] }, { a: { usesRunInput: true } });
    const remember: Perform = ({ step, runInput }) => {
      inputs[step.id] = runInput;
      return done();
    };
    const runId = await walk(plan, remember, { order: 7 });
    await untilOver(world.ctx, runId);

    expect(inputs).toEqual({ a: { order: 7 }, b: null });
  });

  test("a wait, a temporary fault and a check go on by themselves when their time comes", async () => {
    let looks = 0;
    const plan = makePlan(
      { pause: [], busy: [], look: ["pause"] },
      {
        pause: { kind: "wait", wait: { seconds: 0.3 } },
        look: {
          kind: "check",
          tool: "read",
          check: { path: "n", op: ">", value: 1, everySeconds: 1, withinSeconds: 60 },
        },
      },
    );
    const runId = await walk(plan, ({ step, attempt }) => {
      if (step.id === "busy") return attempt === 1 ? fails("503", "temporary") : done();
      looks += 1;
      const usage = done().usage;
      return looks < 2
        ? { type: "check_unmet", input: {}, observation: { n: looks }, usage }
        : done({ n: looks });
    });
    const run = await untilOver(world.ctx, runId);

    expect(run.status).toBe("completed");
    expect(stepOf(run, "busy").attempts).toHaveLength(2);
    expect(stepOf(run, "look").attempts.map((attempt) => attempt.attempt)).toEqual([1]);
    expect(looks).toBe(2);
  });

  test("the log has no gaps, and the run can be rebuilt from it alone", async () => {
    const plan = makePlan(
      { a: [], b: ["a"], c: ["b"], d: [], e: ["d"] },
      {
        b: { if: "$a.output == 2" },
        d: { onError: "continue" },
        e: { kind: "wait", wait: { seconds: 0.05 } },
      },
    );
    const runId = await walk(plan, ({ step, attempt }) =>
      step.id === "d" ? fails(`No ${attempt}.`) : step.id === "a" && attempt === 1 ? fails("No.") : done(2),
    );
    const run = await untilOver(world.ctx, runId);
    const events = await listRunEvents(world.ctx, { runId, after: 0, limit: 1_000 });

    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(run.seq).toBe(events.length);
    expect(events[0]?.type).toBe("run-queued");
    expect(replay(plan, events)).toEqual({ status: run.status, steps: standing(run) });
  });

  test("a large output is kept whole for later steps and linked in the log and the run", async () => {
    const text = "é".repeat(200_000);
    let length = 0;
    const runId = await walk(makePlan({ a: [], b: ["a"] }), ({ step, results }) => {
      if (step.id === "a") return done({ text });
      length = JSON.stringify(results["a"]?.output).length;
      return done();
    });
    const run = await untilOver(world.ctx, runId);
    const events = await listRunEvents(world.ctx, { runId, after: 0, limit: 100 });
    const completed = events.find((event) => event.type === "step-completed" && event.stepId === "a");

    expect(stepOf(run, "a").output).toEqual(completed?.data["output"]);
    expect(length).toBe(200_000 + '{"text":""}'.length);
    expect(completed?.data["output"]).toMatchObject({
      bytes: 400_011,
      artifactId: expect.stringMatching(/^art_/),
    });
  });

  test("a run that loses its worker's result to a bug in the step still ends", async () => {
    const runId = await walk(makePlan({ a: [] }, { a: { maxAttempts: 1 } }), () => {
      throw new Error("The step runner broke.");
    });
    const run = await untilOver(world.ctx, runId);

    expect(standing(run)).toEqual({ a: "failed/attempts_exhausted" });
    expect(stepOf(run, "a").error).toEqual({ message: "The step runner broke." });
  });

  test("an approval pauses the run, and its edited input is what the step gets", async () => {
    const plan = makePlan({ a: [] }, { a: { kind: "tool", tool: "send" } });
    const runId = await walk(plan, ({ approvedInput }) =>
      approvedInput ? done(approvedInput.value) : asks({ to: "x" }),
    );
    await untilStatus(world.ctx, runId, "paused");
    const { items } = await listApprovals(world.ctx, { runId, limit: 5 });
    const [approval] = items;
    await decideApproval(world.ctx, {
      approvalId: approval?.approvalId ?? "",
      decision: "approve",
      input: { to: "y" },
    });
    const run = await untilOver(world.ctx, runId);

    expect(stepOf(run, "a")).toMatchObject({
      output: { to: "y" },
      approval: { status: "approved", input: { to: "x" } },
    });
  });

  test("a run is canceled in the middle, and each run has a folder of its own", async () => {
    let folder = "";
    const canceled = Promise.withResolvers<void>();
    const runId = await walk(makePlan({ a: [], b: ["a"] }), async ({ step }, hooks) => {
      await writeFile(join(hooks.folder, "note.txt"), step.id);
      folder = hooks.folder;
      await canceled.promise;
      return done();
    });
    await until(world.ctx, runId, () => folder !== "");
    const run = await cancelRun(world.ctx, { runId });
    canceled.resolve();

    expect(standing(run)).toEqual({ a: "skipped/canceled", b: "skipped/canceled" });
    await until(world.ctx, runId, (later) => later.seq > run.seq);
    expect((await untilOver(world.ctx, runId)).status).toBe("canceled");
    expect(folder).toBe(join(world.folder, "runs", runId));
  });

  test("a wide run uses all slots and joins once", async () => {
    const leaves = Array.from({ length: 60 }, (_, index) => `f${index}`);
    const plan = makePlan({
      root: [],
      ...Object.fromEntries(leaves.map((id) => [id, ["root"]])),
      join: leaves,
    });
    let joins = 0;
    const runId = await walk(plan, ({ step, results }) => {
      if (step.id === "join") joins += 1;
      return done(Object.keys(results).length);
    });
    const run = await untilStatus(world.ctx, runId, "completed");

    expect(joins).toBe(1);
    expect(stepOf(run, "join").output).toBe(61);
  });
}
