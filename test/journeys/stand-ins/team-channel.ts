import { startHttpServer } from "#test/tools/http-server.ts";

/** An incoming hook as Slack has them: its path is its key, it takes `{ "text": … }` and answers "ok". */
export async function startTeamChannel() {
  const path = "/services/T0TEAM/B0HOOK/k9vX2mQ7rL4tZ8wN";
  const messages: string[] = [];
  const server = await startHttpServer(({ method, url, body }, response) => {
    const { text } = JSON.parse(body || "{}");
    if (method !== "POST" || url !== path) response.writeHead(404).end("no_team");
    else if (typeof text !== "string" || text === "") response.writeHead(400).end("no_text");
    else {
      messages.push(text);
      response.writeHead(200, { "content-type": "text/plain" }).end("ok");
    }
  });
  return { ...server, hookUrl: `${server.url}${path}`, messages };
}
