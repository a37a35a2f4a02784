import { expect, test } from "vitest";
import { timezoneOfPlace } from "#server/core/timezone-places.ts";

const NOW = new Date("2026-12-01T00:00:00Z");

const ZONES: [string, string][] = [
  ["Berlin", "Europe/Berlin"],
  ["new york", "America/New_York"],
  ["São Paulo", "America/Sao_Paulo"],
  ["Kolkata", "Asia/Kolkata"],
  ["Ho Chi Minh", "Asia/Ho_Chi_Minh"],
  ["Louisville", "America/Kentucky/Louisville"],
  ["Germany", "Europe/Berlin"],
  ["Deutschland", "Europe/Berlin"],
  ["UK", "Europe/London"],
  ["Japan", "Asia/Tokyo"],
  ["Wien", "Europe/Vienna"],
  ["Berliner Zeit", "Europe/Berlin"],
  ["hora de Madrid", "Europe/Madrid"],
  ["heure de Paris", "Europe/Paris"],
  ["Pacific time", "America/Los_Angeles"],
  ["ET", "America/New_York"],
  ["utc", "UTC"],
  ["Europe/Berlin", "Europe/Berlin"],
];

test.each(ZONES)("%s is %s", (place, timezone) => {
  expect(timezoneOfPlace(place, NOW)).toEqual({ type: "zone", timezone });
});

test("a country of several clocks is not guessed", () => {
  expect(timezoneOfPlace("Spain", NOW)).toEqual({
    type: "several",
    timezones: ["Africa/Ceuta", "Atlantic/Canary", "Europe/Madrid"],
  });
  expect(timezoneOfPlace("the United States", NOW).type).toBe("several");
  expect(timezoneOfPlace("United States", NOW).type).toBe("several");
});

test("a slip of the pen is told, another place is not made up", () => {
  expect(timezoneOfPlace("Berln", NOW)).toEqual({ type: "unknown", near: "Berlin" });
  expect(timezoneOfPlace("Munich", NOW)).toEqual({ type: "unknown", near: null });
  expect(timezoneOfPlace("", NOW)).toEqual({ type: "unknown", near: null });
});
