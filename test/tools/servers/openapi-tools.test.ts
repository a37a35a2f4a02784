import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { schemaProblems } from "#server/tools/schema-problems.ts";
import { messageOf, outputOf } from "../call-tool.ts";
import { startHttpServer } from "../http-server.ts";
import { makeToolServerWorld, server } from "./tool-server-world.ts";

const PETSHOP = readFileSync("test/tools/servers/documents/petshop.yaml", "utf8");
const WAREHOUSE = readFileSync("test/tools/servers/documents/warehouse.json", "utf8");
const ends: (() => unknown)[] = [];
const signal = AbortSignal.timeout(60_000);

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function makeWorld(...over: Parameters<typeof makeToolServerWorld>) {
  const world = await makeToolServerWorld(...over);
  ends.push(() => world.client.close());
  return world;
}
async function startService(...[answer]: Partial<Parameters<typeof startHttpServer>>) {
  const service = await startHttpServer(
    answer ??
      ((_received, response) => response.setHeader("content-type", "application/json").end('{"ok":true}')),
  );
  ends.push(service.close);
  return service;
}
type Settings = { url?: string; document?: string; baseUrl?: string; headers?: Record<string, string> };
const described = (settings: Settings) => server("shop", { type: "openapi", headers: {}, ...settings });

test("each operation of a document is a tool with a strict input", async () => {
  const world = await makeWorld();

  const tools = await world.offered(described({ document: PETSHOP }));

  expect(tools.map(({ name, annotations }) => [name, annotations])).toEqual([
    ["listPets", { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: true }],
    ["add_pet", { readOnlyHint: false, idempotentHint: false, openWorldHint: true }],
    ["showPet", { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: true }],
    ["renamePet", { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: true }],
    [
      "delete_pets_petId",
      { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: true },
    ],
  ]);
  const [list, add] = tools;
  expect(list?.description).toBe("List the pets of the shop\n\nGET https://eu.petshop.example/v1/pets");
  expect(Object.keys(list?.inputSchema["properties"] ?? {})).toEqual([
    "tags",
    "kind",
    "filter",
    "limit",
    "X-Request-Id",
  ]);
  const problemsOf = (input: Json) => schemaProblems(add?.inputSchema ?? {}, input);
  expect(problemsOf({ body: { name: "Rex", tag: null, parents: [{ name: "Bo" }] } })).toEqual([]);
  expect(problemsOf({})).toEqual(['"body" is missing']);
  expect(problemsOf({ body: { name: "Rex" }, more: 1 })[0]).toContain("unknown");
  expect(world.logged.join()).toContain("multipart/form-data");
});

test("the output of a tool is that of a request, with the body that the document describes", async () => {
  const world = await makeWorld();

  const list = await world.tool(described({ document: PETSHOP }), "listPets");

  const answer = { status: 200, headers: {}, body: [{ id: 1, name: "Rex" }] };
  expect(schemaProblems(list.outputSchema ?? {}, answer)).toEqual([]);
  expect(schemaProblems(list.outputSchema ?? {}, { ...answer, body: [{ id: 1 }] })).not.toEqual([]);
});

test("a document of Swagger 2.0 is read as well", async () => {
  const world = await makeWorld();
  const service = await startService();
  const warehouse = described({ document: WAREHOUSE, baseUrl: `${service.url}/api` });

  const [stock, book] = [await world.tool(warehouse, "stockOf"), await world.tool(warehouse, "book")];
  outputOf(await world.call(warehouse, stock, { sku: "A 1", places: ["north", "south"] }));
  outputOf(await world.call(warehouse, book, { sku: "A1", body: { count: 2 } }));

  const [plain] = await world.offered(described({ document: WAREHOUSE }));
  expect(plain?.description).toBe("GET https://warehouse.example/api/stock/{sku}");
  expect(service.received.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["GET", "/api/stock/A%201?places=north&places=south", ""],
    ["POST", "/api/stock/A1", "count=2"],
  ]);
});

test("a call becomes the request that the document describes, with the headers of the settings", async () => {
  const world = await makeWorld();
  const service = await startService();
  const shop = described({
    document: PETSHOP,
    baseUrl: `${service.url}/v1/`,
    headers: { Authorization: "Bearer key" },
  });
  const [list, add, rename] = await Promise.all(
    ["listPets", "add_pet", "renamePet"].map((name) => world.tool(shop, name)),
  );
  if (!list || !add || !rename) throw new Error("the tools are not offered");

  const asked = {
    tags: ["a&b", "c"],
    kind: ["dog", "cat"],
    filter: { minPrice: 5 },
    limit: 3,
    "X-Request-Id": "r1",
  };
  const output = outputOf(await world.call(shop, list, asked));
  outputOf(await world.call(shop, add, { body: { name: "Rex" } }));
  outputOf(await world.call(shop, rename, { petId: "7", body: { name: "R & B", nicknames: ["x", "y"] } }));

  expect(output).toMatchObject({ status: 200, body: { ok: true } });
  const [listed, added, renamed] = service.received;
  expect(listed?.url).toBe("/v1/pets?tags=a%26b&tags=c&kind=dog,cat&filter%5BminPrice%5D=5&limit=3");
  expect(listed?.headers).toMatchObject({ authorization: "Bearer key", "x-request-id": "r1" });
  expect(added).toMatchObject({ method: "POST", body: '{"name":"Rex"}' });
  expect(added?.headers["content-type"]).toBe("application/json");
  expect(renamed).toMatchObject({ method: "PUT", body: "name=R+%26+B&nicknames=x&nicknames=y" });
});

test.each([
  ["../admin", "/v1/pets/..%2Fadmin"],
  ["a/b?x#y", "/v1/pets/a%2Fb%3Fx%23y"],
  ["..\\admin", "/v1/pets/..%5Cadmin"],
  ["%2e%2e%2fadmin", "/v1/pets/%252e%252e%252fadmin"],
  ["@evil.example", "/v1/pets/%40evil.example"],
  ["a\r\nhost: evil", "/v1/pets/a%0D%0Ahost%3A%20evil"],
  ["\ud800", "/v1/pets/%EF%BF%BD"],
])("the path parameter %j cannot leave its place", async (petId, url) => {
  const world = await makeWorld();
  const service = await startService();
  const shop = described({ document: PETSHOP, baseUrl: `${service.url}/v1` });

  outputOf(await world.call(shop, await world.tool(shop, "showPet"), { petId }));

  expect(service.received.map((one) => one.url)).toEqual([url]);
});

test.each(["..", ".", ""])("the path parameter %j is refused", async (petId) => {
  const world = await makeWorld();
  const service = await startService();
  const shop = described({ document: PETSHOP, baseUrl: `${service.url}/v1` });

  const outcome = await world.call(shop, await world.tool(shop, "showPet"), { petId });

  expect(outcome).toMatchObject({ type: "failed", retry: "now" });
  expect(service.received).toEqual([]);
});

test.each([
  [404, "showPet", { type: "failed", retry: "now" }],
  [503, "showPet", { type: "failed", retry: "temporary" }],
  [504, "add_pet", { type: "outcome_unknown" }],
])("an answer of %i to %s is judged as that of any request", async (status, name, outcome) => {
  const world = await makeWorld();
  const service = await startService((_received, response) => response.writeHead(status).end("no"));
  const shop = described({ document: PETSHOP, baseUrl: service.url });

  expect(await world.call(shop, await world.tool(shop, name), { petId: "1", body: {} })).toMatchObject(
    outcome,
  );
});

test("neither a document nor a service at a private address is reached", async () => {
  const world = await makeWorld({}, []);
  const service = await startService();
  const { host } = new URL(service.url);
  const shop = described({ document: PETSHOP, baseUrl: `https://${host}` });

  const offer = await world.client.offer(described({ url: `${service.url}/openapi.json` }), signal);
  const call = await world.call(shop, await world.tool(shop, "showPet"), { petId: "1" });

  expect(offer).toMatchObject({ ok: false, error: { message: expect.stringContaining("EGRESS_ALLOW") } });
  expect(call).toMatchObject({ type: "failed", retry: "not_retryable" });
  expect(service.received).toEqual([]);
});

test("what a service says of a failure is hidden before it is cut", async () => {
  const world = await makeWorld();
  const service = await startService((_received, response) => response.writeHead(422).end("no key today"));
  const shop = described({ document: PETSHOP, baseUrl: service.url });
  const hide = (text: string) => text.replaceAll("key", "***");

  const outcome = await world.call(shop, await world.tool(shop, "showPet"), { petId: "1" }, { hide });

  expect(messageOf(outcome)).toContain("no *** today");
});

test("a document at a URL is read without the headers, unless it is the service's own", async () => {
  const world = await makeWorld();
  const keeper = await startService((_received, response) => response.end(WAREHOUSE));
  const url = `${keeper.url}/openapi.json`;
  const headers = { authorization: "Bearer key" };

  await world.offered(described({ url, headers }));
  await world.offered(described({ url, headers, baseUrl: keeper.url }));

  expect(keeper.received.map((one) => one.headers.authorization)).toEqual([undefined, "Bearer key"]);
});

test("SEC-A05: a document that changed, or that sends requests elsewhere, is not followed", async () => {
  const world = await makeWorld();
  const service = await startService();
  let document = WAREHOUSE.replace("warehouse.example", new URL(service.url).host).replace(
    '["https"]',
    '["http"]',
  );
  const keeper = await startService((_received, response) => response.end(document));
  const warehouse = described({ url: `${keeper.url}/openapi.json` });
  const stock = await world.tool(warehouse, "stockOf");
  outputOf(await world.call(warehouse, stock, { sku: "1" }));

  const elsewhere = await startService();
  document = document.replace(new URL(service.url).host, new URL(elsewhere.url).host);
  const outcome = await world.call(warehouse, stock, { sku: "1" }, { runId: "run_2" });

  expect(messageOf(outcome)).toContain("described in another way");
  expect(world.offers.at(-1)?.offered[0]?.description).toContain(elsewhere.url);
  expect([service.received.length, elsewhere.received.length]).toEqual([1, 0]);
});

test.each([
  ["text that is none", { document: "hello" }, "no OpenAPI document"],
  ["JSON of another kind", { document: '{"a":1}' }, "no OpenAPI document"],
  ["a document without operations", { document: '{"openapi":"3.1.0","paths":{}}' }, "no operation"],
  ["nothing", {}, "neither a document"],
  ["no server", { document: '{"openapi":"3.1.0","paths":{"/a":{"get":{}}}}' }, "Set a base URL"],
  ["a server without encryption", { document: PETSHOP, baseUrl: "http://petshop.example" }, "unencrypted"],
  ["a bomb of aliases", { document: bomb() }, "cannot be used"],
  ["more than 5 MB", { document: `{"openapi":"3.1.0","x":"${"x".repeat(6_000_000)}"}` }, "larger than 5 MB"],
])("%s instead of a document is told of", async (_case, settings, said) => {
  const { client } = await makeWorld();

  const result = await client.offer(described(settings), signal);

  expect(result).toMatchObject({ ok: false, error: { message: expect.stringContaining(said) } });
});

test("a large document whose parts refer to each other gives tools that fit", async () => {
  const world = await makeWorld();

  const tools = await world.offered(described({ document: largeDocument(600) }));

  expect(tools).toHaveLength(500);
  expect(Math.max(...tools.map((tool) => JSON.stringify(tool).length))).toBeLessThan(64 * 1024);
  expect(world.logged.join()).toContain("more than 500");
});

function bomb(): string {
  const lines = ["openapi: 3.1.0", "a0: &a0 [x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 12; level += 1) {
    lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(", ")}]`);
  }
  return lines.join("\n");
}

function largeDocument(count: number): string {
  const name = (number: number) => `Thing${number % 50}`;
  const schemas = Array.from({ length: 50 }, (_, number) => {
    const refs = Array.from({ length: 8 }, (_, next) => ({
      $ref: `#/components/schemas/${name(number * 7 + next)}`,
    }));
    const properties = Object.fromEntries(
      refs.map((ref, place) => [`part${place}`, { anyOf: [ref, { type: "null" }] }]),
    );
    return [name(number), { type: "object", properties: { id: { type: "string" }, ...properties } }];
  });
  const paths = Array.from({ length: count }, (_, number) => {
    const schema = { $ref: `#/components/schemas/${name(number)}` };
    const content = { "application/json": { schema } };
    return [
      `/things${number}`,
      { post: { requestBody: { content }, responses: { 200: { description: "", content } } } },
    ];
  });
  return JSON.stringify({
    openapi: "3.1.0",
    servers: [{ url: "https://things.example" }],
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  });
}
