import type { Json } from "#server/core/json.ts";
import { fetchJson } from "#web/api.ts";
import { agentPath } from "#web/queries.ts";

type StartRun = { input?: Json | null; snapshotId?: string; reuseFrom?: string };

/** The id of the new run. One press is one run, even when the request is repeated underneath. */
export async function startRun(slug: string, { input, ...rest }: StartRun): Promise<string> {
  const body = { ...rest, ...(input === null || input === undefined ? {} : { input }) };
  const { runId } = await fetchJson<{ runId: string }>(`${agentPath(slug)}/runs`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": newKey() },
    body: JSON.stringify(body),
  });
  return runId;
}

// randomUUID exists on secure origins only, and the page may be served without TLS.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
