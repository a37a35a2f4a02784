import { expect, test } from "vitest";
import { draftOf } from "#server/agent/builtin/brief-draft.ts";
import { makeSchedule, openTriggers } from "./trigger-session.ts";

const NO_TOOLS = { names: new Set<string>(), facts: [] };

const TIMES: [string, string[]][] = [
  ["run it every day at 9:00 and 17:30", ["0 9 * * *", "30 17 * * *"]],
  ["every day at 9 and 17:30", ["0 9 * * *", "30 17 * * *"]],
  ["every weekday at 9:00 and at 17:30", ["0 9 * * 1-5", "30 17 * * 1-5"]],
  ["daily at 8:15 and 20:45", ["15 8 * * *", "45 20 * * *"]],
  ["at 9:00 and 17:30 every day", ["0 9 * * *", "30 17 * * *"]],
  ["run it every day at 9, 12:15 and 17 in Tokyo", ["0 9,17 * * *", "15 12 * * *"]],
  ["run it every day at 9, 12 and 17", ["0 9,12,17 * * *"]],
  ["every Monday at 8am and 5pm", ["0 8,17 * * 1"]],
  ["every day at noon and midnight", ["0 0,12 * * *"]],
  ["on the first Monday of the month at 9:00 and 17:30", ["0 9 * * 1#1", "30 17 * * 1#1"]],
  ["run it twice a day at 9 and 17:30", ["0 9 * * *", "30 17 * * *"]],
  ["jeden Tag um 9:00 und 17:30", ["0 9 * * *", "30 17 * * *"]],
  ["todos los días a las 9:00 y 17:30", ["0 9 * * *", "30 17 * * *"]],
  ["chaque jour à 9h et 17h30", ["0 9 * * *", "30 17 * * *"]],
  ["run it every 2 hours on Sundays", ["0 */2 * * 0"]],
  ["every 15 minutes between 9 and 17 on weekdays", ["*/15 9-16 * * 1-5"]],
  ["every hour from 9am to 5pm", ["0 9-17 * * *"]],
  ["every 30 minutes on weekdays from 8 to 18", ["*/30 8-17 * * 1-5"]],
  ["every day except Sunday at 9", ["0 9 * * 1,2,3,4,5,6"]],
  ["every day at 9 except on weekends", ["0 9 * * 1,2,3,4,5"]],
  ["run it Monday to Friday at 9", ["0 9 * * 1,2,3,4,5"]],
  ["run it Friday to Monday at 9:00 and 17:30", ["0 9 * * 5,6,0,1", "30 17 * * 5,6,0,1"]],
  ["every weekday except Wednesday at 9:30 in Berlin", ["30 9 * * 1,2,4,5"]],
];

test.each(TIMES)("%s: a card for each cron that it takes", (words, crons) => {
  const { cards } = openTriggers().say(words);

  expect(cards.map(({ cron }) => cron)).toEqual(crons);
});

test("the French word et is no time zone, and ET is one", () => {
  expect(openTriggers().say("chaque jour à 9h et 17h").card?.timezone).toBe("Europe/Berlin");
  expect(openTriggers().say("every day at 9 ET").card?.timezone).toBe("America/New_York");
});

const SAID: [string, RegExp][] = [
  ["run it at 25:00 every day", /"25:00" is no time of the day/],
  ["every day at 24:00", /"24:00" is no time.*Midnight is "0:00"/],
  ["run it every day at 9:00 and 9:75", /"9:75" is no time/],
  ["every day at 4 and 5 pm", /Is "4" in the morning or in the afternoon/],
  ["run it once tomorrow at 9", /cannot run once, "tomorrow at 9"/],
  ["run it next Monday at 9", /cannot run once/],
  ["run it in 2 hours", /cannot run once/],
  ["run it at 9 and 17:30", /On which days should it run at 9 and 17:30/],
  ["run it every 15 minutes at 9", /an interval and a time of the day/],
  ["run it Mondayish at 9:00", /did not understand the time of a schedule/],
  ["run it at 9", /On which days should it run at 9/],
  ["pause it for 3 hours", /There is no schedule/],
  [
    "run it every 2 hours on Sundays in March",
    /did not understand the time of a schedule.*"run it with the cron/,
  ],
  ["every day at 9 and 3 reports are sent", /not "3 reports are sent"/],
  ["run it every 45 minutes on Sundays", /evenly/],
];

test.each(SAID)("%s is answered with its own reason", (words, reply) => {
  const turn = openTriggers().say(words);

  expect(turn.called).toEqual([]);
  expect(turn.reply).toMatch(reply);
});

test("one schedule cannot be changed to times of two", () => {
  for (const words of ["make it 9:00 and 17:30", "run it every day at 9:00 and 17:30 instead"]) {
    const turn = openTriggers({ schedules: [makeSchedule()] }).say(words);
    expect(turn.called).toEqual([]);
    expect(turn.reply).toMatch(/One schedule has one minute of the hour/);
  }
});

const BRIEFS: [string, string[], string | null][] = [
  ["Every Monday at 9 and Tuesday at 10:30.", ["0 9 * * 1", "30 10 * * 2"], null],
  ["Run it every day at 9:00 and 17:30.", ["0 9 * * *", "30 17 * * *"], null],
  ["Run it every Monday at 8. Run it also every Friday at 17.", ["0 8 * * 1", "0 17 * * 5"], null],
  ["Run it also every Monday at 8 in London.", ["0 8 * * 1"], null],
  ["It should run every 2 hours on Sundays.", ["0 */2 * * 0"], null],
  ["Run it when GitHub pushes.", [], "github"],
  ["When GitHub pushes, run it.", [], "github"],
];

test.each(BRIEFS)("what starts runs is no step of a brief: %s", (words, crons, scheme) => {
  const { steps, triggers } = draftOf(`Read orders.csv and write it to a.txt. ${words}`, NO_TOOLS);
  const said = [triggers.schedule, ...triggers.others].flatMap((item) => (item === null ? [] : [item.cron]));

  expect(steps).toHaveLength(2);
  expect(said).toEqual(crons);
  expect(triggers.webhook?.scheme ?? null).toBe(scheme);
});

test("a call and a clock may both start the runs of a brief", () => {
  const { steps, triggers } = draftOf(
    "When GitHub pushes, read the commits and write a changelog. Run it also every Monday at 8 in London.",
    NO_TOOLS,
  );

  expect(steps.map(({ title }) => title)).toEqual(["Read the commits", "Write a changelog"]);
  expect(triggers.schedule).toMatchObject({ cron: "0 8 * * 1", timezone: "Europe/London" });
  expect(triggers.webhook).toMatchObject({ scheme: "github" });
});
