import { startHttpServer } from "#test/tools/http-server.ts";

export type Entry = { number: string; supplier: string; amount: number };

/** Books entries for whoever has the token; the same Idempotency-Key books once. */
export async function startLedger(token: string) {
  const booked: Entry[] = [];
  const keys = new Set<string>();
  const server = await startHttpServer(({ method, url, headers, body }, response) => {
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (method !== "POST" || url !== "/entries") return answer(404, { error: "Only POST /entries is here." });
    if (headers.authorization !== `Bearer ${token}`)
      return answer(401, { error: "This token opens nothing." });
    const entries = entriesIn(body);
    if (entries === null) {
      return answer(422, {
        error: 'Send {"entries": [{"number": text, "supplier": text, "amount": number}]}.',
      });
    }
    const key = String(headers["idempotency-key"] ?? body);
    if (!keys.has(key)) booked.push(...entries);
    keys.add(key);
    return answer(201, { booked: entries.length });
  });
  return { ...server, entriesUrl: `${server.url}/entries`, booked };
}

function entriesIn(body: string): Entry[] | null {
  try {
    const { entries } = JSON.parse(body);
    return Array.isArray(entries) && entries.every(isEntry)
      ? entries.map(({ number, supplier, amount }) => ({ number, supplier, amount }))
      : null;
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { number, supplier, amount } = value as Record<string, unknown>;
  return typeof number === "string" && typeof supplier === "string" && typeof amount === "number";
}
