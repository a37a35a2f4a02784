import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { post } from "#test/hooks/post.ts";
import { JSON_TYPE, standardHeaders, tokenHeaders } from "#test/hooks/senders.ts";

type Target = { path: string; secret: string };
export type Flood = { url: string; standard: Target; token: Target };

type Kind = {
  name: string;
  /** What its sender may be answered. */
  statuses: readonly number[];
  send: (flood: Flood) => Promise<number>;
};

const OTHER = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const LARGE = Buffer.alloc(1024 * 1024 + 1, " ");
const BOMB = gzipSync(Buffer.alloc(10 * 1024 * 1024, "["));
const BAD_TEXT = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
const SIX_MINUTES_MS = 6 * 60_000;
const TRICKLE_MS = 3_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Every way in which a delivery is not good; none of them may start a run. */
export const KINDS: readonly Kind[] = [
  {
    name: "forged",
    statuses: [401, 429],
    send: ({ url, standard }) => statusOf(url, standard.path, "{}", standardHeaders(OTHER, "{}")),
  },
  {
    name: "replayed after six minutes",
    statuses: [401],
    send: ({ url, standard: { path, secret } }) =>
      statusOf(url, path, "{}", standardHeaders(secret, "{}", { at: new Date(Date.now() - SIX_MINUTES_MS) })),
  },
  {
    name: "signature of the wrong length",
    statuses: [401, 429],
    send: ({ url, standard: { path, secret } }) =>
      statusOf(url, path, "{}", { ...standardHeaders(secret, "{}"), "webhook-signature": "v1,abc" }),
  },
  {
    name: "oversize, fixed",
    statuses: [413],
    send: signed(LARGE, { "content-length": String(LARGE.length) }),
  },
  { name: "oversize, chunked", statuses: [413], send: signed(LARGE, { "transfer-encoding": "chunked" }) },
  { name: "gzip bomb", statuses: [413], send: signed(BOMB, { "content-encoding": "gzip" }) },
  { name: "bad UTF-8", statuses: [400], send: signed(BAD_TEXT) },
  { name: "empty, without an id", statuses: [400], send: signed("", { "idempotency-key": "" }) },
  {
    name: "no form",
    statuses: [400],
    send: signed("i am not a form", { "content-type": "application/x-www-form-urlencoded" }),
  },
];

/** One byte now and then: cut after a while, whatever it promises. */
export const SLOW: Kind = { name: "slow", statuses: [408], send: trickle };

function signed(body: string | Buffer, headers: Record<string, string> = {}): Kind["send"] {
  return ({ url, token }) =>
    statusOf(url, token.path, body, { ...tokenHeaders(token.secret, { id: randomUUID() }), ...headers });
}

async function statusOf(url: string, path: string, body: string | Buffer, headers: Record<string, string>) {
  const { status } = await post(`${url}${path}`, { body, headers: { ...JSON_TYPE, ...headers }, agent });
  return status;
}

async function trickle({ url, token }: Flood): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = ["POST", token.path, "HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"].join(
    " ",
  );
  socket.write(`${head}Authorization: Bearer ${token.secret}\r\nContent-Length: 1000\r\n\r\n{`);
  const timer = setInterval(() => socket.write(" "), TRICKLE_MS);
  try {
    return Number((await text(socket)).split(" ")[1]);
  } finally {
    clearInterval(timer);
    socket.destroy();
  }
}
