import { type ChannelType, type NoticeKind, noticeKindSchema } from "#server/core/notice.ts";
import type { ChannelView } from "#server/core/notice-views.ts";

/** A channel as it stands in its form. */
export type ChannelDraft = { type: ChannelType; target: string; kinds: readonly NoticeKind[] };

const ALL: readonly NoticeKind[] = noticeKindSchema.options;

export const KIND_NAMES: Record<NoticeKind, string> = {
  run_failed: "A run failed",
  approval_waiting: "An approval waits",
  run_paused: "A run is paused until a person acts",
  schedule_silent: "A schedule stays silent",
};

export function channelDraft(channel: ChannelView | null): ChannelDraft {
  if (!channel) return { type: "webhook", target: "", kinds: ALL };
  return { type: channel.type, target: channel.target, kinds: channel.kinds ?? ALL };
}

/** All kinds are sent as null, so that kinds of later versions are among them. */
export function channelKinds(kinds: readonly NoticeKind[]): NoticeKind[] | null {
  const chosen = ALL.filter((kind) => kinds.includes(kind));
  return chosen.length === ALL.length ? null : chosen;
}

/** `Everything`, or the kinds that it takes. */
export function kindsText(kinds: readonly NoticeKind[] | null): string {
  if (kinds === null) return "Everything";
  return kinds.length === 0 ? "Nothing" : kinds.map((kind) => KIND_NAMES[kind]).join(", ");
}
