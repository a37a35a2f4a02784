import type { Verdict } from "#server/core/trigger.ts";
import type { DeliveryView } from "#server/core/trigger-views.ts";
import { bytesText } from "#web/bytes-text.ts";
import type { StateWords } from "#web/step-state.ts";

const VERDICTS: Record<Verdict, StateWords> = {
  accepted: { tone: "completed", label: "Accepted" },
  test: { tone: "completed", label: "Sent from this page" },
  bad_signature: { tone: "failed", label: "Refused: the signature or token is wrong" },
  too_old: { tone: "failed", label: "Refused: too old, or its clock is ahead" },
  too_large: { tone: "failed", label: "Refused: too large" },
  too_slow: { tone: "failed", label: "Refused: it came too slowly" },
  unreadable: { tone: "failed", label: "Refused: it cannot be read" },
  refused: { tone: "failed", label: "Refused: no run could start" },
};

export function deliveryState({ verdict }: Pick<DeliveryView, "verdict">): StateWords {
  return VERDICTS[verdict];
}

/** `Dec 1, 2026, 9:00:07 AM`: deliveries may come within a minute of each other. */
export function deliveryTimeText(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

/** `202 · 14 bytes · application/json · came 3 times`. */
export function deliveryFacts({ status, bytes, contentType, repeats }: DeliveryView): string {
  const facts = [String(status), bytesText(bytes), contentType, repeats > 0 && `came ${repeats + 1} times`];
  return facts.filter(Boolean).join(" · ");
}
