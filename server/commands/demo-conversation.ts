import { z } from "zod";
import { type PlanView, agentViewSchema, planViewSchema } from "#server/core/views.ts";
import type { ApiClient } from "./api-client.ts";
import { expectDemo } from "./expect-demo.ts";
import { planLines } from "./plan-lines.ts";
import { type Reply, printReply } from "./print-reply.ts";
import { print } from "./say.ts";

const EDITS = ['Rename step 3 to "Keep the paid orders"', "Ask me before step 7"];
const CIRCLE = "Step 2 should wait for step 5";

/** From the brief to a saved plan, by talking. Returns the agent. */
export async function demoConversation(api: ApiClient, brief: string): Promise<string> {
  const agent = await api.json(z.object({ slug: z.string() }), "/api/agents", {
    method: "POST",
    body: { name: "Orders by country" },
  });
  const { slug } = agent;

  print("\n== The brief\n");
  print(brief.trim().replace(/^/gm, "   "));
  print("\n== The plan that the planner makes of it\n");
  await tell(api, slug, brief);
  let plan = await showPlan(api, slug);
  expectDemo(plan.plan.steps.length === 7, `the plan has ${plan.plan.steps.length} steps instead of 7`);
  expectDemo(
    plan.plan.steps.every((step) => step.kind === "tool"),
    "a step of the plan needs a language model",
  );

  for (const edit of EDITS) {
    print(`\n== An edit by talking: ${edit}\n`);
    await tell(api, slug, edit);
    const edited = await showPlan(api, slug);
    expectDemo(edited.revision === plan.revision + 1, `"${edit}" made no revision`);
    plan = edited;
  }
  expectDemo(plan.plan.steps[2]?.title === "Keep the paid orders", "step 3 has not got its new title");
  expectDemo(plan.plan.steps[6]?.approval !== undefined, "step 7 does not ask first");

  print(`\n== An edit that cannot be: ${CIRCLE}\n`);
  const refused = await tell(api, slug, CIRCLE);
  const unchanged = await readPlan(api, slug);
  expectDemo(unchanged.revision === plan.revision, "the circle was let in");
  expectDemo(/\b2\b/.test(refused.text) && /\b5\b/.test(refused.text), "the refusal does not name the steps");
  print(`   The plan stays as it was: r${unchanged.revision}.`);

  print("\n== Saving\n");
  await tell(api, slug, "Save it");
  const { savedRevision } = await api.json(agentViewSchema, `/api/agents/${slug}`);
  expectDemo(savedRevision === plan.revision, "the plan was not saved");
  return slug;
}

async function tell(api: ApiClient, slug: string, text: string): Promise<Reply> {
  const reply = await printReply(api, slug, text, (piece) => process.stdout.write(piece));
  expectDemo(reply.notices.length === 0, `the planner says: ${reply.notices.join(" ")}`);
  return reply;
}

function readPlan(api: ApiClient, slug: string): Promise<PlanView> {
  return api.json(planViewSchema, `/api/agents/${slug}/plan`);
}

async function showPlan(api: ApiClient, slug: string): Promise<PlanView> {
  const view = await readPlan(api, slug);
  print("");
  for (const line of planLines(view.revision, view.plan)) print(line);
  return view;
}
