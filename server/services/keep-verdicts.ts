import type { Context } from "#server/context.ts";
import type { Verdict } from "#server/core/trigger.ts";
import { executeHot } from "./executor.ts";

/** Of the deliveries that started nothing, how many of the newest are kept for each webhook. */
export const MAX_KEPT = 100;
const FLUSH_MS = 1_000;
const MAX_DETAIL_LENGTH = 500;

/** A delivery that started no run. */
export type NotedDelivery = {
  webhookId: string;
  deliveryId: string | null;
  verdict: Verdict;
  detail: string;
  status: number;
  bodyHash: string | null;
  bytes: number;
  contentType: string | null;
};

const INSERT = `
insert into webhook_deliveries
  (id, webhook_id, delivery_id, verdict, detail, status, body_hash, bytes, content_type, received_at)
select x.id, w.id, x."deliveryId", x.verdict::delivery_verdict, x.detail, x.status, x."bodyHash",
  least(x.bytes, 2147483647)::int, x."contentType", x."receivedAt"
from jsonb_to_recordset($1::text::jsonb) as x(id text, "webhookId" text, "deliveryId" text, verdict text,
  detail text, status int, "bodyHash" text, bytes float8, "contentType" text, "receivedAt" timestamptz)
join webhooks w on w.id = x."webhookId"`;
const TRIM = `
delete from webhook_deliveries d using unnest($1::text[]) as w(id)
where d.webhook_id = w.id and d.verdict <> 'accepted' and (d.received_at, d.id) < (
  select last.received_at, last.id from webhook_deliveries last
  where last.webhook_id = w.id and last.verdict <> 'accepted'
  order by last.received_at desc, last.id desc offset $2::int - 1 limit 1)`;
const COUNT = `
update webhook_deliveries d set repeats = d.repeats + x.times
from jsonb_to_recordset($1::text::jsonb) as x(id text, times int) where d.id = x.id`;

/**
 * Writes down what became of deliveries that started nothing, at most once a second and of a flood only the
 * newest: it costs good deliveries nothing. What was not written when the process ends is not written.
 */
export function keepVerdicts(ctx: Context) {
  const noted = new Map<string, (NotedDelivery & { id: string; receivedAt: Date })[]>();
  const repeats = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let writtenAt = Number.NEGATIVE_INFINITY;

  function writeSoon(): void {
    if (timer !== null) return;
    const wait = Math.max(0, writtenAt + FLUSH_MS - performance.now());
    timer = setTimeout(() => {
      write().catch((error: unknown) => ctx.log.warn({ err: error }, "Verdicts on deliveries were lost"));
    }, wait);
    timer.unref();
  }

  async function write(): Promise<void> {
    const rows = [...noted.values()].flat();
    const counts = [...repeats].map(([id, times]) => ({ id, times }));
    const webhookIds = [...noted.keys()];
    noted.clear();
    repeats.clear();
    try {
      const execute = executeHot(ctx.database);
      if (counts.length > 0) await execute(COUNT, [JSON.stringify(counts)]);
      if (rows.length > 0) {
        await execute(INSERT, [JSON.stringify(rows)]);
        await execute(TRIM, [webhookIds, MAX_KEPT]);
      }
    } finally {
      writtenAt = performance.now();
      timer = null;
      if (noted.size > 0 || repeats.size > 0) writeSoon();
    }
  }

  return {
    note: (delivery: NotedDelivery): void => {
      const detail = delivery.detail.slice(0, MAX_DETAIL_LENGTH).toWellFormed();
      const rows = noted.get(delivery.webhookId) ?? [];
      rows.push({ ...delivery, detail, id: ctx.newId("dlv"), receivedAt: ctx.now() });
      if (rows.length > MAX_KEPT) rows.shift();
      noted.set(delivery.webhookId, rows);
      writeSoon();
    },
    /** That an accepted delivery came again. */
    noteRepeat: (id: string): void => {
      repeats.set(id, (repeats.get(id) ?? 0) + 1);
      writeSoon();
    },
  };
}
