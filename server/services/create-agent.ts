import { like } from "drizzle-orm";
import { agents } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { AgentView } from "#server/core/views.ts";
import { checkAgentModel, checkAgentName, checkAgentTools } from "./agent-settings.ts";
import { viewAgents } from "./view-agents.ts";

const MAX_SLUG_LENGTH = 48;

export async function createAgent(
  ctx: Context,
  input: { name: string; model?: string | null | undefined; tools?: readonly string[] | null | undefined },
): Promise<AgentView> {
  const name = checkAgentName(input.name);
  const now = ctx.now();
  const values = {
    id: ctx.newId("agent"),
    name,
    model: checkAgentModel(input.model ?? null),
    tools: checkAgentTools(ctx, input.tools ?? null),
    createdAt: now,
    updatedAt: now,
  };

  for (;;) {
    const slug = await freeSlug(ctx, slugOf(name));
    // Another agent may take the slug between the look and the insert; then the next one is free.
    const [row] = await ctx.db
      .insert(agents)
      .values({ ...values, slug })
      .onConflictDoNothing()
      .returning();
    if (row) {
      const [view] = await viewAgents(ctx.db, [row]);
      if (view) return view;
    }
  }
}

async function freeSlug(ctx: Context, slug: string): Promise<string> {
  const rows = await ctx.db
    .select({ slug: agents.slug })
    .from(agents)
    .where(like(agents.slug, `${slug}%`));
  const taken = new Set(rows.map((row) => row.slug));
  if (!taken.has(slug)) return slug;

  let suffix = 2;
  while (taken.has(`${slug}-${suffix}`)) suffix += 1;
  return `${slug}-${suffix}`;
}

/** Lower-case words of the name joined by hyphens; "agent" when it has none in Latin letters or digits. */
function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join("-").slice(0, MAX_SLUG_LENGTH).replace(/-+$/, "") ?? "agent";
}
