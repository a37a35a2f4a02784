import type { Context } from "#server/context.ts";
import { shortened } from "#server/core/characters.ts";
import type { ChannelType } from "#server/core/notice.ts";
import { conflict, invalid } from "#server/errors.ts";
import type { ChannelRow } from "./channel-rows.ts";

// Control characters, and others that nobody sees.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** The target as it is read: without surrounding space, a URL in full. Throws for one that nothing can be sent to. */
export function checkChannelTarget(ctx: Context, type: ChannelType, target: string): string {
  const trimmed = target.trim();
  const url = type === "webhook" ? URL.parse(trimmed) : null;
  const read = url === null ? trimmed : url.href;
  const message = ctx.senders.refusal(type, read) ?? hiddenIn(trimmed);
  if (message !== null) throw invalid(message, [{ path: "target", message }]);
  return read;
}

function hiddenIn(target: string): string | null {
  const hidden = HIDDEN.exec(target)?.[0].codePointAt(0);
  if (hidden === undefined) return null;
  const shown = shortened(target.replaceAll(new RegExp(HIDDEN, "gu"), ""));
  const code = hidden.toString(16).toUpperCase().padStart(4, "0");
  return `The target "${shown}" has the character U+${code}, which cannot be seen. Leave it out.`;
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
