import type { Json } from "#server/core/json.ts";
import { fetchJson } from "#web/api.ts";
import { agentPath } from "#web/queries.ts";

type StartRun = { input?: Json | null; snapshotId?: string; reuseFrom?: string; repeatUncertain?: true };

/**
 * The id of the new run. The same key gives the same run: one press is one run, even when the request is
 * repeated underneath, and with a key that is kept also when a person presses again as no answer came.
 */
export async function startRun(
  slug: string,
  { input, ...rest }: StartRun,
  key = newRunKey(),
): Promise<string> {
  const body = { ...rest, ...(input === null || input === undefined ? {} : { input }) };
  const { runId } = await fetchJson<{ runId: string }>(`${agentPath(slug)}/runs`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
  return runId;
}

// randomUUID exists on secure origins only, and the page may be served without TLS.
export function newRunKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
