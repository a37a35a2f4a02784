import { useQueryClient } from "@tanstack/react-query";
import type { ChannelView, NoticeDeliveryView } from "#server/core/notice-views.ts";
import { announce } from "#web/announce.tsx";
import { send } from "#web/api.ts";
import { dateText } from "#web/durations.ts";
import controls from "#web/ui/controls.module.css";
import { Loading } from "#web/ui/loading.tsx";
import { Note } from "#web/ui/note.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { useAction } from "#web/use-action.ts";
import { noticeDeliveryState } from "./channel-words.ts";
import styles from "./history.module.css";
import { channelPath, triggerKeys, useChannelDeliveries } from "./trigger-queries.ts";

type ChannelDeliveriesProps = { slug: string; channel: ChannelView; now: number };

/** The notices that went to a channel, newest first; those that were given up can be sent again. */
export function ChannelDeliveries({ slug, channel, now }: ChannelDeliveriesProps) {
  const cache = useQueryClient();
  const { channelId } = channel;
  const deliveries = useChannelDeliveries(channelId);
  const { act, isSending, problem } = useAction("It was not sent again.");
  const items = deliveries.data?.pages.flatMap((page) => page.items) ?? [];

  async function resend({ deliveryId }: NoticeDeliveryView) {
    const path = `${channelPath(channelId)}/deliveries/${encodeURIComponent(deliveryId)}/resend`;
    if (await act(() => send("POST", path, {}))) announce("It is being sent again.");
    void cache.invalidateQueries({ queryKey: triggerKeys.channelDeliveries(channelId) });
    void cache.invalidateQueries({ queryKey: triggerKeys.channels(slug) });
  }

  if (!deliveries.data && deliveries.error) {
    return (
      <RetryNote
        what="The deliveries could not be loaded."
        error={deliveries.error}
        onRetry={() => void deliveries.refetch()}
      />
    );
  }
  if (!deliveries.data) return <Loading label="Loading deliveries" rows={2} />;
  if (items.length === 0) return <p className={styles["quiet"]}>No notice has gone here yet.</p>;
  return (
    <>
      {problem && <Note level="error">{problem}</Note>}
      <ul className={styles["rows"]} aria-label="Notices sent here">
        {items.map((delivery) => {
          const { tone, label } = noticeDeliveryState(delivery, now);
          return (
            <li key={delivery.deliveryId}>
              <ToneIcon tone={tone} />
              <time dateTime={delivery.createdAt}>{dateText(delivery.createdAt)}</time>
              <span className={styles["what"]}>
                {delivery.title}
                <small>
                  {label}
                  {delivery.error !== null && `: ${delivery.error}`}
                </small>
              </span>
              {delivery.status === "dead" && (
                <button
                  type="button"
                  className={controls["linkButton"]}
                  disabled={isSending}
                  onClick={() => void resend(delivery)}
                >
                  Send again
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {deliveries.hasNextPage && (
        <button
          type="button"
          className={controls["linkButton"]}
          disabled={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          Show earlier notices
        </button>
      )}
    </>
  );
}
