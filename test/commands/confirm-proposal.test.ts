import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { createApiClient } from "#server/commands/api-client.ts";
import { confirmProposal } from "#server/commands/confirm-proposal.ts";
import { printReply } from "#server/commands/print-reply.ts";
import { scheduleViewSchema, webhookViewSchema } from "#server/core/trigger-views.ts";
import { openTestContext, serveApp } from "#test/serve-app.ts";

const { ctx, close } = await openTestContext();
// In this thread, as one of its own takes long to begin on a busy machine.
const planner = createBuiltinPlanner();
const server = await serveApp({ ...ctx, models: { ...ctx.models, planner: () => planner } });
const api = createApiClient(server.url, null);
afterAll(async () => {
  await server.close();
  await close();
});

async function newAgent(name: string): Promise<string> {
  const body = { name };
  const { slug } = await api.json(z.object({ slug: z.string() }), "/api/agents", { method: "POST", body });
  await printReply(api, slug, "- Read the orders\n- Add up the totals", () => {});
  return slug;
}

/** Says something and answers each card; gives what was printed. */
async function talk(slug: string, words: string, answer: "y" | "n"): Promise<string> {
  const printed: string[] = [];
  const write = vi
    .spyOn(process.stdout, "write")
    .mockImplementation((text) => printed.push(String(text)) > 0);
  try {
    const { proposals, notices } = await printReply(api, slug, words, () => {});
    expect(notices).toEqual([]);
    const accept = () => Promise.reject(new Error("No correction is proposed here."));
    for (const proposal of proposals) {
      await confirmProposal({ api, slug, ask: async () => answer, accept }, proposal);
    }
  } finally {
    write.mockRestore();
  }
  return printed.join("");
}

function schedulesOf(slug: string) {
  return api.json(z.object({ items: z.array(scheduleViewSchema) }), `/api/agents/${slug}/schedules`);
}

test("the terminal stores what a schedule's card shows, and changes and deletes it", async () => {
  const slug = await newAgent("Schedules");

  expect(await talk(slug, "run it every weekday at 9 in Berlin", "n")).toContain("No schedule was set.");
  expect((await schedulesOf(slug)).items).toEqual([]);

  const set = await talk(slug, "run it every weekday at 9 in Berlin", "y");
  expect(set).toContain("At 09:00, Monday through Friday (Europe/Berlin)");
  expect(set).toMatch(/The schedule is set\. Next: .*09:00 \(Europe\/Berlin\)\./);
  expect((await schedulesOf(slug)).items).toMatchObject([{ cron: "0 9 * * 1-5", timezone: "Europe/Berlin" }]);

  expect(await talk(slug, "pause it in August", "y")).toContain("The schedule is changed.");
  const [paused] = (await schedulesOf(slug)).items;
  expect(paused?.pausedFrom).toMatch(/-07-31T22:00:00/);
  expect(paused?.pausedUntil).toMatch(/-08-31T22:00:00/);

  expect(await talk(slug, "delete the schedule", "y")).toContain("The schedule is deleted.");
  expect((await schedulesOf(slug)).items).toEqual([]);
});

test("the terminal makes a webhook and prints its secret this one time", async () => {
  const slug = await newAgent("Webhooks");

  const printed = await talk(slug, "start it whenever GitHub pushes", "y");

  expect(printed).toMatch(/URL: http\S+\/hooks\/\S+/);
  expect(printed).toMatch(/Secret, shown this once: \S{20,}/);
  const { items } = await api.json(
    z.object({ items: z.array(webhookViewSchema) }),
    `/api/agents/${slug}/webhooks`,
  );
  expect(items).toMatchObject([{ scheme: "github", title: "whenever GitHub pushes" }]);
});

test("where nobody can be asked nothing happens", async () => {
  const slug = await newAgent("Silent");
  const { proposals } = await printReply(api, slug, "run it every weekday at 9", () => {});
  const write = vi.spyOn(process.stdout, "write").mockImplementation(() => true);

  for (const proposal of proposals)
    await confirmProposal({ api, slug, ask: async () => null, accept: async () => {} }, proposal);
  write.mockRestore();

  expect(proposals).toHaveLength(1);
  expect((await schedulesOf(slug)).items).toEqual([]);
});
