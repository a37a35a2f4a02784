import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { openSession } from "#test/eval/session.ts";
import { makePlan } from "#test/make.ts";

/** Eight steps of a conference: the catering and the speakers come after the hall. */
export const conference = makePlan(
  {
    hall: [],
    badges: [],
    speakers: ["hall"],
    programme: ["speakers"],
    catering: ["hall"],
    newsletter: ["programme"],
    feedback: ["catering", "newsletter"],
    helpers: ["feedback"],
  },
  {
    hall: { title: "Reserve the hall" },
    badges: { title: "Print the badges" },
    speakers: { title: "Invite the speakers" },
    programme: { title: "Publish the programme" },
    catering: { title: "Order the catering" },
    newsletter: { title: "Send the newsletter" },
    feedback: { title: "Collect the feedback" },
    helpers: { title: "Pay the helpers" },
  },
);

/** The plan after these messages. */
export async function after(...messages: string[]): Promise<Plan> {
  const session = openSession(createBuiltinPlanner(), conference);
  for (const words of messages) await session.say(words);
  const plan = session.plan();
  if (!plan) throw new Error("The session has no plan");
  return plan;
}

/** One step of the plan after these messages; undefined when it is gone. */
export async function stepAfter(id: string, ...messages: string[]): Promise<Step | undefined> {
  return (await after(...messages)).steps.find((step) => step.id === id);
}

export async function idsAfter(...messages: string[]): Promise<string[]> {
  return (await after(...messages)).steps.map((step) => step.id);
}
