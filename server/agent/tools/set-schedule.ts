import { tool } from "ai";
import { setScheduleInputSchema } from "#server/core/edit-schema.ts";
import { toolSchema } from "#server/agent/tool-schema.ts";
import type { Turn } from "#server/agent/turn.ts";
import { proposeCard, refuseCard } from "#server/agent/turn-proposal.ts";

const CRON_FIELD = /^[\dA-Za-z*/,\-#?]+$/;

export function setScheduleTool(turn: Turn) {
  return tool({
    description:
      "Propose when runs start by themselves: a card that the person confirms. May go with a change.",
    inputSchema: toolSchema(setScheduleInputSchema),
    strict: true,
    execute: async ({ cron, timezone, words }) => {
      const fields = cron.trim().split(/\s+/);
      if (fields.length !== 5 || !fields.every((field) => CRON_FIELD.test(field))) {
        return refuseCard(
          turn,
          "set_schedule",
          `"${cron}" is not a cron expression of five fields: minute hour day-of-month month day-of-week.`,
        );
      }
      const zone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
      if (!isTimeZone(zone)) {
        return refuseCard(
          turn,
          "set_schedule",
          `"${zone}" is not a time zone. Use an IANA name such as Europe/Berlin, or null.`,
        );
      }
      return proposeCard(turn, { type: "schedule", cron: fields.join(" "), timezone: zone, words });
    },
  });
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
