import { expect, test } from "vitest";
import { readTimezone } from "#server/core/schedule-timezone.ts";

test("a zone is kept under the name that IANA gives it today", () => {
  for (const [written, kept] of [
    ["europe/berlin", "Europe/Berlin"],
    [" America/New_York ", "America/New_York"],
    ["utc", "UTC"],
    ["Etc/UTC", "UTC"],
    ["GMT", "UTC"],
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["Europe/Kyiv", "Europe/Kyiv"],
    ["Europe/Kiev", "Europe/Kyiv"],
    ["US/Eastern", "America/New_York"],
    ["Etc/GMT+3", "Etc/GMT+3"],
  ] as const)
    expect([written, readTimezone(written)]).toEqual([written, { ok: true, value: kept }]);
});

test("every zone that is known is taken, and stays as it was read", () => {
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const read = readTimezone(zone);
    expect([zone, read.ok]).toEqual([zone, true]);
    if (read.ok && read.value !== zone) expect(readTimezone(read.value)).toEqual(read);
  }
});

test("a slip of the pen is answered with the zone that was meant", () => {
  for (const [written, meant] of [
    ["Europe/Berln", "Europe/Berlin"],
    ["America/New_Yrok", "America/New_York"],
    ["America/New York", "America/New_York"],
    ["new york", "America/New_York"],
    ["Berlin", "Europe/Berlin"],
    ["Asia/Calcuta", "Asia/Kolkata"],
    ["Europe/Kolkata", "Asia/Kolkata"],
  ] as const)
    expect([written, readTimezone(written)]).toEqual([
      written,
      { ok: false, error: `There is no time zone "${written}". Did you mean "${meant}"?` },
    ]);
});

test("offsets, abbreviations and what is no zone at all are refused with what would work", () => {
  const reversed = (zone: string) => `Without changes of clocks that is "${zone}", whose sign is reversed.`;
  for (const [written, words] of [
    ["UTC+3", reversed("Etc/GMT-3")],
    ["GMT-05:00", reversed("Etc/GMT+5")],
    ["+02:00", reversed("Etc/GMT-2")],
    ["+05:30", 'The name of a place would work, such as "Europe/Berlin".'],
    ["BST", 'such as "Europe/London"'],
    ["EDT", 'such as "America/New_York"'],
    ["pst", 'such as "America/Los_Angeles"'],
    ["", 'A time zone is needed, such as "Europe/Berlin" or "UTC".'],
    ["Mars/Phobos", 'There is no time zone "Mars/Phobos".'],
    ["\u0000", "There is no time zone"],
    ["x".repeat(5_000), "There is no time zone"],
  ] as const)
    expect([written, readTimezone(written)]).toEqual([
      written,
      { ok: false, error: expect.stringContaining(words) },
    ]);
});
