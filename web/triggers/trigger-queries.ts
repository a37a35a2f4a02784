import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ChannelView, NoticeDeliveryView } from "#server/core/notice-views.ts";
import type { SchedulePreview } from "#server/core/schedule-views.ts";
import type { DeliveryView, ScheduleView, SlotView, WebhookView } from "#server/core/trigger-views.ts";
import { fetchJson, type Page } from "#web/api.ts";
import { agentPath, calmly } from "#web/queries.ts";

export const triggerKeys = {
  schedules: (slug: string) => ["schedules", slug] as const,
  slots: (scheduleId: string) => ["slots", scheduleId] as const,
  webhooks: (slug: string) => ["webhooks", slug] as const,
  deliveries: (webhookId: string) => ["deliveries", webhookId] as const,
  channels: (slug: string) => ["channels", slug] as const,
  channelDeliveries: (channelId: string) => ["channel-deliveries", channelId] as const,
};

export const schedulePath = (scheduleId: string) => `/api/schedules/${encodeURIComponent(scheduleId)}`;
export const webhookPath = (webhookId: string) => `/api/webhooks/${encodeURIComponent(webhookId)}`;
export const channelPath = (channelId: string) => `/api/channels/${encodeURIComponent(channelId)}`;

export function useSchedules(slug: string) {
  return useQuery({
    queryKey: triggerKeys.schedules(slug),
    queryFn: () => fetchJson<Page<ScheduleView>>(`${agentPath(slug)}/schedules`),
    refetchInterval: calmly,
  });
}

export function useWebhooks(slug: string) {
  return useQuery({
    queryKey: triggerKeys.webhooks(slug),
    queryFn: () => fetchJson<Page<WebhookView>>(`${agentPath(slug)}/webhooks`),
    refetchInterval: calmly,
  });
}

export function useChannels(slug: string) {
  return useQuery({
    queryKey: triggerKeys.channels(slug),
    queryFn: () => fetchJson<Page<ChannelView>>(`${agentPath(slug)}/channels`),
    refetchInterval: calmly,
  });
}

/** What a schedule would do. While another one is asked for, the last answer stays on the page. */
export function useSchedulePreview(cron: string, timezone: string, count = 10) {
  const query = new URLSearchParams({ cron, timezone, count: String(count) });
  return useQuery({
    queryKey: ["cron-preview", cron, timezone, count],
    queryFn: () => fetchJson<SchedulePreview>(`/api/cron/preview?${query}`),
    enabled: cron.trim() !== "" && timezone.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}

export function useSlots(scheduleId: string) {
  return usePages<SlotView>(triggerKeys.slots(scheduleId), `${schedulePath(scheduleId)}/slots`);
}

export function useDeliveries(webhookId: string) {
  return usePages<DeliveryView>(triggerKeys.deliveries(webhookId), `${webhookPath(webhookId)}/deliveries`);
}

export function useChannelDeliveries(channelId: string) {
  return usePages<NoticeDeliveryView>(
    triggerKeys.channelDeliveries(channelId),
    `${channelPath(channelId)}/deliveries`,
  );
}

function usePages<Item>(queryKey: readonly string[], path: string) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) =>
      fetchJson<Page<Item>>(`${path}?limit=20${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ""}`),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: calmly,
  });
}
