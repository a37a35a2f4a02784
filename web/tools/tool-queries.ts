import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { SecretView } from "#server/core/secret-views.ts";
import type { SettingsView } from "#server/core/settings.ts";
import type { ToolDefinition, ToolPolicy } from "#server/core/tool.ts";
import type { ToolServerView } from "#server/core/tool-server.ts";
import { fetchJson, type Page, putJson } from "#web/api.ts";

// Servers come with all that they offer, and seldom change.
const REFRESH_MS = 12_000;

export const toolKeys = {
  tools: ["tools"] as const,
  servers: ["tool-servers"] as const,
  secrets: ["secrets"] as const,
};

export const serverPath = (serverId: string) => `/api/tool-servers/${encodeURIComponent(serverId)}`;
export const secretPath = (name: string) => `/api/secrets/${encodeURIComponent(name)}`;
export const tryPath = (name: string) => `/api/tools/${encodeURIComponent(name)}/try`;

/** `isWatched` where a change by somebody else should show without a press. */
export function useTools({ isWatched = false } = {}) {
  return useQuery({
    queryKey: toolKeys.tools,
    queryFn: () => fetchJson<Page<ToolDefinition>>("/api/tools"),
    staleTime: 2_000,
    refetchInterval: isWatched && REFRESH_MS,
  });
}

function useToolServers() {
  return useQuery({
    queryKey: toolKeys.servers,
    queryFn: () => fetchJson<{ items: ToolServerView[] }>("/api/tool-servers"),
    refetchInterval: REFRESH_MS,
  });
}

/** Reads the tools again whenever the servers are not what they were: another tab, another person. */
export function useToolsOfServers() {
  const cache = useQueryClient();
  const tools = useTools({ isWatched: true });
  const servers = useToolServers();
  const seen = useRef(servers.data);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== servers.data) {
      void cache.invalidateQueries({ queryKey: toolKeys.tools });
    }
    seen.current = servers.data;
  }, [cache, servers.data]);
  return { tools, servers };
}

export function useSecrets() {
  return useQuery({
    queryKey: toolKeys.secrets,
    queryFn: () => fetchJson<{ items: SecretView[] }>("/api/secrets"),
    staleTime: 10_000,
  });
}

/** Shows a server as it was answered, and reads its tools again. */
export async function showServer(cache: QueryClient, server: ToolServerView): Promise<void> {
  cache.setQueryData<{ items: ToolServerView[] }>(toolKeys.servers, (old) => {
    if (!old) return old;
    const isKnown = old.items.some(({ serverId }) => serverId === server.serverId);
    return {
      items: isKnown
        ? old.items.map((item) => (item.serverId === server.serverId ? server : item))
        : [...old.items, server],
    };
  });
  await cache.invalidateQueries({ queryKey: toolKeys.tools });
}

/** Sets what the workspace allows a tool, and shows it at once. */
export async function savePolicy(cache: QueryClient, name: string, policy: ToolPolicy): Promise<void> {
  const settings = await putJson<SettingsView>("/api/settings", { toolPolicies: { [name]: policy } });
  cache.setQueryData(["settings"], settings);
  await cache.cancelQueries({ queryKey: toolKeys.tools });
  cache.setQueryData<Page<ToolDefinition>>(
    toolKeys.tools,
    (old) =>
      old && { ...old, items: old.items.map((tool) => (tool.name === name ? { ...tool, policy } : tool)) },
  );
  void cache.invalidateQueries({ queryKey: toolKeys.tools });
}
