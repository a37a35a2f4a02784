import { startHttpServer } from "#test/tools/http-server.ts";

/** A help desk whose tickets take labels, until it breaks. */
export async function startTickets(token: string) {
  const labels = new Map<string, string[]>();
  let isBroken = false;
  const server = await startHttpServer(({ method, url, headers, body }, response) => {
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (isBroken) return answer(422, { error: "The help desk is read-only today." });
    if (headers.authorization !== `Bearer ${token}`) return answer(401, { error: "Who are you?" });
    const id = /^\/tickets\/([\w-]+)$/.exec(url)?.[1];
    if (id === undefined) return answer(404, { error: "There is no such page." });
    if (method === "PATCH") labels.set(id, labelsIn(body));
    return answer(200, { id, labels: labels.get(id) ?? [] });
  });
  return {
    ...server,
    labels,
    breakDown: () => {
      isBroken = true;
    },
    mend: () => {
      isBroken = false;
    },
  };
}

function labelsIn(body: string): string[] {
  const { labels } = JSON.parse(body);
  return Array.isArray(labels) ? labels.map(String) : [];
}
