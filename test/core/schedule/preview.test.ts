import { expect, test } from "vitest";
import { previewSchedule } from "#server/core/schedule-preview.ts";
import { schedulePreviewSchema } from "#server/core/schedule-views.ts";

function previewed(cron: string, timezone: string, now: string, count: number) {
  const preview = previewSchedule(cron, timezone, new Date(now), count);
  if (!preview.ok) throw new Error(JSON.stringify(preview.error));
  return schedulePreviewSchema.parse(preview.value);
}

test("a preview shows the next fires on the zone's clocks and in UTC, and explains the moved one", () => {
  expect(previewed("30 2 * * *", "europe/berlin", "2027-03-27T12:00:00Z", 3)).toEqual({
    cron: "30 2 * * *",
    timezone: "Europe/Berlin",
    words: "At 02:30, every day (Europe/Berlin)",
    fires: [
      {
        at: "2027-03-28T01:00:00.000Z",
        local: "2027-03-28 03:00",
        offset: "+02:00",
        note: "02:30 does not exist, as clocks go from 02:00 to 03:00.",
      },
      { at: "2027-03-29T00:30:00.000Z", local: "2027-03-29 02:30", offset: "+02:00" },
      { at: "2027-03-30T00:30:00.000Z", local: "2027-03-30 02:30", offset: "+02:00" },
    ],
    warnings: expect.arrayContaining([expect.objectContaining({ code: "dst_gap" })]),
  });
});

test("a time that comes twice is told as the first or the second", () => {
  const [fixed] = previewed("30 2 * * *", "Europe/Berlin", "2027-10-30T12:00:00Z", 1).fires;
  expect(fixed).toEqual({
    at: "2027-10-31T00:30:00.000Z",
    local: "2027-10-31 02:30",
    offset: "+02:00",
    note: "02:30 comes twice, as clocks go back from 03:00 to 02:00: this is the first.",
  });
  const elapsed = previewed("*/30 * * * *", "Europe/Berlin", "2027-10-30T23:30:00Z", 5).fires;
  expect(elapsed.map(({ local, offset, note }) => [local.slice(11), offset, note?.slice(-16)])).toEqual([
    ["02:00", "+02:00", "is is the first."],
    ["02:30", "+02:00", "is is the first."],
    ["02:00", "+01:00", "s is the second."],
    ["02:30", "+01:00", "s is the second."],
    ["03:00", "+01:00", undefined],
  ]);
});

test("a fire right at a change that is not moved by it has no note", () => {
  const fires = previewed("0 3 * * *", "Europe/Berlin", "2027-03-27T12:00:00Z", 1).fires;
  expect(fires).toEqual([{ at: "2027-03-28T01:00:00.000Z", local: "2027-03-28 03:00", offset: "+02:00" }]);
});

test("offsets behind UTC and of half an hour are written out", () => {
  const offsetOf = (timezone: string) =>
    previewed("0 9 * * *", timezone, "2026-12-01T12:00:00Z", 1).fires[0]?.offset;
  expect(["America/St_Johns", "Asia/Kathmandu", "UTC"].map(offsetOf)).toEqual(["-03:30", "+05:45", "+00:00"]);
});

test("what cannot be saved has no preview, only its problems", () => {
  expect(previewSchedule("0 0 31 2 *", "UTC", new Date("2026-12-01T12:00:00Z"), 10)).toMatchObject({
    ok: false,
    error: [{ path: "cron" }],
  });
});
