import { networkInterfaces } from "node:os";
import { afterAll, expect, test } from "vitest";
import { openTestContext, serveApp } from "#test/serve-app.ts";
import { outputOf, toolContext } from "./call-tool.ts";
import { startHttpServer } from "./http-server.ts";

const opened = await openTestContext({ EGRESS_ALLOW: "127.0.0.1/8,::1,localhost,0.0.0.0/0" });
const product = await serveApp(opened.ctx);
const other = await startHttpServer(({ url }, response) => {
  if (url.startsWith("/to")) response.writeHead(307, { location: `${product.url}/api/secrets` }).end();
  else response.end("another service");
});
afterAll(async () => {
  await Promise.all([product.close(), other.close()]);
  await opened.close();
});

const { port } = new URL(product.url);
const call = (tool: string, input: Record<string, string>) =>
  opened.ctx.tools.call(tool, input, toolContext("/tmp"));

test.each([
  ["http_request", { url: `http://127.0.0.1:${port}/api/approvals/apv_1`, method: "POST" }],
  ["http_request", { url: `http://localhost:${port}/api/secrets` }],
  ["http_request", { url: `http://0.0.0.0:${port}/api/secrets` }],
  ["http_request", { url: `http://[::ffff:127.0.0.1]:${port}/api/secrets` }],
  ["http_request", { url: `${other.url}/to` }],
  ["read_web_page", { url: `http://127.0.0.1:${port}/` }],
  ["read_feed", { url: `http://127.0.0.1:${port}/` }],
  ["send_webhook", { url: `http://127.0.0.1:${port}/hooks/hook_1`, body: "{}" }],
])("%s does not reach the product itself by %j, whatever EGRESS_ALLOW says", async (tool, input) => {
  const outcome = await call(tool, input);

  expect(outcome).toMatchObject({ type: "failed", message: expect.stringContaining("this server itself") });
});

test("another service at the same address is reached", async () => {
  expect(outputOf(await call("http_request", { url: other.url }))).toMatchObject({ body: "another service" });
});

test("the product is not reached by its address in the network either", async () => {
  const address = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find((one) => one.family === "IPv4" && !one.internal)?.address;
  if (address === undefined) return;

  const outcome = await call("http_request", { url: `http://${address}:${port}/api/secrets` });

  expect(outcome.type).toBe("failed");
});
