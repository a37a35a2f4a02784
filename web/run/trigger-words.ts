import type { Trigger } from "#server/core/run.ts";

export function triggerWords(trigger: Trigger): string {
  switch (trigger.type) {
    case "manual":
      return "Started by hand";
    case "schedule":
      return "Started by its schedule";
    case "webhook":
      return "Started by a webhook";
    case "agent":
      return "Started by another agent";
  }
}
