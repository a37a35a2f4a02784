import { tool } from "ai";
import { setWebhookInputSchema } from "#server/core/edit-schema.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";
import { proposeCard } from "#server/agent/turn-proposal.ts";

export function setWebhookTool(turn: Turn) {
  return tool({
    description:
      "Propose that an outside system starts runs by calling a URL; its payload is the run input: a card. May go with a change.",
    inputSchema: toolSchema(setWebhookInputSchema),
    strict: true,
    execute: async ({ scheme, words }) => proposeCard(turn, { type: "webhook", scheme, words }),
  });
}
