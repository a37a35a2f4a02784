import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ToolServerView } from "#server/core/tool-server.ts";
import { fetchJson } from "#web/api.ts";

// Seldom does one wait, and the list of servers is long.
const REFRESH_MS = 60_000;
// What a page shows comes first.
const DELAY_MS = 3_000;

/** How many tools wait to be looked at: new ones, and those that are not as a person accepted them. */
export function useWaitingTools(): number {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const waiting = useQuery({
    queryKey: ["tool-servers"],
    queryFn: () => fetchJson<{ items: ToolServerView[] }>("/api/tool-servers"),
    select: countWaiting,
    enabled: isLater,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  return waiting.data ?? 0;
}

export function countWaiting({
  items,
}: {
  items: readonly Pick<ToolServerView, "enabled" | "tools">[];
}): number {
  return items
    .filter(({ enabled }) => enabled)
    .flatMap(({ tools }) => tools)
    .filter(({ status }) => status === "new" || status === "changed").length;
}
