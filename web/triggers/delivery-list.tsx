import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { DeliveryView, WebhookView } from "#server/core/trigger-views.ts";
import { postJson } from "#web/api.ts";
import controls from "#web/ui/controls.module.css";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { deliveryFacts, deliveryState, deliveryTimeText } from "./delivery-words.ts";
import styles from "./history.module.css";
import { triggerKeys, useDeliveries, webhookPath } from "./trigger-queries.ts";

/** What came to a webhook and what was made of it, newest first. */
export function DeliveryList({ webhook }: { webhook: WebhookView }) {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const deliveries = useDeliveries(webhook.webhookId);
  const [again, setAgain] = useState<DeliveryView | null>(null);
  const items = deliveries.data?.pages.flatMap((page) => page.items) ?? [];

  async function runAgain({ id }: DeliveryView) {
    const { runId } = await postJson<{ runId: string }>(`${webhookPath(webhook.webhookId)}/test`, {
      deliveryId: id,
    });
    void cache.invalidateQueries({ queryKey: triggerKeys.deliveries(webhook.webhookId) });
    navigate(`/runs/${runId}`);
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
  if (items.length === 0) return <p className={styles["quiet"]}>Nothing has come yet.</p>;
  return (
    <>
      {again && (
        <ConfirmDialog
          title="Run again with this payload?"
          confirm="Run again"
          cancel="Not now"
          failure="The run was not started."
          onConfirm={() => runAgain(again)}
          onClose={() => setAgain(null)}
        >
          <p>
            A new run begins with what came {deliveryTimeText(again.receivedAt)}, by the plan as it is saved
            now. What the run before has sent or written is done once more.
          </p>
        </ConfirmDialog>
      )}
      <ul className={styles["rows"]} aria-label="Deliveries">
        {items.map((delivery) => {
          const { tone, label } = deliveryState(delivery);
          return (
            <li key={delivery.id}>
              <ToneIcon tone={tone} />
              <time dateTime={delivery.receivedAt}>{deliveryTimeText(delivery.receivedAt)}</time>
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
                  <button type="button" className={controls["linkButton"]} onClick={() => setAgain(delivery)}>
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
