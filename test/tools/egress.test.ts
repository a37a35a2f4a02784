import { type RequestListener, type Server, createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { httpRequestTool } from "#server/tools/http-request.ts";
import { readFeedTool } from "#server/tools/read-feed.ts";
import { readWebPageTool } from "#server/tools/read-web-page.ts";
import { sendWebhookTool } from "#server/tools/send-webhook.ts";
import type { Tool } from "#server/tools/tool.ts";
import { CERTIFICATE, KEY } from "#test/senders/localhost-certificate.ts";
import { toolContext } from "#test/tools/call-tool.ts";
import { LOOPBACK, PRIVATE, RESOLVED, disguised } from "#test/tools/egress-ways.ts";
import { stubResolver } from "#test/tools/resolver-stub.ts";

const TOOLS: Record<string, (config: { egressAllow: string[] }) => Tool> = {
  http_request: httpRequestTool,
  read_web_page: readWebPageTool,
  read_feed: readFeedTool,
  send_webhook: sendWebhookTool,
};
const NAMES = Object.keys(TOOLS);
const FEED = '{"version": "https://jsonfeed.org/version/1.1", "title": "Reached", "items": []}';

let connections = 0;
const target = createServer((_request, response) =>
  response.setHeader("content-type", "application/json").end(FEED),
);
target.on("connection", () => {
  connections += 1;
});
const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ family }) => family === "IPv6"),
);
const { port } = await listen(target, hasIpv6 ? "::" : "0.0.0.0");
const redirect: RequestListener = (request, response) => {
  const location = decodeURIComponent((request.url ?? "").slice(1));
  // The bytes of UTF-8, as browsers take them in this header.
  response.writeHead(302, { location: Buffer.from(location).toString("latin1") }).end();
};
const redirecting = createServer(redirect);
const { port: redirectingPort } = await listen(redirecting, "127.0.0.2");
const secure = createTlsServer({ cert: CERTIFICATE, key: KEY }, redirect);
const { port: securePort } = await listen(secure, "127.0.0.1");
const authorities = getCACertificates();
setDefaultCACertificates([...authorities, CERTIFICATE]);
const resolver = stubResolver(RESOLVED);
afterAll(() => {
  resolver.restore();
  setDefaultCACertificates([...authorities]);
  for (const server of [target, redirecting, secure]) server.close().closeAllConnections();
});

async function listen(server: Server, host: string): Promise<AddressInfo> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return server.address() as AddressInfo;
}

/** What came of the call, and how many connections this machine got meanwhile. */
async function call(name: string, url: string, egressAllow: string[] = []) {
  resolver.forget();
  const before = connections;
  const input: Json = name === "send_webhook" ? { url, body: {} } : { url };
  const outcome = await TOOLS[name]?.({ egressAllow }).call(input, toolContext("/tmp"));
  if (outcome === undefined) throw new Error(`there is no tool "${name}"`);
  return { outcome, reached: connections - before };
}

function wordsOf(outcome: ToolOutcome): string {
  return outcome.type === "completed" ? "completed" : outcome.message;
}

const DIRECT = [
  ...[...LOOPBACK, ...PRIVATE].map((host) => ({ what: host, url: `http://${host}:${port}/` })),
  ...disguised(port),
];
const REASON =
  /is not a public address, and tools may not reach it|is not a URL|user name or password|Use http or https|could not be reached \(ENOTFOUND\)/;

test.each(NAMES)("%s reaches none of the addresses of this machine and of private networks", async (name) => {
  const outcomes = await Promise.all(
    DIRECT.map(async ({ what, url }) => ({ what, ...(await call(name, url)) })),
  );

  expect(DIRECT.length).toBeGreaterThanOrEqual(80);
  expect(connections).toBe(0);
  expect(outcomes.filter(({ outcome }) => !REASON.test(wordsOf(outcome)))).toEqual([]);
  expect(outcomes.filter(({ outcome }) => outcome.type !== "failed")).toEqual([]);
});

test.each(NAMES)("%s reaches none of them by a redirect from a permitted server", async (name) => {
  for (const { what, url } of DIRECT) {
    // A permitted address, at whose port the target is.
    if (what === "127.0.0.2") continue;
    const from = `http://127.0.0.2:${redirectingPort}/${encodeURIComponent(url)}`;
    const { outcome, reached } = await call(name, from, ["127.0.0.2/32"]);
    expect({ what, reached, type: outcome.type }).toEqual({ what, reached: 0, type: "failed" });
    expect(wordsOf(outcome)).toMatch(
      name === "send_webhook" ? /a redirect to .*, which is not followed/ : REASON,
    );
  }
});

test.each(NAMES)(
  "%s reaches no private address from an encrypted server that redirects there",
  async (name) => {
    const from = `https://localhost:${securePort}/${encodeURIComponent(`http://127.0.0.1:${port}/`)}`;
    const { outcome, reached } = await call(name, from, ["localhost"]);

    expect({ reached, type: outcome.type }).toEqual({ reached: 0, type: "failed" });
    expect(wordsOf(outcome)).toMatch(/is not a public address|which is not followed/);
  },
);

test.each(NAMES)("%s looks anew at where a name leads at each hop", async (name) => {
  const inner = encodeURIComponent(`http://rebinding.example:${port}/`);
  const { outcome, reached } = await call(name, `http://rebinding.example:${redirectingPort}/${inner}`, [
    "127.0.0.2",
  ]);

  expect({ reached, type: outcome.type }).toEqual({ reached: 0, type: "failed" });
  expect(wordsOf(outcome)).toMatch(/"rebinding.example" is not a public address|which is not followed/);
});

test.each(NAMES)("of the addresses of a name, %s uses only those that are permitted", async (name) => {
  const several = stubResolver({ "several.example": [["127.0.0.1", "10.0.0.1", "127.0.0.3"]] });
  try {
    const { reached } = await call(name, `http://several.example:${port}/`, ["127.0.0.3"]);
    expect(reached).toBe(1);
  } finally {
    several.restore();
  }
});

test.each(NAMES)(
  "with EGRESS_ALLOW, %s reaches this machine in each of its forms: the ways are real",
  async (name) => {
    const unreached: string[] = [];
    for (const host of LOOPBACK) {
      if (!hasIpv6 && /^\[|^private6|^mapped/.test(host)) continue;
      const { reached } = await call(name, `http://${host}:${port}/`, ["0.0.0.0/0", "::/0"]);
      if (reached === 0) unreached.push(host);
    }

    expect(unreached).toEqual([]);
  },
);

test.each(NAMES)(
  "with EGRESS_ALLOW, %s follows a redirect to this machine, or says that it does not",
  async (name) => {
    const from = `http://127.0.0.2:${redirectingPort}/${encodeURIComponent(`http://127.0.0.1:${port}/`)}`;
    const { outcome, reached } = await call(name, from, ["127.0.0.0/8"]);

    expect([outcome.type, reached]).toEqual(name === "send_webhook" ? ["failed", 0] : ["completed", 1]);
  },
);
