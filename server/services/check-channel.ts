import type { Context } from "#server/context.ts";
import type { ChannelType } from "#server/core/notice.ts";
import { conflict, invalid } from "#server/errors.ts";
import type { ChannelRow } from "./channel-rows.ts";

/** The target without surrounding space. Throws for one that nothing can be sent to. */
export function checkChannelTarget(ctx: Context, type: ChannelType, target: string): string {
  const trimmed = target.trim();
  const message = ctx.senders.refusal(type, trimmed);
  if (message !== null) throw invalid(message, [{ path: "target", message }]);
  return trimmed;
}

/** Two channels to one place would send everything twice. */
export function refuseSameTarget(
  others: readonly ChannelRow[],
  { type, target }: Pick<ChannelRow, "type" | "target">,
): void {
  const same = others.find(
    (other) => other.type === type && other.target.toLowerCase() === target.toLowerCase(),
  );
  if (same === undefined) return;
  throw conflict(`The agent has a channel to "${target}" already. Change that one.`, { channelId: same.id });
}
