import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type SentSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  status: { code?: number; message?: string };
};
type Sent = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
};

/** A loopback collector that takes spans by OTLP over HTTP, and answers with `status`. */
export async function startOtlpReceiver(status = 200) {
  const requests: { path: string; headers: Record<string, unknown>; body: string }[] = [];
  let answer = status;
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming);
    requests.push({ path: incoming.url ?? "", headers: incoming.headers, body });
    response.writeHead(answer, { "Content-Type": "application/json" });
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const batches = () => requests.flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans);

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answerWith: (next: number) => {
      answer = next;
    },
    resources: () => batches().map(({ resource }) => valuesOf(resource.attributes)),
    spans: () =>
      batches().flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap(({ spans }) =>
          spans.map(({ attributes, ...span }) => ({ ...span, values: valuesOf(attributes) })),
        ),
      ),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value]),
  );
}
