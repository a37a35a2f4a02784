import { expect, test } from "vitest";
import { draftOf } from "#server/agent/builtin/brief-draft.ts";
import type { FailedRun } from "#server/core/failed-run.ts";
import { makeSchedule, openTriggers } from "./trigger-session.ts";

const NO_TOOLS = { names: new Set<string>(), facts: [] };

const PAUSED = { pausedFrom: "2027-07-31T22:00:00.000Z", pausedUntil: "2027-08-31T22:00:00.000Z" };

const TOGETHER: [string, object][] = [
  ["run it every day at 9, and queue runs that overlap", { cron: "0 9 * * *", overlap: "queue" }],
  ["run it every 10 minutes, allow overlapping runs", { cron: "*/10 * * * *", overlap: "allow" }],
  ["run it every hour without overlapping runs", { cron: "0 * * * *", overlap: "skip" }],
  ["run it every hour even if the last run is still going", { overlap: "allow" }],
  ["run it every hour; if the last run is still going, skip it", { overlap: "skip" }],
  ["run it every day at 9 and don't allow overlapping runs", { overlap: "skip" }],
  ["run it every day at 9 and skip missed runs", { catchUp: "none" }],
  [
    "Run it every day at 9. Queue runs that overlap. Don't catch up on missed runs.",
    { overlap: "queue", catchUp: "none" },
  ],
];

test.each(TOGETHER)("a schedule and its overlap in one message: %s", (words, card) => {
  expect(openTriggers().say(words).cards).toMatchObject([card]);
});

test("what is said of overlap and not understood is told, not dropped", () => {
  const odd = openTriggers().say("run it every day at 9 and do something odd with overlapping runs");
  expect(odd.called).toEqual([]);
  expect(odd.reply).toMatch(/not "do something odd with overlapping runs"/);

  const open = openTriggers().say("run it every day and queue overlapping runs");
  expect(open.reply).toMatch(/At what time.*"queue overlapping runs" is not set yet/);

  const off = openTriggers({ schedules: [makeSchedule()] }).say("pause it and skip missed runs");
  expect(off.called).toEqual([]);
  expect(off.reply).toMatch(/in two messages/);
});

const CAUGHT_UP: [string, string, "none" | "latest"][] = [
  ["skip missed runs", "latest", "none"],
  ["skip missed runs after a downtime", "latest", "none"],
  ["ignore missed runs", "latest", "none"],
  ["don't catch up on missed runs", "latest", "none"],
  ["never skip missed runs", "none", "latest"],
  ["catch up on missed runs", "none", "latest"],
];

test.each(CAUGHT_UP)("%s", (words, before, after) => {
  const schedule = makeSchedule({ catchUp: before === "none" ? "none" : "latest" });

  expect(openTriggers({ schedules: [schedule] }).say(words).card).toMatchObject({ catchUp: after });
});

test("what is so already is told in words for a person", () => {
  const { reply } = openTriggers({ schedules: [makeSchedule()] }).say("resume it");

  expect(reply).toMatch(/^The schedule already is so: .*Nothing was proposed\.$/);
  expect(reply).not.toMatch(/Say so/);
});

const NO_PAUSE: [string, RegExp][] = [
  ["pause it in August 2027 and December", /one pause.*Which days/],
  ["pause it in August, and in December", /one pause.*Which days/],
  ["pause it on Fridays", /cannot come back "on Fridays"/],
  ["pause it every Friday", /cannot come back/],
  ["pause it on weekends", /cannot come back/],
  ["pause it for 3 hours", /whole days/],
];

test.each(NO_PAUSE)("%s is no pause that a schedule can have", (words, reply) => {
  const turn = openTriggers({ schedules: [makeSchedule()] }).say(words);

  expect(turn.called).toEqual([]);
  expect(turn.reply).toMatch(reply);
});

test.each([
  ["pause it in July and August", "2027-08-31T22:00:00.000Z"],
  ["pause it on Saturday and Sunday", "2026-12-06T23:00:00.000Z"],
  ["pause it between 3 August and 9 August", "2027-08-09T22:00:00.000Z"],
  ["pause it on Friday", "2026-12-04T23:00:00.000Z"],
])("%s is one pause", (words, pausedUntil) => {
  expect(openTriggers({ schedules: [makeSchedule()] }).say(words).card).toMatchObject({ pausedUntil });
});

test("a pause beside another is refused, and one in its place is proposed", () => {
  for (const words of ["also pause it in December", "pause it in December too"]) {
    const turn = openTriggers({ schedules: [makeSchedule(PAUSED)] }).say(words);
    expect(turn.called).toEqual([]);
    expect(turn.reply).toMatch(/paused from 1 Aug 2027 to 31 Aug 2027 already/);
  }
  const { card } = openTriggers({ schedules: [makeSchedule(PAUSED)] }).say("pause it in December instead");
  expect(card).toMatchObject({ pausedUntil: "2026-12-31T23:00:00.000Z" });
});

test("after talk of a schedule it is the schedule that is canceled", () => {
  for (const words of ["pause it for 3 hours", "resume it", "what is the schedule?"]) {
    const talk = openTriggers({ schedules: [makeSchedule()] });
    talk.say(words);
    expect(talk.say("cancel it").card, words).toMatchObject({ scheduleId: "sch_1", remove: true });
  }
});

test("what went wrong is asked of the run that failed, else of the plan", () => {
  const failedRun: FailedRun = { runId: "run_1", summary: "The run failed.", step: null };
  for (const words of ["what went wrong?", "What happened?", "why did it fail?", "was ging schief?"])
    expect(openTriggers({ failedRun }).say(words).called, words).toMatchObject([{ name: "read_run" }]);
  expect(openTriggers().say("what went wrong?").called).toEqual([]);
});

test.each([
  "Run it every day at 9 and queue runs that overlap.",
  "Run it every day at 9. Queue runs that overlap.",
])("a brief says what happens to runs that meet: %s", (words) => {
  const { steps, triggers } = draftOf(`Read orders.csv and write it to a.txt. ${words}`, NO_TOOLS);

  expect(steps).toHaveLength(2);
  expect(triggers).toMatchObject({ schedule: { cron: "0 9 * * *" }, meeting: { overlap: "queue" } });
});

test.each([
  "never run step 2 and step 3 in parallel",
  "don't run them at the same time",
  "let them run at the same time",
  "drop overlapping rows",
  "run it every day at 9 and do the totals and the mail at the same time",
  "stop if step 2 fails",
])("what is said of steps sets no overlap, though there is a schedule: %s", (words) => {
  const { called } = openTriggers({ schedules: [makeSchedule()] }).say(words);

  expect(JSON.stringify(called)).not.toMatch(/overlap"|catchUp/);
});

test.each([
  ["never run two runs at the same time", "skip"],
  ["let two runs go on in parallel anyway", "allow"],
])("of runs it is said by their name: %s", (words, overlap) => {
  const { card } = openTriggers({ schedules: [makeSchedule({ overlap: "queue" })] }).say(words);

  expect(card).toMatchObject({ overlap });
});
