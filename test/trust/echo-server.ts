import { startHttpServer } from "#test/tools/http-server.ts";

/** Gives back what it is sent, in the form that its path names. */
export async function startEchoServer() {
  return startHttpServer(({ url, body, headers }, response) => {
    const form = url.split("?")[0]?.slice(1) ?? "";
    const { values = [] } = parsed(body);
    const key = String(headers["x-key"] ?? "");
    if (form === "error") {
      response.writeHead(422, { "content-type": "text/plain" }).end(`refused: ${values.join(" ")} ${key}`);
      return;
    }
    response.setHeader("x-echo", Buffer.from(key).toString("base64"));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ form, key, url, values: values.map((value) => written(form, value)) }));
  });
}

function parsed(body: string): { values?: string[] } {
  return body === "" ? {} : (JSON.parse(body) as { values?: string[] });
}

function written(form: string, value: string): unknown {
  const bytes = Buffer.from(value);
  const half = Math.ceil(value.length / 2);
  if (form === "base64") return `Basic ${Buffer.from(`user:${value}`).toString("base64")}`;
  if (form === "wrapped") return bytes.toString("base64").replace(/(.{7})/g, "$1\n");
  if (form === "url") return `https://x.example/?a=1&k=${encodeURIComponent(value)}&b=2`;
  if (form === "json") return JSON.stringify({ inner: JSON.stringify({ value }) });
  if (form === "hex") return bytes.toString("hex");
  if (form === "pieces") return [...value];
  if (form === "chunks")
    return [
      { stream: "out", data: value.slice(0, half) },
      { stream: "out", data: value.slice(half) },
    ];
  if (form === "names") return { [value]: true };
  return `it is ${value}!`;
}
