import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { noticeViewSchema } from "#server/core/notice-views.ts";
import { newWebhookViewSchema, scheduleViewSchema } from "#server/core/trigger-views.ts";
import { approvalViewSchema } from "#server/core/views.ts";
import { isLong } from "#test/quality/long-tests.ts";
import { standardHeaders } from "#test/hooks/senders.ts";
import * as digest from "./three-plans/digest.ts";
import * as invoices from "./three-plans/invoices.ts";
import { openWorld } from "./three-plans/open-world.ts";
import * as tickets from "./three-plans/tickets.ts";

const world = await openWorld();
afterAll(world.close);

const { newspapers, mail, ledger, teamChannel } = world;
const page = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });
const runIds: string[] = [];

async function runOf(agent: string) {
  const runId = await world.start(agent);
  runIds.push(runId);
  return runId;
}

async function save(agent: string, revision: number) {
  await world.say(agent, "Save it", { name: "save_plan", input: { revision } });
}

test("a digest is planned from two feeds, narrowed in plain words and saved", async () => {
  await world.makeAgent("Digest");
  await world.say("digest", digest.brief(newspapers), {
    name: "propose_plan",
    input: digest.plan(newspapers),
  });
  await world.say("digest", "Only the newest five of each feed", {
    name: "edit_plan",
    input: digest.onlyNewestFive(newspapers),
  });
  await world.say("digest", "If a step fails tell me in the team channel with what failed", {
    name: "edit_plan",
    input: digest.toldOfFailures,
  });
  await save("digest", 3);

  const { items } = await world.ask(
    page(z.object({ revision: z.int() })),
    "GET",
    "/api/agents/digest/snapshots",
  );
  expect(items.map(({ revision }) => revision)).toEqual([3]);
});

test("run by hand it mails the newest five of each, the town before the river, and tells nobody of a failure", async () => {
  const run = await world.over(await runOf("digest"));

  expect(run.status).toBe("completed");
  expect(run.steps.at(-1)).toMatchObject({ status: "skipped", reason: "condition" });
  const [sent] = mail.received;
  expect(sent?.to).toEqual(["ada@example.com"]);
  const order = sent?.source.match(/(?:Town news|River level) \d/g)?.slice(0, 10);
  const five = [1, 2, 3, 4, 5];
  expect(order).toEqual([...five.map((n) => `Town news ${n}`), ...five.map((n) => `River level ${n}`)]);
  expect(teamChannel.messages).toEqual([]);
});

test("its schedule is what the card says; every minute for now, it fires by itself", async () => {
  const path = "/api/agents/digest/schedules";
  const [card] = await world.say("digest", "Every morning at 7 in Berlin", {
    name: "set_schedule",
    input: digest.atSeven,
  });
  if (card?.type !== "schedule") throw new Error("There is no card of a schedule.");
  const { cron, timezone, overlap, catchUp, input } = card;
  const set = await world.ask(scheduleViewSchema, "POST", path, { cron, timezone, overlap, catchUp, input });
  expect(set).toMatchObject({ cron: "0 7 * * *", timezone: "Europe/Berlin", warnings: [] });

  const [sooner] = await world.say("digest", "Every minute for now", {
    name: "set_schedule",
    input: digest.everyMinute,
  });
  if (sooner?.type !== "schedule") throw new Error("There is no card of a changed schedule.");
  expect(sooner.scheduleId).toBe(set.scheduleId);
  await world.ask(scheduleViewSchema, "PATCH", `/api/schedules/${set.scheduleId}`, { cron: sooner.cron });
});

test("invoices wait for a person: until then nothing is booked, and the rejected ones are listed", async () => {
  await world.makeAgent("Invoices");
  const { entriesUrl } = ledger;
  await world.say("invoices", invoices.brief(entriesUrl), {
    name: "propose_plan",
    input: invoices.plan(entriesUrl),
  });
  await world.say("invoices", "Add an approval before the write", {
    name: "edit_plan",
    input: invoices.approvedFirst,
  });
  await world.say("invoices", "If a step fails tell me in the team channel with what failed", {
    name: "edit_plan",
    input: invoices.toldOfFailures,
  });
  await save("invoices", 3);
  const runId = await runOf("invoices");
  await world.paused(runId);

  expect(ledger.received).toEqual([]);
  expect(await world.fileOf(runId, "rejected.md")).toBe(
    "- R-103: it is paid already\n- R-104: the amount is 900\n- R-999: nobody ordered it\n",
  );
});

test("the approval shows what would be sent, with the secret by its name; approved, it is booked once", async () => {
  const { items } = await world.ask(page(approvalViewSchema), "GET", "/api/approvals");
  const [asked] = items;
  if (asked === undefined) throw new Error("No approval is asked for.");
  expect(asked.input).toMatchObject({
    headers: { authorization: "Bearer {{secret.LEDGER_TOKEN}}" },
    body: { entries: [{ number: "R-101" }, { number: "R-102" }] },
  });

  const path = `/api/approvals/${asked.approvalId}`;
  const body = { decision: "approve", inputHash: asked.inputHash };
  const decided = await Promise.all(Array.from({ length: 3 }, () => world.request("POST", path, body)));
  const run = await world.over(asked.runId);

  expect(decided.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(run.status).toBe("completed");
  expect(ledger.received).toHaveLength(1);
  expect(ledger.booked).toEqual([
    { number: "R-101", supplier: "Miller", amount: 120.5 },
    { number: "R-102", supplier: "Ash & Son", amount: 80 },
  ]);
  expect(teamChannel.messages).toEqual([]);
});

async function deliver(
  hook: { url: string; secret: string },
  ticket: { id: string; subject: string; text: string },
) {
  const body = JSON.stringify({ ticket });
  const headers = { "content-type": "application/json", ...standardHeaders(hook.secret, body) };
  const answer = await fetch(hook.url, { method: "POST", headers, body });
  expect(answer.status).toBe(202);
  const { runId } = z.object({ runId: z.string() }).parse(await answer.json());
  runIds.push(runId);
  return world.over(runId);
}

test("a ticket that is delivered is labelled, an urgent one told; where the desk is broken the team hears which step failed and why", async () => {
  await world.makeAgent("Tickets");
  const { url: ticketsUrl } = world.tickets;
  const edit = (words: string, input: unknown) => world.say("tickets", words, { name: "edit_plan", input });
  await world.say("tickets", tickets.brief(ticketsUrl), {
    name: "propose_plan",
    input: tickets.plan(ticketsUrl),
  });
  await edit("Urgent ones also go to the team channel", tickets.urgentOnesToTheTeam);
  await edit("If a step fails tell me in the team channel with what failed", tickets.toldOfFailures);
  await save("tickets", 3);
  const [card] = await world.say("tickets", "The help desk calls us", {
    name: "set_webhook",
    input: tickets.whenTheDeskCalls,
  });
  if (card?.type !== "webhook") throw new Error("There is no card of a webhook.");
  expect(card.warnings).toEqual([]);
  const body = { title: card.words, scheme: card.scheme };
  const hook = await world.ask(newWebhookViewSchema, "POST", "/api/agents/tickets/webhooks", body);

  const quiet = await deliver(hook, { id: "T-1", subject: "A bill", text: "I was charged twice." });
  const urgent = await deliver(hook, { id: "T-2", subject: "No login", text: "It is down for everybody." });
  expect([quiet.status, urgent.status]).toEqual(["completed", "completed"]);
  expect([...world.tickets.labels]).toEqual([
    ["T-1", ["billing"]],
    ["T-2", ["technical", "urgent"]],
  ]);
  expect(teamChannel.messages).toEqual(["Urgent: No login"]);

  world.tickets.breakDown();
  const broken = await deliver(hook, { id: "T-3", subject: "No login", text: "It is down for everybody." });
  expect(broken.status).toBe("failed");
  expect(broken.steps.map(({ status }) => status)).toEqual(["completed", "failed", "skipped", "completed"]);
  const told = teamChannel.messages.at(-1) ?? "";
  expect(told).toContain("- Classify the ticket: completed \n");
  expect(told).toMatch(/- Label the ticket: failed .*422.*The help desk is read-only today/);
  expect(told).toContain("- Tell the team of an urgent one: skipped");
  await expect
    .poll(async () => (await world.ask(page(noticeViewSchema), "GET", "/api/notices")).items)
    .toContainEqual(
      expect.objectContaining({ agentSlug: "tickets", kind: "run_failed", runId: broken.runId }),
    );

  world.tickets.mend();
  const mended = await deliver(hook, { id: "T-4", subject: "A thanks", text: "It works." });
  expect(mended.steps.map(({ status }) => status)).toEqual(["completed", "completed", "skipped", "skipped"]);
  expect(world.tickets.labels.get("T-4")).toEqual(["other"]);
  expect(teamChannel.messages.at(-1)).toBe(told);
});

test.runIf(isLong)("the slot of the minute has come, and its mail as well", async () => {
  const before = 1;
  await expect.poll(() => mail.received.length, { timeout: 90_000 }).toBeGreaterThan(before);
  expect(mail.received[1]?.source).toContain("Morning digest");
});

test("no value of a secret is in a log, a conversation, a prompt or what the server says", async () => {
  const paths = ["digest", "invoices", "tickets"].flatMap((agent) => [
    `/api/agents/${agent}/messages`,
    `/api/agents/${agent}/plan`,
  ]);
  const exports = runIds.map((runId) => `/api/runs/${runId}/export`);
  const told = await Promise.all([...paths, ...exports].map((path) => world.request("GET", path)));
  const everything = [...told, ...world.model.requests].map(({ text }) => text).join("") + world.said();

  expect(told.map(({ status }) => status)).toEqual(told.map(() => 200));
  for (const value of [...Object.values(world.secrets), "reads-only-4711"])
    expect(everything).not.toContain(value);
});
