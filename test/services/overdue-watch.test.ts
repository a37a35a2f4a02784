import { expect, test } from "vitest";
import { overdueWatch } from "#server/services/overdue-watch.ts";

const schedule = (scheduleId: string, settledAt: number | null) => ({
  scheduleId,
  agentId: "agent_1",
  words: "It started no run.",
  settledAt,
});

/** The schedules that are told at each look: every one a time in seconds and what is silent then. */
function told(...looks: [seconds: number, silent: ReturnType<typeof schedule>[]][]): string[][] {
  let seconds = 0;
  const watch = overdueWatch(() => seconds * 1_000);
  return looks.map(([at, silent]) => {
    seconds = at;
    return watch.lasting(silent).map(({ scheduleId }) => scheduleId);
  });
}

test("after a downtime schedules that are being caught up on are not told of", () => {
  const due = ["a", "b", "c"].map((id) => schedule(id, 100));

  expect(told([0, due], [5, due.slice(1)], [30, due.slice(2)], [40, []])).toEqual([[], [], [], []]);
});

test("a schedule that nobody settles for a minute is told of, one that moves begins anew", () => {
  const stuck = schedule("stuck", 100);
  const looks = told(
    [0, [stuck, schedule("slow", 100)]],
    [59, [stuck, schedule("slow", 160)]],
    [61, [stuck, schedule("slow", 160)]],
    [118, [stuck, schedule("slow", 160)]],
    [119, [stuck, schedule("slow", 160)]],
  );

  expect(looks).toEqual([[], [], ["stuck"], ["stuck"], ["stuck", "slow"]]);
});

test("what is known to be refused, missed or broken is told of at once", () => {
  expect(told([0, [schedule("broken", null)]])).toEqual([["broken"]]);
});
