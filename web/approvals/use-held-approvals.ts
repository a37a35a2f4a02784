import { useQuery } from "@tanstack/react-query";
import type { ApprovalView } from "#server/core/views.ts";
import { fetchJson, type Page } from "#web/api.ts";
import { calmly, queryKeys } from "#web/queries.ts";

/** Approvals that are not asked for yet, as their agent has enough of them open. */
export function useHeldApprovals() {
  return useQuery({
    queryKey: queryKeys.heldApprovals,
    queryFn: () => fetchJson<Page<ApprovalView>>("/api/approvals?status=waiting&limit=100"),
    refetchInterval: calmly,
  });
}
