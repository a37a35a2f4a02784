import { expect, test } from "vitest";
import { turns } from "#server/http/turns.ts";

test("work is done in order, so many pieces at once, and what fails makes way too", async () => {
  const inTurn = turns(2);
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const all = [0, 1, 2, 3].map((piece) =>
    inTurn(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(piece);
          ends.push((error) => (error === undefined ? resolve(piece) : reject(error)));
        }),
    ),
  );
  const settled = Promise.allSettled(all);
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);

  ends[0]?.(new Error("broken"));
  await expect(all[0]).rejects.toThrow("broken");
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.();
  ends[2]?.();
  await Promise.all([all[1], all[2]]);
  await new Promise((resolve) => setImmediate(resolve));
  ends[3]?.();

  expect((await settled).map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
  expect(await inTurn(async () => 5)).toBe(5);
});
