import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { NoticeView } from "#server/core/notice-views.ts";
import { fetchJson, type Page } from "#web/api.ts";
import { calmly } from "#web/queries.ts";

export type NoticePage = Page<NoticeView> & { unread: number };

export const NOTICES_KEY = ["notices"] as const;

export function useNotices(onlyUnread: boolean) {
  return useInfiniteQuery({
    queryKey: [...NOTICES_KEY, onlyUnread ? "unread" : "all"],
    queryFn: ({ pageParam }) =>
      fetchJson<NoticePage>(
        `/api/notices?limit=30${onlyUnread ? "&unread=true" : ""}${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ""}`,
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: calmly,
  });
}

/** How many notices nobody has read. */
export function useUnreadCount() {
  return useQuery({
    queryKey: [...NOTICES_KEY, "count"],
    queryFn: () => fetchJson<NoticePage>("/api/notices?limit=1"),
    select: ({ unread }) => unread,
    refetchInterval: calmly,
  });
}
