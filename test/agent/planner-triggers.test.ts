import { afterAll, expect, test } from "vitest";
import { createSchedule } from "#server/services/create-schedule.ts";
import { chunksOf, dataOf, openPlanning } from "#test/planning.ts";
import { proposalOf } from "#test/proposal.ts";
import { type ScriptedAnswer, scriptedModel } from "#test/scripted-model.ts";

const planning = await openPlanning();
afterAll(planning.close);

async function talk(agentId: string, text: string, ...answers: ScriptedAnswer[]) {
  const model = scriptedModel(...answers);
  planning.setModel(model);
  const chunks = await chunksOf(await planning.post(agentId, text, { timezone: "America/New_York" }));
  return {
    cards: dataOf(chunks, "proposal"),
    notices: dataOf(chunks, "notice"),
    told: JSON.stringify(model.doStreamCalls.at(-1)?.prompt.at(-1)),
    asked: JSON.stringify(model.doStreamCalls[0]?.prompt.at(-1)),
  };
}

/** An agent with a plan whose first step may work on the run input. */
async function agentWithPlan(usesRunInput: boolean): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Reports" });
  const input = proposalOf("Collect", "Send");
  const [first] = input.steps;
  if (first && usesRunInput) first.settings = [{ field: "usesRunInput", value: true }];
  await talk(body.agentId, "A brief.", { calls: [{ name: "propose_plan", input }] }, { say: "There." });
  return body.agentId;
}

const set = (input: object) => ({ calls: [{ name: "set_schedule", input }] });
const SAVE = { calls: [{ name: "save_plan", input: { revision: 1 } }] };

test("a schedule without a zone is in the person's, and the model is told what the card holds", async () => {
  const agentId = await agentWithPlan(false);
  await talk(agentId, "Save", SAVE, { say: "Saved." });

  const { cards, told } = await talk(
    agentId,
    "Run it on the first Thursday of each month at midnight",
    set({ cron: "0 0 * * 4#1", timezone: null, words: "first Thursday" }),
    { say: "Confirm the card." },
  );

  expect(cards).toMatchObject([
    { type: "schedule", cron: "0 0 * * 4#1", timezone: "America/New_York", overlap: "skip", warnings: [] },
  ]);
  expect(cards[0].words).toContain("America/New_York");
  expect(cards[0].nextFireTimes).toHaveLength(5);
  expect(told).toContain("No zone was said: America/New_York is assumed.");
  expect(told).toContain("Next: Thu, ");
  expect(told).toContain("it takes effect when the person confirms the card");
});

test("a schedule that cannot be is refused, so that the model can correct it", async () => {
  const agentId = await agentWithPlan(false);

  const { cards, told } = await talk(
    agentId,
    "Every five seconds",
    set({ cron: "*/5 * * * * *", timezone: "Berlin", words: "every five seconds" }),
    { say: "That is not possible." },
  );

  expect(cards).toEqual([]);
  expect(told).toContain("Refused, nothing was proposed.");
  expect(told).toContain("seconds are not supported");
});

test("a schedule for a plan on run input comes with a warning, and so does saving such a plan", async () => {
  const agentId = await agentWithPlan(true);

  const { cards, told } = await talk(
    agentId,
    "Every day at 9",
    set({ cron: "0 9 * * *", timezone: "Berlin", words: "every day at 9" }),
    { say: "Confirm it." },
  );
  expect(cards[0].warnings.map((warning: { code: string }) => warning.code)).toEqual([
    "cron_run_input",
    "nothing_saved",
  ]);
  expect(told).toContain("Warning: Step 1");

  await createSchedule(planning.ctx, { agentId, cron: "0 9 * * *", timezone: "Europe/Berlin" });
  const saved = await talk(agentId, "Save it", SAVE, { say: "Saved." });
  expect(saved.notices).toMatchObject([
    { level: "warning", text: expect.stringContaining("uses the run input") },
  ]);
});

test("the planner is told of the schedules there are, by number, and changes one of them", async () => {
  const agentId = await agentWithPlan(false);
  const { schedule } = await createSchedule(planning.ctx, {
    agentId,
    cron: "0 9 * * 1-5",
    timezone: "Europe/Berlin",
    overlap: "queue",
  });
  await talk(agentId, "Save", SAVE, { say: "Saved." });

  const { asked, cards } = await talk(
    agentId,
    "Stop it",
    set({ action: "pause", schedule: 1, words: "stop it" }),
    { say: "Confirm the card." },
  );

  expect(asked).toContain("Schedules: 1: 0 9 * * 1-5 Europe/Berlin, overlap queue. It is ");
  expect(cards).toMatchObject([
    { scheduleId: schedule.scheduleId, enabled: false, overlap: "queue", nextFireTimes: [], warnings: [] },
  ]);
});

test("two schedules of one answer are two cards, and a webhook tells whether its payload is read", async () => {
  const agentId = await agentWithPlan(false);

  const { cards, told } = await talk(
    agentId,
    "Mondays at 9, Fridays at 17, and when GitHub pushes",
    {
      calls: [
        { name: "set_schedule", input: { cron: "0 9 * * 1", timezone: "Berlin", words: "Mondays at 9" } },
        { name: "set_schedule", input: { cron: "0 17 * * 5", timezone: "Berlin", words: "Fridays at 17" } },
        { name: "set_webhook", input: { scheme: "github", words: "GitHub pushes" } },
      ],
    },
    { say: "Confirm the cards." },
  );

  expect(cards.map((card) => card.cron ?? card.scheme)).toEqual(["0 9 * * 1", "0 17 * * 5", "github"]);
  expect(cards[2].warnings[0].code).toBe("webhook_not_read");
  expect(told).toContain("get the URL and, once, the secret");
});

test("a pause that takes the place of another one is told", async () => {
  const agentId = await agentWithPlan(false);
  await createSchedule(planning.ctx, {
    agentId,
    cron: "0 9 * * *",
    timezone: "Europe/Berlin",
    pausedFrom: "2099-07-31T22:00:00.000Z",
    pausedUntil: "2099-08-31T22:00:00.000Z",
  });

  const { told } = await talk(
    agentId,
    "Pause it in December",
    set({ action: "pause", schedule: 1, pausedFrom: "2099-12-01", pausedUntil: "2099-12-31" }),
    { say: "Confirm the card." },
  );

  expect(told).toContain("paused from 1 Aug 2099 to 31 Aug 2099 so far: that pause goes");
});
