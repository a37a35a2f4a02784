import { startHttpServer } from "#test/tools/http-server.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Two feeds of eight items each, one an hour until now: an RSS one of the town and an Atom one of the river. */
export async function startNewspapers(now = Date.now()) {
  const hours = Array.from({ length: 8 }, (_, place) => new Date(now - (place * DAY_MS) / 24));
  const feeds: Record<string, { type: string; text: string }> = {
    "/town.xml": { type: "application/rss+xml", text: townPaper(hours) },
    "/river.atom": { type: "application/atom+xml", text: riverBulletin(hours) },
  };
  const server = await startHttpServer(({ url }, response) => {
    const feed = feeds[url];
    if (feed === undefined) response.writeHead(404, { "content-type": "text/plain" }).end("No such feed.");
    else response.writeHead(200, { "content-type": feed.type }).end(feed.text);
  });
  return { ...server, townUrl: `${server.url}/town.xml`, riverUrl: `${server.url}/river.atom` };
}

/** Oldest first, as few papers write it: whoever reads it has to look at the dates. */
function townPaper(hours: readonly Date[]): string {
  const items = hours
    .map(
      (date, place) =>
        `<item><title>Town news ${place + 1}</title><link>https://town.example/${place + 1}</link><guid isPermaLink="false">town-${place + 1}</guid><pubDate>${date.toUTCString()}</pubDate><description>&lt;p&gt;The council spoke of matter ${place + 1}.&lt;/p&gt;</description></item>`,
    )
    .toReversed();
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Town paper</title><link>https://town.example/</link><description>What the town does</description>${items.join("")}</channel></rss>`;
}

function riverBulletin(hours: readonly Date[]): string {
  const entries = hours.map(
    (date, place) =>
      `<entry><title>River level ${place + 1}</title><id>urn:river:${place + 1}</id><link href="https://river.example/${place + 1}"/><updated>${date.toISOString()}</updated><published>${date.toISOString()}</published><summary>The river stands at ${place + 2} m.</summary></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>River bulletin</title><id>urn:river</id><updated>${hours[0]?.toISOString() ?? ""}</updated>${entries.join("")}</feed>`;
}
