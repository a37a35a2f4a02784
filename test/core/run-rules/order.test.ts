import fc from "fast-check";
import { expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { newStepState, type StepState } from "#server/core/run-rules/run-state.ts";
import { makePlan } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { done, fails } from "./results.ts";
import { openRun } from "./walk.ts";

type Node = {
  dependsOn: number[];
  fails: boolean;
  onError: "skip_dependents" | "skip" | "continue";
  /** The dependency whose status the condition reads; -1 for no condition. */
  aware: number;
};

const graph = fc
  .array(
    fc.record({
      links: fc.bigInt({ min: 0n, max: 4095n }),
      fails: fc.boolean(),
      onError: fc.constantFrom("skip_dependents" as const, "skip" as const, "continue" as const),
      aware: fc.nat(11),
      isAware: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((nodes) =>
    nodes.map((node, index): Node => {
      const dependsOn = Array.from({ length: index }, (_, other) => other).filter(
        (other) => (node.links >> BigInt(other)) & 1n,
      );
      const aware =
        node.isAware && dependsOn.length > 0 ? (dependsOn[node.aware % dependsOn.length] ?? -1) : -1;
      return { dependsOn, fails: node.fails, onError: node.onError, aware };
    }),
  );

/** What the rules say, written down a second time and from the outcomes alone. */
function expected(nodes: readonly Node[]): string[] {
  const ends: string[] = [];
  for (const node of nodes) {
    const blocks = (other: number) => {
      const end = ends[other] ?? "";
      if (end === "skipped/upstream_failed") return true;
      return end === "failed" && nodes[other]?.onError === "skip_dependents";
    };
    if (node.dependsOn.some((other) => other !== node.aware && blocks(other)))
      ends.push("skipped/upstream_failed");
    else if (node.aware >= 0 && ends[node.aware] !== "failed") ends.push("skipped/condition");
    else if (!node.fails) ends.push("completed");
    else ends.push(node.onError === "skip" ? "skipped/on_error" : "failed");
  }
  return ends;
}

function planOf(nodes: readonly Node[]) {
  const over: Record<string, Partial<Step>> = {};
  for (const [index, node] of nodes.entries()) {
    over[`s${index}`] = {
      onError: node.onError,
      ...(node.aware >= 0 && { if: `$s${node.aware}.status == 'failed'` }),
    };
  }
  const links = nodes.map((node, index) => [`s${index}`, node.dependsOn.map((other) => `s${other}`)]);
  return makePlan(Object.fromEntries(links), over);
}

test("a run waits in its queue until a worker takes a step, whatever it reuses of an earlier one", () => {
  const plan = makePlan({ a: [], b: ["a"] });
  const reused = new Map([["a", { ...newStepState(), status: "completed", reason: "reused" } as StepState]]);

  for (const run of [openRun(plan), openRun(plan, null, reused)]) {
    expect(run.look([], 0)).toMatchObject({ change: null, left: 1 });
    run.look();
    expect(run.state().status).toBe("running");
    expect(run.types()).toEqual(["run-started", "attempt-started"]);
  }
});

test("a run whose first step is skipped without a worker has begun", () => {
  const run = openRun(makePlan({ a: [], b: ["a"] }, { a: { if: "1 == 2" } }));
  run.look([], 0);

  expect(run.standing()).toEqual({ a: "skipped/condition", b: "pending" });
  expect(run.state()).toMatchObject({ status: "running", startedAt: run.now() });
});

test("how every step and the run end depends on the outcomes, never on their order", () => {
  fc.assert(
    fc.property(graph, fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 }), (nodes, picks) => {
      const run = openRun(planOf(nodes));
      run.look();
      for (let turn = 0; run.running().length > 0; turn += 1) {
        const running = run.running();
        const stepId = running[(picks[turn % picks.length] ?? 0) % running.length] ?? "";
        const node = nodes[Number(stepId.slice(1))];
        run.settle(stepId, node?.fails ? fails("No.", "not_retryable") : done());
      }

      const ends = expected(nodes);
      const found = nodes.map((_, index) =>
        run.standing()[`s${index}`]?.replace("failed/not_retryable", "failed"),
      );
      expect(found).toEqual(ends);
      const isFailed = nodes.some((node, index) => ends[index] === "failed" && node.onError !== "continue");
      expect(run.state().status).toBe(isFailed ? "failed" : "completed");
    }),
    cases(400),
  );
});

test("outcomes that come together decide the same as outcomes that come one by one", () => {
  fc.assert(
    fc.property(graph, (nodes) => {
      const run = openRun(planOf(nodes));
      run.look();
      while (run.running().length > 0) {
        run.look(
          run
            .running()
            .map((stepId) =>
              run.outcome(
                stepId,
                nodes[Number(stepId.slice(1))]?.fails ? fails("No.", "not_retryable") : done(),
              ),
            ),
        );
      }

      const found = nodes.map((_, index) =>
        run.standing()[`s${index}`]?.replace("failed/not_retryable", "failed"),
      );
      expect(found).toEqual(expected(nodes));
    }),
    cases(100),
  );
});
