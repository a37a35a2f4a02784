import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { EVERYTHING, makeToolServerWorld, nodeServer } from "./tool-server-world.ts";

test("a server that is forgotten leaves no folder and no program behind, and may come again", async () => {
  await using world = await makeToolServerWorld();
  const every = nodeServer("every", EVERYTHING, ["stdio"]);
  const other = nodeServer("other", EVERYTHING, ["stdio"]);
  const folder = (name: string) => path.join(world.dataDir, "tool-servers", name);
  await world.offered(other);
  const echo = await world.tool(every, "echo");
  await world.call(every, echo, { message: "hello" });
  expect(existsSync(folder("every"))).toBe(true);

  await world.client.forget(every);
  await world.client.forget(every);

  expect([existsSync(folder("every")), existsSync(folder("other"))]).toEqual([false, true]);
  expect(await world.call(every, echo, { message: "again" })).toMatchObject({ type: "completed" });
});

test("only the name of a server is a folder that is taken away", async () => {
  await using world = await makeToolServerWorld();

  await world.client.forget({ serverId: "srv", name: "../files" });

  expect(world.logged.join()).toContain("could not be taken away");
});
