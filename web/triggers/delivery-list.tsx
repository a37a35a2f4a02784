import { useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import type { DeliveryView, WebhookView } from "#server/core/trigger-views.ts";
import { postJson } from "#web/api.ts";
import { dateText } from "#web/durations.ts";
import controls from "#web/ui/controls.module.css";
import { Loading } from "#web/ui/loading.tsx";
import { Note } from "#web/ui/note.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { useAction } from "#web/use-action.ts";
import { deliveryFacts, deliveryState } from "./delivery-words.ts";
import styles from "./history.module.css";
import { triggerKeys, useDeliveries, webhookPath } from "./trigger-queries.ts";

/** What came to a webhook and what was made of it, newest first. */
export function DeliveryList({ webhook }: { webhook: WebhookView }) {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const deliveries = useDeliveries(webhook.webhookId);
  const { act, isSending, problem } = useAction("The run was not started.");
  const items = deliveries.data?.pages.flatMap((page) => page.items) ?? [];

  const again = ({ id }: DeliveryView) =>
    act(async () => {
      const { runId } = await postJson<{ runId: string }>(`${webhookPath(webhook.webhookId)}/test`, {
        deliveryId: id,
      });
      void cache.invalidateQueries({ queryKey: triggerKeys.deliveries(webhook.webhookId) });
      navigate(`/runs/${runId}`);
    });

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
  if (items.length === 0) return <p className={styles["quiet"]}>Nothing has come yet.</p>;
  return (
    <>
      {problem && <Note level="error">{problem}</Note>}
      <ul className={styles["rows"]} aria-label="Deliveries">
        {items.map((delivery) => {
          const { tone, label } = deliveryState(delivery);
          return (
            <li key={delivery.id}>
              <ToneIcon tone={tone} />
              <time dateTime={delivery.receivedAt}>{dateText(delivery.receivedAt)}</time>
              <span className={styles["what"]}>
                {label}
                <small>
                  {deliveryFacts(delivery)}
                  {delivery.detail !== null && `. ${delivery.detail}`}
                </small>
              </span>
              {delivery.runId !== null && (
                <>
                  <Link href={`/runs/${delivery.runId}`}>See the run</Link>
                  <button
                    type="button"
                    className={controls["linkButton"]}
                    disabled={isSending}
                    onClick={() => void again(delivery)}
                  >
                    Run again with this payload
                  </button>
                </>
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
          Show earlier deliveries
        </button>
      )}
    </>
  );
}
