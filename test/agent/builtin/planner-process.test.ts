import { expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { answerApart, warmUpPlanner } from "#server/agent/builtin/planner-process.ts";
import { openSession } from "#test/eval/session.ts";
import { makePlan } from "#test/make.ts";

const plan = makePlan({ collect: [], check: ["collect"], send: ["check"] });

test("in a process of its own the planner answers as it does here", async () => {
  warmUpPlanner();
  for (const words of ["remove step 2", "why does step 3 wait for step 2?", "make step 1 wait for step 3"]) {
    const [here, there] = [createBuiltinPlanner(), createBuiltinPlanner(answerApart)].map((planner) =>
      openSession(planner, plan),
    );
    const [a, b] = [await here?.say(words), await there?.say(words)];
    expect([b?.reply, there?.plan()]).toEqual([a?.reply, here?.plan()]);
  }
});

test("a stopped answer ends at once, and the next message is answered", async () => {
  const planner = createBuiltinPlanner(answerApart);
  const abort = new AbortController();
  const answer = answerApart({ prompt: [], offered: [] }, abort.signal);
  abort.abort(new Error("The person pressed stop."));

  await expect(answer).rejects.toThrow("The person pressed stop.");
  expect((await openSession(planner, plan).say("remove step 2")).changed).toBe(true);
});

test("while that process thinks, others are served", async () => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  const session = openSession(createBuiltinPlanner(answerApart), plan);
  await session.say(`rename step 2 to "${"a| ".repeat(300)}" and [then] `.repeat(2));
  clearInterval(timer);

  expect(ticks).toBeGreaterThan(0);
});

test("a message of signs is told that it has no words", async () => {
  for (const signs of ["|".repeat(1_900), "*".repeat(1_000), "|-".repeat(700), "> ".repeat(400)]) {
    const turn = await openSession(createBuiltinPlanner(), plan).say(signs);
    expect(turn.changed).toBe(false);
    expect(turn.reply).toContain("I read words");
  }
});
