import { afterAll, expect, test } from "vitest";
import { secretPlacesIn } from "#server/core/secret-places.ts";
import { ok } from "#server/core/result.ts";
import { builtInCatalogue, noSecrets } from "./built-in-catalogue.ts";
import { makeFolder, messageOf, toolContext } from "./call-tool.ts";
import { startHttpServer } from "./http-server.ts";

const folder = await makeFolder();
const hook = await startHttpServer((_request, response) => response.end("ok"));
afterAll(hook.close);

function post(url: string, value: string) {
  const secrets = { ...noSecrets, read: async () => ok(new Map([["HOOK", value]])) };
  const config = { egressAllow: ["127.0.0.1/32"], dataDir: folder, filesFolder: folder };
  const input = { url, body: { text: "Done" } };
  const context = { ...toolContext(folder), secretPlaces: secretPlacesIn(input) };
  return builtInCatalogue(config, secrets).call("send_webhook", input, context);
}

test("an address that is a secret as a whole is called", async () => {
  expect(await post("{{secret.HOOK}}", `${hook.url}/services/T0`)).toMatchObject({
    type: "completed",
    output: { status: 200 },
  });
  expect(hook.received.map(({ url }) => url)).toEqual(["/services/T0"]);
});

test("a secret that is no address is refused in its place, without being told", async () => {
  const outcome = await post("{{secret.HOOK}}", "hooks.example.com/services/T0");

  expect(messageOf(outcome)).toContain(
    'The input of "send_webhook" was refused: "url" does not fit; it takes "',
  );
  expect(messageOf(outcome)).not.toContain("T0");
});
