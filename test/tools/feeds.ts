/** A feed of each format, as they are found. All name the same two items, the older one first. */
export const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>Town &amp; River</title><link>https://town.example/</link><description>All &lt;b&gt;news&lt;/b&gt;</description>
<item><title>Old</title><guid isPermaLink="false">tag:1</guid><link>/old</link>
  <pubDate>Mon, 30 Nov 2026 08:00:00 +0100</pubDate><dc:creator>Ada</dc:creator><description>Plain &amp; short</description></item>
<item><title><![CDATA[New <i>thing</i> &amp; more]]></title><guid>https://town.example/new</guid>
  <pubDate>Tue, 01 Dec 2026 09:30:00 CET</pubDate><author>bo@town.example (Bo)</author>
  <description><![CDATA[<p>It <b>rose</b>.</p><script>alert(1)</script>]]></description>
  <content:encoded><![CDATA[<p>It <b>rose</b> by <a href="/m">4 m</a>.</p><ul><li>a</li></ul>]]></content:encoded></item>
</channel></rss>`;

export const RSS_091 = `<rss version="0.91"><channel><title>Town &amp; River</title><link>https://town.example/</link>
<description>x</description><language>en</language>
<item><title>Old</title><link>https://town.example/old</link></item>
<item><title>New thing &amp; more</title><link>https://town.example/new</link></item></channel></rss>`;

export const ATOM = `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">
<title>Town &amp; River</title><subtitle type="html">All &lt;b&gt;news&lt;/b&gt;</subtitle><id>urn:feed</id>
<link rel="self" href="https://town.example/feed.xml"/><link href="https://town.example/"/><updated>2026-12-01T08:30:00Z</updated>
<entry><id>tag:1</id><title>Old</title><link href="/old"/><published>2026-11-30T08:00:00+01:00</published>
  <updated>2026-12-02T08:00:00Z</updated><author><name>Ada</name></author><summary>Plain &amp; short</summary></entry>
<entry><id>tag:2</id><title type="html">New &lt;i&gt;thing&lt;/i&gt; &amp;amp; more</title>
  <link rel="alternate" href="https://town.example/new"/><updated>2026-12-01T08:30:00Z</updated><author><name>Bo</name></author>
  <summary type="html">&lt;p&gt;It &lt;b&gt;rose&lt;/b&gt;.&lt;/p&gt;</summary>
  <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>It <b>rose</b> by <a href="/m">4 m</a>.</p></div></content></entry>
</feed>`;

export const RDF = `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://town.example/"><title>Town &amp; River</title><link>https://town.example/</link><description>x</description></channel>
<item rdf:about="tag:1"><title>Old</title><link>https://town.example/old</link><dc:date>2026-11-30T07:00:00Z</dc:date><dc:creator>Ada</dc:creator></item>
<item rdf:about="tag:2"><title>New thing &amp; more</title><link>https://town.example/new</link><dc:date>2026-12-01T08:30:00Z</dc:date></item>
</rdf:RDF>`;

export const JSON_FEED = JSON.stringify({
  version: "https://jsonfeed.org/version/1.1",
  title: "Town & River",
  home_page_url: "https://town.example/",
  items: [
    {
      id: "tag:1",
      url: "https://town.example/old",
      title: "Old",
      date_published: "2026-11-30T08:00:00+01:00",
      content_text: "a <b> c",
    },
    {
      id: "tag:2",
      url: "https://town.example/new",
      title: "New thing & more",
      date_published: "2026-12-01T08:30:00Z",
      content_html: '<p>It <b>rose</b> by <a href="/m">4 m</a>.</p>',
      summary: "It rose.",
      authors: [{ name: "Bo" }],
    },
  ],
});

/** Entities that swell to 3 GB where they are expanded. */
export const LAUGHS = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "lollollol">${Array.from(
  { length: 9 },
  (_, place) => `<!ENTITY ${"bcdefghij"[place]} "${`&${"abcdefghij"[place]};`.repeat(10)}">`,
).join("")}<!ENTITY file SYSTEM "file:///etc/passwd">]>
<rss version="2.0"><channel><title>&j;</title><item><title>&file;</title><guid>1</guid></item></channel></rss>`;

export function manyItems(count: number, dated = true): string {
  const items = Array.from({ length: count }, (_, place) => {
    const date = new Date(Date.UTC(2026, 0, 1) + place * 60_000).toUTCString();
    return `<item><title>Item ${place}</title><guid>${place}</guid>${dated ? `<pubDate>${date}</pubDate>` : ""}</item>`;
  });
  return `<rss version="2.0"><channel><title>Many</title>${items.join("")}</channel></rss>`;
}
