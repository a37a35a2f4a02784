import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { open } from "./order-book.ts";

/** Nine steps from orders to their archive; the review asks, and the mail has retries and a time limit of its own. */
export const shop = makePlan(
  {
    fetch: [],
    clean: ["fetch"],
    summary: ["clean"],
    chart: ["clean"],
    review: ["summary", "chart"],
    mail: ["review"],
    store: ["review"],
    backup: ["fetch"],
    archive: ["mail", "store"],
  },
  {
    fetch: { title: "Fetch orders" },
    clean: { title: "Clean" },
    summary: { title: "Summarize" },
    chart: { title: "Chart" },
    review: { title: "Review", approval: {} },
    mail: { title: "Mail", maxAttempts: 4, timeoutSeconds: 60 },
    store: { title: "Store" },
    backup: { title: "Backup" },
    archive: { title: "Archive" },
  },
);

/** The last turn of a conversation about a plan, the plan behind it, and what of its steps is another than before. */
export async function saidTo(plan: Plan, ...messages: string[]) {
  const session = open(plan);
  let turn = await session.say(messages[0] ?? "");
  for (const next of messages.slice(1)) turn = await session.say(next);
  const steps = session.plan()?.steps ?? [];
  const stepOf = (id: string): Step | undefined => steps.find((step) => step.id === id);
  const before = new Map(plan.steps.map((step) => [step.id, JSON.stringify(step)]));
  return {
    ...turn,
    steps,
    stepOf,
    waits: Object.fromEntries(steps.map((step) => [step.id, step.dependsOn])),
    asking: steps.filter(({ approval }) => approval !== undefined).map(({ id }) => id),
    gone: plan.steps.filter(({ id }) => stepOf(id) === undefined).map(({ id }) => id),
    /** Ids of steps that stayed and are not as they were. */
    touched: steps
      .filter((step) => before.has(step.id) && before.get(step.id) !== JSON.stringify(step))
      .map(({ id }) => id),
  };
}
