import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  AgentDetail,
  AgentView,
  ApprovalView,
  BlameView,
  DiffView,
  PlanView,
  RevisionView,
  RunSummary,
  RunView,
  SnapshotView,
} from "#server/core/views.ts";
import type { SettingsView } from "#server/core/settings.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { fetchJson, type Page } from "./api.ts";
import { type KnownMessages, readNews, withEarlier, withNews } from "./chat/known-messages.ts";

const LIST_REFRESH_MS = 4_000;
const REFRESH_AFTER_FAILURE_MS = 8_000;
const RUN_REFRESH_MS = 5_000;

export const queryKeys = {
  agents: ["agents"] as const,
  agent: (slug: string) => ["agent", slug] as const,
  plan: (slug: string, revision: number) => ["plan", slug, revision] as const,
  diff: (slug: string, revision: number) => ["diff", slug, revision] as const,
  blame: (slug: string, revision: number) => ["blame", slug, revision] as const,
  revisions: (slug: string) => ["revisions", slug] as const,
  messages: (slug: string) => ["messages", slug] as const,
  approvals: ["approvals"] as const,
  heldApprovals: ["approvals", "held"] as const,
  approval: (approvalId: string) => ["approval", approvalId] as const,
  runs: (slug: string) => ["runs", slug] as const,
  run: (runId: string) => ["run", runId] as const,
  runFiles: (runId: string) => ["run-files", runId] as const,
  snapshot: (snapshotId: string) => ["snapshot", snapshotId] as const,
};

/** Asks less often while the server does not answer. */
export function calmly({ state }: { state: { status: string } }): number {
  return state.status === "error" ? REFRESH_AFTER_FAILURE_MS : LIST_REFRESH_MS;
}

export function agentPath(slug: string): string {
  return `/api/agents/${encodeURIComponent(slug)}`;
}

export function runPath(runId: string): string {
  return `/api/runs/${encodeURIComponent(runId)}`;
}

export function useAgents() {
  return useQuery({
    queryKey: queryKeys.agents,
    queryFn: () => fetchJson<Page<AgentView>>("/api/agents?limit=100"),
    refetchInterval: calmly,
  });
}

export function useAgent(slug: string) {
  return useQuery({
    queryKey: queryKeys.agent(slug),
    queryFn: () => fetchJson<AgentDetail>(agentPath(slug)),
    refetchInterval: calmly,
  });
}

/** A revision never changes, so it is fetched once. */
export function usePlan(slug: string, revision: number) {
  return useQuery({
    queryKey: queryKeys.plan(slug, revision),
    queryFn: () => fetchJson<PlanView>(`${agentPath(slug)}/plan?revision=${revision}`),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: revision > 0,
    placeholderData: (previous) => previous,
  });
}

/** Who set what in a revision; fetched when somebody wants to know. */
export function useBlame(slug: string, revision: number, isWanted: boolean) {
  return useQuery({
    queryKey: queryKeys.blame(slug, revision),
    queryFn: () => fetchJson<BlameView>(`${agentPath(slug)}/plan/blame?revision=${revision}`),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted && revision > 0,
  });
}

export function useDiff(slug: string, revision: number) {
  return useQuery({
    queryKey: queryKeys.diff(slug, revision),
    queryFn: () => fetchJson<DiffView>(`${agentPath(slug)}/revisions/${revision}/diff`),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: revision > 1,
  });
}

export function useRevisions(slug: string, newest: number) {
  return useQuery({
    queryKey: [...queryKeys.revisions(slug), newest],
    queryFn: () => fetchJson<Page<RevisionView>>(`${agentPath(slug)}/revisions?limit=100`),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: newest > 0,
    placeholderData: (previous) => previous,
  });
}

/** Newest first. However much is loaded, only what is new is asked for again. */
export function useMessages(slug: string) {
  const cache = useQueryClient();
  const queryKey = queryKeys.messages(slug);
  const known = () => cache.getQueryData<KnownMessages>(queryKey);
  const readPage = (cursor: string | null) =>
    fetchJson<KnownMessages>(
      `${agentPath(slug)}/messages?limit=50${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );

  const messages = useQuery({
    queryKey,
    queryFn: async () => {
      const news = await readNews(known(), readPage);
      return withNews(known(), news);
    },
    refetchInterval: calmly,
    staleTime: 0,
    gcTime: 0,
  });
  const earlier = useMutation({
    mutationFn: readPage,
    onSuccess: (page) => cache.setQueryData<KnownMessages>(queryKey, (old) => old && withEarlier(old, page)),
  });
  return { messages, earlier };
}

export function usePendingApprovals() {
  return useQuery({
    queryKey: queryKeys.approvals,
    queryFn: () => fetchJson<Page<ApprovalView>>("/api/approvals?status=pending&limit=100"),
    refetchInterval: calmly,
  });
}

/** One approval in whatever state. Its run's events make it be read again. */
export function useApproval(approvalId: string | null) {
  return useQuery({
    queryKey: queryKeys.approval(approvalId ?? ""),
    queryFn: () => fetchJson<ApprovalView>(`/api/approvals/${encodeURIComponent(approvalId ?? "")}`),
    enabled: approvalId !== null,
  });
}

export function useRuns(slug: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.runs(slug),
    queryFn: ({ pageParam }) =>
      fetchJson<Page<RunSummary>>(
        `/api/runs?agent=${encodeURIComponent(slug)}&limit=50${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ""}`,
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: calmly,
  });
}

export function useRun(runId: string | null) {
  return useQuery({
    queryKey: queryKeys.run(runId ?? ""),
    queryFn: () => fetchJson<RunView>(runPath(runId ?? "")),
    enabled: runId !== null,
    refetchInterval: ({ state }) =>
      state.data && isFinalRunStatus(state.data.status) ? false : RUN_REFRESH_MS,
  });
}

export function useSnapshot(snapshotId: string | undefined) {
  return useQuery({
    queryKey: queryKeys.snapshot(snapshotId ?? ""),
    queryFn: () => fetchJson<SnapshotView>(`/api/snapshots/${encodeURIComponent(snapshotId ?? "")}`),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: snapshotId !== undefined,
  });
}

export function useSettings() {
  return useQuery({
    queryKey: ["settings"],
    queryFn: () => fetchJson<SettingsView>("/api/settings"),
    staleTime: 30_000,
  });
}
