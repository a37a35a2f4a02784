import { expect, test } from "vitest";
import { said } from "./order-book.ts";
import { makeSchedule, openTriggers } from "./trigger-session.ts";

const SET: [string, string, string][] = [
  ["run it every weekday at 9 in Berlin", "0 9 * * 1-5", "Europe/Berlin"],
  ["every 15 minutes", "*/15 * * * *", "Europe/Berlin"],
  ["First Thursday of each month at midnight.", "0 0 * * 4#1", "Europe/Berlin"],
  ["at midnight on the first Thursday of each month, please", "0 0 * * 4#1", "Europe/Berlin"],
  ["run it on the last Friday of the month at 18:00", "0 18 * * 5L", "Europe/Berlin"],
  ["every Monday at 9am New York time", "0 9 * * 1", "America/New_York"],
  ["weekdays at 9 eastern", "0 9 * * 1-5", "America/New_York"],
  ["every day at noon UTC", "0 12 * * *", "UTC"],
  ["every day at 7:30 (Asia/Tokyo)", "30 7 * * *", "Asia/Tokyo"],
  ["run it at 9 London time every weekday", "0 9 * * 1-5", "Europe/London"],
  ["every Friday at 17:00 in Germany", "0 17 * * 5", "Europe/Berlin"],
  ["führe es jeden Werktag um 9 aus", "0 9 * * 1-5", "Europe/Berlin"],
  ["jeden ersten Donnerstag im Monat um Mitternacht", "0 0 * * 4#1", "Europe/Berlin"],
  ["jeden Montag um 8 Uhr Wiener Zeit", "0 8 * * 1", "Europe/Vienna"],
  ["ejecútalo todos los días a las 8:30 en Madrid", "30 8 * * *", "Europe/Madrid"],
  ["el primer jueves de cada mes a medianoche", "0 0 * * 4#1", "Europe/Berlin"],
  ["tous les lundis à 9h à Paris", "0 9 * * 1", "Europe/Paris"],
  ["lance-le chaque jour à 18h", "0 18 * * *", "Europe/Berlin"],
];

test.each(SET)("%s", (words, cron, timezone) => {
  expect(openTriggers().say(words).card).toMatchObject({ cron, timezone, enabled: true });
});

const ASKED: [string, RegExp][] = [
  ["run it every weekday at 9 in Springfield", /time zone of "Springfield"/],
  ["run it every Friday at 17:00 in the US", /more than one time/],
  ["run it every 45 minutes", /evenly/],
  ["run it every second Monday at 9", /mean the second Monday of each month/],
  ["run it every 2 weeks", /cannot count/],
  ["run it every Monday", /At what time/],
];

test.each(ASKED)("%s is asked about", (words, reply) => {
  const turn = openTriggers().say(words);

  expect(turn.called).toEqual([]);
  expect(turn.reply).toMatch(reply);
});

const REFUSED: [string, RegExp][] = [
  ["on 31 February at 8", /"0 8 31 2 \*" never fires/],
  ["run it on February 30th at 8", /"0 8 30 2 \*" never fires/],
  ["0 0 9 * * 1-5", /six fields, and seconds are not supported.*"0 9 \* \* 1-5" would work/],
  ["run it with cron 0 0 9 * * 1-5", /six fields/],
  ["0 9 31 2 *", /never fires/],
  ["run it with the cron 0 25 * * *", /hour "25" is out of range/],
  ["run it with cron 0 9 * * 1-5 Europe/Berln", /Did you mean "Europe\/Berlin"/],
  ["run it every weekday at 9 Europe/Berln", /Did you mean "Europe\/Berlin"/],
  ["on 3 March at 8", /would be each year.*"run it with cron 0 8 3 3 \*"/],
];

test.each(REFUSED)("%s is answered with the rule's own reason", (words, reply) => {
  const turn = openTriggers().say(words);

  expect(turn.called).toEqual([]);
  expect(turn.reply).toMatch(reply);
});

const EXACT: [string, string, string][] = [
  ["0 9 * * 1-5", "0 9 * * 1-5", "Europe/Berlin"],
  ["run it with cron 0 9 * * 1-5", "0 9 * * 1-5", "Europe/Berlin"],
  ["run it with cron */10 8-18 * * MON-FRI in Tokyo", "*/10 8-18 * * MON-FRI", "Asia/Tokyo"],
  ["every year on 3 March at 8", "0 8 3 3 *", "Europe/Berlin"],
];

test.each(EXACT)("%s is a schedule", (words, cron, timezone) => {
  expect(openTriggers().say(words).card).toMatchObject({ cron, timezone });
});

test("a misspelt zone said after a card is asked about by its rule", () => {
  const talk = openTriggers();
  talk.say("run it every weekday at 9");

  expect(talk.say("Europe/Berln").reply).toMatch(/Did you mean "Europe\/Berlin"/);
});

test("an order said right after a card is the order", () => {
  for (const [words, name] of [
    ["Save the plan", "save_plan"],
    ["Run it", "start_run"],
    ["Rename step 1 to Count", "edit_plan"],
  ] as const) {
    const talk = openTriggers();
    talk.say("run it every weekday at 9");
    const turn = talk.say(words);
    expect([words, turn.reply]).toEqual([words, expect.not.stringContaining("time zone")]);
    expect(turn.called.map((call) => call.name)).toContain(name);
  }
  const talk = openTriggers();
  talk.say("run it every weekday at 9 in Springfield");
  expect(talk.say("Save the plan").called).toMatchObject([{ name: "save_plan" }]);
});

test("the answer to a question about a schedule completes it", () => {
  const place = openTriggers();
  place.say("run it every weekday at 9 in Springfield");
  expect(place.say("Chicago").card).toMatchObject({ cron: "0 9 * * 1-5", timezone: "America/Chicago" });

  const even = openTriggers();
  even.say("run it every 45 minutes");
  expect(even.say("30").card).toMatchObject({ cron: "*/30 * * * *" });

  const second = openTriggers();
  second.say("run it every second Monday at 9");
  expect(second.say("yes").card).toMatchObject({ cron: "0 9 * * 1#2" });
});

test("what was proposed is changed before it is confirmed, and after", () => {
  const talk = openTriggers();
  talk.say("run it every day at 9 in Berlin");
  const later = talk.say("make it 10 instead");
  expect(later.card).toMatchObject({ cron: "0 10 * * *", timezone: "Europe/Berlin" });
  expect(later.card).not.toHaveProperty("scheduleId");
  talk.confirm(later.card);

  const moved = talk.say("in New York instead");
  expect(moved.card).toMatchObject({ scheduleId: "sch_1", cron: "0 10 * * *", timezone: "America/New_York" });
  talk.confirm(moved.card);
  expect(talk.say("make it Fridays").card).toMatchObject({ scheduleId: "sch_1", cron: "0 10 * * 5" });
  expect(talk.say("change the schedule to every 15 minutes").card).toMatchObject({ cron: "*/15 * * * *" });
});

test("a number for an interval is the interval", () => {
  const talk = openTriggers();
  talk.say("every 15 minutes");

  expect(talk.say("make it 10 instead").card).toMatchObject({ cron: "*/10 * * * *" });
});

test("where a schedule stands, another one is beside it, in its place, or asked about", () => {
  const beside = openTriggers({ schedules: [makeSchedule()] });
  const talk = openTriggers({ schedules: [makeSchedule()] });

  expect(beside.say("run it every Monday at 8 too").card).not.toHaveProperty("scheduleId");
  expect(talk.say("run it every Monday at 8 instead").card).toMatchObject({
    scheduleId: "sch_1",
    cron: "0 8 * * 1",
  });
  const asked = talk.say("run it every Saturday at 8");
  expect(asked.called).toEqual([]);
  expect(asked.reply).toMatch(/take its place, or come beside it/);
  expect(talk.say("instead").card).toMatchObject({ scheduleId: "sch_1", cron: "0 8 * * 6" });
});

const PAUSES: [string, string, string][] = [
  ["pause it in August", "2027-07-31T22:00:00.000Z", "2027-08-31T22:00:00.000Z"],
  ["Can you pause the schedule in August, please?", "2027-07-31T22:00:00.000Z", "2027-08-31T22:00:00.000Z"],
  ["no runs in August", "2027-07-31T22:00:00.000Z", "2027-08-31T22:00:00.000Z"],
  ["pausiere es im August", "2027-07-31T22:00:00.000Z", "2027-08-31T22:00:00.000Z"],
  ["den Zeitplan im August aussetzen", "2027-07-31T22:00:00.000Z", "2027-08-31T22:00:00.000Z"],
  ["páusalo en agosto", "2027-07-31T22:00:00.000Z", "2027-08-31T22:00:00.000Z"],
  ["mets-le en pause en août", "2027-07-31T22:00:00.000Z", "2027-08-31T22:00:00.000Z"],
  ["pause it from 20 December to 3 January", "2026-12-19T23:00:00.000Z", "2027-01-03T23:00:00.000Z"],
  ["don't run it next week", "2026-12-06T23:00:00.000Z", "2026-12-13T23:00:00.000Z"],
  ["pause it until Monday", "2026-12-01T09:00:00.000Z", "2026-12-06T23:00:00.000Z"],
  ["suspend the schedule for two weeks", "2026-11-30T23:00:00.000Z", "2026-12-14T23:00:00.000Z"],
];

test.each(PAUSES)("%s: whole dates in the schedule's zone", (words, pausedFrom, pausedUntil) => {
  const { card } = openTriggers({ schedules: [makeSchedule()] }).say(words);

  expect(card).toMatchObject({ scheduleId: "sch_1", enabled: true, pausedFrom, pausedUntil });
});

test("a pause that is over is none: the next August is another one", () => {
  const paused = makeSchedule({
    pausedFrom: "2026-07-31T22:00:00.000Z",
    pausedUntil: "2026-08-31T22:00:00.000Z",
  });

  expect(openTriggers({ schedules: [paused] }).say("pause it in August").card).toMatchObject({
    pausedFrom: "2027-07-31T22:00:00.000Z",
  });
});

test("stopping, resuming and deleting are cards of their own", () => {
  const talk = openTriggers({ schedules: [makeSchedule()] });

  const stopped = talk.say("stop the schedule");
  expect(stopped.card).toMatchObject({ scheduleId: "sch_1", enabled: false, nextFireTimes: [] });
  talk.confirm(stopped.card);
  const resumed = talk.say("resume it");
  expect(resumed.card).toMatchObject({ scheduleId: "sch_1", enabled: true });
  talk.confirm(resumed.card);
  expect(talk.say("resume it").reply).toMatch(/already is so/);
  expect(talk.say("lösche den Zeitplan").card).toMatchObject({ scheduleId: "sch_1", remove: true });
});

const MEETINGS: [string, object][] = [
  ["don't skip when the last run is still going: queue them", { overlap: "queue" }],
  ["queue runs instead of skipping them", { overlap: "queue" }],
  ["start it even if the last run is still going", { overlap: "allow" }],
  ["let runs overlap", { overlap: "allow" }],
  ["don't catch up on missed runs", { catchUp: "none" }],
];

test.each(MEETINGS)("%s", (words, expected) => {
  const { card } = openTriggers({ schedules: [makeSchedule()] }).say(words);

  expect(card).toMatchObject({ scheduleId: "sch_1", cron: "0 9 * * 1-5", ...expected });
});

test("of several schedules one is named, or it is asked which", () => {
  const talk = openTriggers({
    schedules: [makeSchedule(), makeSchedule({ scheduleId: "sch_2", cron: "0 17 * * 6" })],
  });

  expect(talk.say("pause it in August").reply).toMatch(/Which schedule do you mean/);
  expect(talk.say("pause schedule 2").card).toMatchObject({ scheduleId: "sch_2", enabled: false });
  expect(talk.say("pause the Saturday one").card).toMatchObject({ scheduleId: "sch_2" });
  expect(talk.say("pause both in August").cards).toHaveLength(2);
});

const QUESTIONS = [
  "what's the schedule?",
  "When does it run next?",
  "wie ist der Zeitplan?",
  "¿cuándo se ejecuta?",
];

test.each(QUESTIONS)("%s is answered from the facts", (words) => {
  const paused = makeSchedule({ pausedFrom: "2026-12-06T23:00:00Z", pausedUntil: "2026-12-13T23:00:00Z" });
  const { reply, called } = openTriggers({ schedules: [paused] }).say(words);

  expect(called).toEqual([]);
  expect(reply).toContain(
    "At 09:00, Monday through Friday (Europe/Berlin), paused from 7 Dec 2026 to 13 Dec 2026",
  );
  expect(reply).toContain("Next: Wed, 2 Dec 2026, 09:00");
});

test("without a schedule there is none to pause, and what is said of steps stays theirs", () => {
  const none = openTriggers();
  expect(none.say("pause it in August").reply).toMatch(/There is no schedule/);
  expect(none.say("stop the schedule").reply).toMatch(/There is no schedule/);

  const talk = openTriggers({ schedules: [makeSchedule()] });
  for (const words of [
    "remove step 2",
    "stop if step 2 fails",
    "skip step 2 if it fails",
    "retry step 2 5 times",
  ])
    expect(
      talk.say(words).called.map((call) => call.name),
      words,
    ).toEqual(["edit_plan"]);
  talk.say("retry step 2 5 times");
  expect(talk.say("make it 10 instead").cards).toEqual([]);
});

test("a card says what will be stored, and that it waits to be confirmed", () => {
  const { reply } = openTriggers().say("run it every weekday at 9 in Berlin");

  expect(reply).toContain("At 09:00, Monday through Friday (Europe/Berlin)");
});

test("a brief says when it runs, and where; a place that is not known is asked about", async () => {
  const berlin = await said(
    "Every weekday at 9 in Berlin: read orders.csv, add up the amounts, mail Maria",
    null,
  );
  const unknown = await said("Every weekday at 9 in Springfield: read orders.csv, add up the amounts", null);

  expect(berlin.called[1]).toMatchObject({
    name: "set_schedule",
    input: { cron: "0 9 * * 1-5", timezone: "Europe/Berlin" },
  });
  expect(berlin.plan?.steps.map((step) => step.title).join()).not.toContain("Berlin");
  expect(unknown.called.map((call) => call.name)).toEqual(["propose_plan"]);
  expect(unknown.reply).toContain('time zone of "Springfield"');
});
