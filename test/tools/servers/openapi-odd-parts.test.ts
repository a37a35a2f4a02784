import { expect, test } from "vitest";
import { makeToolServerWorld, server } from "./tool-server-world.ts";

test.each(["swagger", "openapi"])(
  "what cannot be read of a document of %s is left out, and nothing else",
  async (version) => {
    await using world = await makeToolServerWorld();
    const responses = { 200: { description: "ok" } };
    const paths = `{
    "/a": { "get": { "parameters": [{ "$ref": 5 }], "responses": {} } },
    "/b": { "get": { "parameters": [{ "$ref": "#/nowhere" }], "responses": {} } },
    "/c": { "get": { "parameters": [null], "responses": {} } },
    "__proto__": { "get": { "responses": {} } },
    "/__proto__": { "get": { "operationId": "kept", "responses": ${JSON.stringify(responses)} } },
    "/good": { "get": { "operationId": "good", "responses": ${JSON.stringify(responses)} } }
  }`;
    const document = `{ "${version}": "${version === "swagger" ? "2.0" : "3.0.0"}", "info": { "title": "t", "version": "1" }, "paths": ${paths} }`;

    const shop = server("shop", { type: "openapi", headers: {}, document, baseUrl: "https://shop.example" });

    const offer = await world.client.offer(shop, AbortSignal.timeout(60_000));

    if (!offer.ok) throw new Error(offer.error.message);
    expect(offer.value.tools.map(({ name }) => name)).toEqual(["kept", "good"]);
    for (const path of ["/a", "/b", "/c", "__proto__"]) {
      expect(offer.value.leftOut.join("; ")).toContain(`${path}: `);
    }
  },
);
