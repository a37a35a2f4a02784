import { expect, test } from "vitest";
import { askedTogether } from "#server/services/asked-together.ts";

/** Readings that end when they are told to, each with what was true when it began. */
function held() {
  let truth = 1;
  const begun: { end: () => void; fail: () => void }[] = [];
  const ask = askedTogether(
    (_key: string) =>
      new Promise<number>((resolve, reject) => {
        const seen = truth;
        begun.push({ end: () => resolve(seen), fail: () => reject(new Error("gone")) });
      }),
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const become = (now: number) => {
    truth = now;
  };
  return { ask, begun, turn, become };
}

test("who asks while a reading is under way is answered by one that begins after that, with all others", async () => {
  const { ask, begun, turn, become } = held();
  const first = ask("a");
  become(2);
  const others = [ask("a"), ask("a"), ask("a")];
  expect(begun).toHaveLength(1);

  begun[0]?.end();
  expect(await first).toBe(1);
  await turn();
  expect(begun).toHaveLength(2);
  begun[1]?.end();
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
});

test("a reading that fails is nobody's but theirs who asked for it", async () => {
  const { ask, begun, turn } = held();
  const first = ask("a");
  const second = ask("a");
  begun[0]?.fail();
  await expect(first).rejects.toThrow("gone");
  await turn();
  begun[1]?.end();

  expect(await second).toBe(1);
  const third = ask("a");
  begun[2]?.end();
  expect(await third).toBe(1);
});

test("different keys do not wait for each other", async () => {
  const { ask, begun } = held();
  const answers = [ask("a"), ask("b")];
  for (const { end } of begun) end();

  expect(await Promise.all(answers)).toEqual([1, 1]);
});
