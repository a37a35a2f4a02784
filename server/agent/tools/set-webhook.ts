import { tool } from "ai";
import { setWebhookInputSchema } from "#server/core/edit-schema.ts";
import type { TriggerWarning } from "#server/core/trigger-views.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";
import { proposeCard } from "#server/agent/turn-proposal.ts";
import { triggerWarnings, warningLines } from "#server/agent/trigger-warning-lines.ts";

const NO_READER =
  "No step uses the run input, so what the webhook delivers starts a run and is read by no step. Let the step that should work on it use the run input.";

export function setWebhookTool(turn: Turn) {
  return tool({
    description:
      "Propose that an outside system starts runs; its payload is the run input: a card. May go with a change.",
    inputSchema: toolSchema(setWebhookInputSchema),
    strict: true,
    execute: async ({ scheme, words }) => {
      const warnings = triggerWarnings(turn, noReader(turn));
      proposeCard(turn, { type: "webhook", scheme, words, warnings });
      return [
        `A card for the webhook is shown: ${words}`,
        `Scheme: ${scheme}.`,
        ...warningLines(warnings),
        "Nothing is set up yet. When the person confirms the card, they get the URL and, once, the secret.",
      ].join("\n");
    },
  });
}

function noReader({ happened, state }: Turn): TriggerWarning[] {
  const plan = happened.change?.plan ?? state.current?.plan;
  const isRead = plan?.steps.some((step) => step.usesRunInput === true) ?? true;
  return isRead ? [] : [{ code: "webhook_not_read", message: NO_READER }];
}
