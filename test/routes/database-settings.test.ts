import { afterAll, expect, test } from "vitest";
import { readDatabases } from "#server/services/read-databases.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const opened = await openTestContext();
const server = await serveApp(opened.ctx);
afterAll(async () => {
  await server.close();
  await opened.close();
});

async function put(databases: unknown) {
  const headers = { "Content-Type": "application/json" };
  return send(server.url, "/api/settings", { method: "PUT", body: JSON.stringify({ databases }), headers });
}

test("a database is set, seen, and forgotten again", async () => {
  const template = "postgres://reader:{{secret.SHOP_PASSWORD}}@db.example:5432/shop?sslmode=require";

  const set = await put({
    shop: "{{secret.SHOP_URL}}",
    log: template,
    own: "postgres://reader@db.example/log",
  });
  expect(JSON.parse(set.body).databases).toEqual({
    shop: "{{secret.SHOP_URL}}",
    log: template,
    own: "postgres://reader@db.example/log",
  });
  const one = await put({ log: null, own: null });

  expect(JSON.parse(one.body).databases).toEqual({ shop: "{{secret.SHOP_URL}}" });
  expect(await readDatabases(opened.ctx.db)).toEqual({ shop: "{{secret.SHOP_URL}}" });
  await put({ shop: null });
});

test.each([
  ["a password in plain", "postgres://reader:hunter2-plain@db.example/shop", "Put it into a secret"],
  [
    "a password as a parameter",
    "postgres://reader@db.example/shop?password=hunter2-plain",
    "belongs into a secret",
  ],
  [
    "a password beside a secret",
    "postgres://reader:hunter2-plain{{secret.A}}@db.example/shop",
    "Put it into a secret",
  ],
  [
    "a file of the machine",
    "postgres://reader@db.example/shop?sslkey=/etc/hunter2-plain",
    "takes the parameters",
  ],
  ["another kind of database", "mysql://reader@hunter2-plain/shop", "postgres://"],
  ["no URL", "hunter2-plain", "postgres://"],
])("%s is refused, and the refusal does not repeat it", async (_name, url, words) => {
  const answer = await put({ shop: url });

  expect(answer.status).toBe(422);
  expect(answer.body).toContain("databases.shop");
  expect(answer.body).toContain(words);
  expect(answer.body).not.toContain("hunter2-plain");
  expect(await readDatabases(opened.ctx.db)).toEqual({});
});

test("a name that no plan could write is refused", async () => {
  for (const name of ["Shop", "a b", "", "1st"]) {
    expect((await put({ [name]: "{{secret.SHOP_URL}}" })).status).toBe(422);
  }
});
