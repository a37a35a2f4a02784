import { createToolServerClient } from "#server/tools/servers/create-client.ts";
import { toolContext } from "../call-tool.ts";
import { nodeServer } from "./tool-server-world.ts";

// Calls a tool of the program that its arguments name, says so, and stays.
const [folder = "", script = "", ...args] = process.argv.slice(2);
const client = createToolServerClient({
  egressAllow: [],
  dataDir: folder,
  onOffer: () => {},
  log: { warn: () => {} },
});
const program = nodeServer("scripted", script, args);
const tools = await client.offer(program, AbortSignal.timeout(20_000));
const look = tools.ok ? tools.value.tools.find(({ name }) => name === "look") : undefined;
if (look) console.log((await client.call(program, look, {}, toolContext(folder))).type);
setInterval(() => {}, 1_000);
