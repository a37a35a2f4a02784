import { expect, test } from "vitest";
import { dueSlots, firesOutside, isPausedAt, pauseOf, type Standing } from "#server/core/due-slots.ts";
import { readSchedule } from "#server/core/schedule.ts";

const DAILY = "0 9 * * *";
const AUGUST = { from: new Date("2027-08-01T00:00:00Z"), until: new Date("2027-09-01T00:00:00Z") };

function due(
  cron: string,
  { settledAt, ...over }: Partial<Omit<Standing, "settledAt">> & { settledAt: string },
  now: string,
) {
  const at = new Date(now);
  const read = readSchedule(cron, "UTC", at);
  if (!read.ok) throw new Error(read.error[0]?.message);
  const standing = { catchUp: "latest" as const, pause: null, ...over, settledAt: new Date(settledAt) };
  const { fire, missed, next } = dueSlots(read.value, standing, at);
  const text = (date: Date | null) => date?.toISOString().slice(5, 16) ?? null;
  return {
    fire: text(fire),
    missed: missed.map(({ first, last, count }) => `${text(first)} to ${text(last)} (${count})`),
    next: text(next),
  };
}

test("without a pause the latest slot fires and those before it are missed", () => {
  expect(due(DAILY, { settledAt: "2027-07-30T08:00:00Z" }, "2027-08-01T09:00:00Z")).toEqual({
    fire: "08-01T09:00",
    missed: ["07-30T09:00 to 07-31T09:00 (2)"],
    next: "08-02T09:00",
  });
});

test("a pause that is still to come is passed over by the next fire only", () => {
  const standing = { settledAt: "2027-07-30T08:00:00Z", pause: AUGUST };

  expect(due(DAILY, standing, "2027-07-31T09:00:00Z")).toEqual({
    fire: "07-31T09:00",
    missed: ["07-30T09:00 to 07-30T09:00 (1)"],
    next: "09-01T09:00",
  });
});

test("in a pause nothing fires, and what had come before it is missed", () => {
  const standing = { settledAt: "2027-07-30T08:00:00Z", pause: AUGUST };

  expect(due(DAILY, standing, "2027-08-20T12:00:00Z")).toEqual({
    fire: null,
    missed: ["07-30T09:00 to 07-31T09:00 (2)"],
    next: "09-01T09:00",
  });
  expect(due(DAILY, { ...standing, settledAt: "2027-08-03T00:00:00Z" }, "2027-08-20T12:00:00Z")).toEqual({
    fire: null,
    missed: [],
    next: "09-01T09:00",
  });
});

test("after a pause its own slots are neither fired nor missed", () => {
  const standing = { settledAt: "2027-07-31T08:00:00Z", pause: AUGUST };

  expect(due(DAILY, standing, "2027-09-01T08:00:00Z")).toEqual({
    fire: null,
    missed: ["07-31T09:00 to 07-31T09:00 (1)"],
    next: "09-01T09:00",
  });
  expect(due(DAILY, standing, "2027-09-02T09:00:10Z")).toEqual({
    fire: "09-02T09:00",
    missed: ["07-31T09:00 to 07-31T09:00 (1)", "09-01T09:00 to 09-01T09:00 (1)"],
    next: "09-03T09:00",
  });
  expect(due(DAILY, { ...standing, settledAt: "2027-08-20T08:00:00Z" }, "2027-09-01T09:00:00Z").fire).toBe(
    "09-01T09:00",
  );
});

test("a slot at the very beginning of a pause is in it, one at its very end is not", () => {
  const pause = { from: new Date("2027-08-01T09:00:00Z"), until: new Date("2027-08-03T09:00:00Z") };

  expect(due(DAILY, { settledAt: "2027-08-01T08:00:00Z", pause }, "2027-08-01T09:00:05Z")).toEqual({
    fire: null,
    missed: [],
    next: "08-03T09:00",
  });
  expect(due(DAILY, { settledAt: "2027-08-02T08:00:00Z", pause }, "2027-08-03T09:00:05Z").fire).toBe(
    "08-03T09:00",
  );
});

test("a pause without an end has no next fire", () => {
  const pause = pauseOf(new Date("2027-08-01T00:00:00Z"), null);

  expect(due(DAILY, { settledAt: "2027-08-01T00:00:00Z", pause }, "2027-08-10T00:00:00Z").next).toBeNull();
  expect(isPausedAt(pause, new Date("2199-01-01T00:00:00Z"))).toBe(true);
  expect(pauseOf(null, new Date("2027-08-01T00:00:00Z"))).toBeNull();
});

test("thirty paused days of minutes are passed over at once, and none of them is listed", () => {
  const read = readSchedule("* * * * *", "UTC", AUGUST.from);
  if (!read.ok) throw new Error("It cannot be read.");
  const after = new Date("2027-07-31T23:58:00Z");

  expect(firesOutside(read.value, after, 3, AUGUST).map((fire) => fire.toISOString().slice(5, 16))).toEqual([
    "07-31T23:59",
    "09-01T00:00",
    "09-01T00:01",
  ]);
});
