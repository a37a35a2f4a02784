import { afterAll, expect, test } from "vitest";
import { secrets } from "#db/schema.ts";
import { createSealing } from "#server/sealing.ts";
import { createChannel } from "#server/services/create-channel.ts";
import { createWebhook } from "#server/services/create-webhook.ts";
import { listSecrets } from "#server/services/list-secrets.ts";
import { putSecret } from "#server/services/put-secret.ts";
import { resealSecrets } from "#server/services/reseal-secrets.ts";
import { makePlan } from "#test/make.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openTestContext } from "#test/serve-app.ts";

const [OLD, NEW] = ["the old key of thirty-two characters", "the new key, also thirty-two characters"];
const { ctx, close } = await openTestContext({ SECRET_KEY: OLD });
afterAll(close);

const withKeys = (secretKey: string) => ({
  ...ctx,
  sealing: createSealing({ secretKey, databaseUrl: "postgres://db/plans", dataDir: "/nowhere" }),
});

test("with a new key in front every secret is sealed anew, and the old key can go", async () => {
  const { agentId } = await seedAgent(ctx, makePlan({ a: [] }));
  await putSecret(ctx, { name: "API", value: "value-of-api" });
  await createWebhook(ctx, { agentId, title: "Shop", origin: "http://here" });
  await createChannel(ctx, { agentId, type: "webhook", target: "https://hooks.example/x" });
  const [before] = await listSecrets(ctx);

  const both = withKeys(`${NEW}, ${OLD}`);
  const first = await resealSecrets(both);
  const again = await resealSecrets(both);
  const [after] = await listSecrets(both);
  const [row] = await ctx.db.select().from(secrets);

  expect([first, again]).toEqual([3, 0]);
  expect(after?.keyId).not.toBe(before?.keyId);
  expect(withKeys(NEW).sealing.open(row?.sealed ?? "", "secret:API")).toBe("value-of-api");
  expect(() => withKeys(OLD).sealing.open(row?.sealed ?? "", "secret:API")).toThrow(
    "sealed with another key",
  );
});

test("what no key opens stays as it is", async () => {
  const stranger = withKeys("a third key of at least thirty-two characters");

  expect(await resealSecrets(stranger)).toBe(0);
});
