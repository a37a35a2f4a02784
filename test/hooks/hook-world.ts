import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import type { Database } from "#db/client.ts";
import { agents, webhookDeliveries, webhooks } from "#db/schema.ts";
import { listen } from "#server/commands/listen.ts";
import type { Plan } from "#server/core/plan.ts";
import type { DeliveryView } from "#server/core/trigger-views.ts";
import type { WebhookScheme } from "#server/core/trigger.ts";
import { hookDoor } from "#server/http/hook-door.ts";
import { problemOf } from "#server/http/problem.ts";
import { createWebhook } from "#server/services/create-webhook.ts";
import { executeIn } from "#server/services/executor.ts";
import { listDeliveries } from "#server/services/list-deliveries.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { type Answer, post } from "./post.ts";
import type { Headers } from "./senders.ts";

export const hookPlan = makePlan(
  { read: [] },
  { read: { kind: "tool", tool: "read", usesRunInput: true, input: { to: "$input.to" } } },
);

export type Made = { id: string; agentId: string; secret: string; path: string };

/** A world of runs with the door for deliveries, over real HTTP. */
export async function openHookWorld({
  database,
  plan = hookPlan,
  limits,
}: {
  database?: Database;
  plan?: Plan;
  limits?: Parameters<typeof hookDoor>[1];
} = {}) {
  const world = await openRunWorld(database);
  const { ctx } = world;
  const doors: { close: (withinMs: number) => Promise<void> }[] = [];
  const url = await openDoor();

  /** The door of one more server on the same database. */
  async function openDoor(): Promise<string> {
    const app = new Hono().route("/", hookDoor(ctx, limits)).onError((error, c) => problemOf(ctx, error, c));
    const door = await listen(app.fetch, { host: "127.0.0.1", port: 0 });
    doors.push(door);
    return door.url;
  }

  async function make(scheme: WebhookScheme, secret?: string): Promise<Made> {
    const { agentId } = await seedAgent(ctx, plan);
    return makeFor(agentId, scheme, secret);
  }
  async function makeFor(agentId: string, scheme: WebhookScheme, secret?: string): Promise<Made> {
    const made = await createWebhook(ctx, { agentId, title: "A shop", scheme, secret, origin: url });
    return { id: made.webhookId, agentId, secret: made.secret, path: `/hooks/${made.webhookId}` };
  }

  async function rowOf(webhookId: string) {
    const [row] = await ctx.db.select().from(webhooks).where(eq(webhooks.id, webhookId));
    if (!row) throw new Error(`There is no webhook "${webhookId}"`);
    return row;
  }

  return {
    ...world,
    url,
    openDoor,
    make,
    makeFor,
    post: (hook: Pick<Made, "path">, body: string | Buffer, headers: Headers = {}): Promise<Answer> =>
      post(`${url}${hook.path}`, { body, headers }),
    /** The agent's runs, newest first. */
    runsOf: (hook: Pick<Made, "agentId">) =>
      executeIn(ctx.db)("select id, input, trigger from runs where agent_id = $1 order by id desc", [
        hook.agentId,
      ]),
    /** What is listed of the webhook, once it is as many. */
    listed: async (hook: Pick<Made, "id">, atLeast = 1): Promise<DeliveryView[]> => {
      for (let looks = 0; ; looks += 1) {
        const { items } = await listDeliveries(ctx, { webhookId: hook.id, limit: 200 });
        if (items.length >= atLeast || looks > 200) return items;
        await setTimeout(50);
      }
    },
    archive: (hook: Pick<Made, "agentId">) =>
      ctx.db.update(agents).set({ status: "archived" }).where(eq(agents.id, hook.agentId)),
    endRotation: (hook: Pick<Made, "id">) =>
      ctx.db.update(webhooks).set({ previousUntil: new Date() }).where(eq(webhooks.id, hook.id)),
    /** Leaves a secret that no key opens. */
    spoilSecret: (hook: Pick<Made, "id">) =>
      ctx.db.update(webhooks).set({ secret: "v1.000000000000.AAAA" }).where(eq(webhooks.id, hook.id)),
    rowOf,
    insertTwice: async (hook: Pick<Made, "id">) => ctx.db.insert(webhooks).values(await rowOf(hook.id)),
    disable: (hook: Pick<Made, "id">) =>
      ctx.db.update(webhooks).set({ enabled: false }).where(eq(webhooks.id, hook.id)),
    unsave: (hook: Pick<Made, "agentId">) =>
      ctx.db.update(agents).set({ snapshotId: null }).where(eq(agents.id, hook.agentId)),
    /** Lets the deliveries have come that long ago. */
    age: (hook: Pick<Made, "id">, ms: number) =>
      ctx.db
        .update(webhookDeliveries)
        .set({ receivedAt: new Date(Date.now() - ms) })
        .where(eq(webhookDeliveries.webhookId, hook.id)),
    close: async () => {
      await Promise.all(doors.map((door) => door.close(0)));
      await world.close();
    },
  };
}

export function bodyOf(answer: Answer): ReturnType<typeof JSON.parse> {
  return JSON.parse(answer.body);
}
