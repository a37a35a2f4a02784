import { mkdirSync, writeFileSync } from "node:fs";
import { startStepwright } from "#test/stepwright-command.ts";
import { startStandIns } from "../stand-ins/start-stand-ins.ts";
import { INVOICES_CSV } from "../stand-ins/orders-database.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const world = await startStandIns();
const folder = "/tmp/F-live";
mkdirSync(`${folder}/files`, { recursive: true });
writeFileSync(`${folder}/files/invoices.csv`, INVOICES_CSV);
const server = await startStepwright(["start"], {
  DATA_DIR: folder, PORT: "4399", MODEL: "openai:hand", OPENAI_API_KEY: "sk-hand-0123456789",
  OPENAI_BASE_URL: "http://127.0.0.1:4321/v1", MODEL_TIMEOUT_SECONDS: "3600", ...world.settings,
}, /Stepwright is ready at (http:\/\/127\.0\.0\.1:\d+)\n/);
const url = server.match[1];
const put = (path: string, body: unknown, method = "PUT") => fetch(`${url}${path}`, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) }).then(async (r) => console.log(path, r.status, (await r.text()).slice(0, 200)));
for (const [name, value] of Object.entries(world.secrets)) await put(`/api/secrets/${name}`, { value });
await put("/api/settings", { databases: { orders: "{{secret.INVOICES_DATABASE}}" } });
const control = await startHttpServer(({ url: path }, response) => {
  if (path === "/break") world.tickets.breakDown();
  if (path === "/mend") world.tickets.mend();
  response.end(JSON.stringify({
    mails: world.mail.received, booked: world.ledger.booked, ledger: world.ledger.received.map((r) => [r.method, r.url, r.body]),
    labels: [...world.tickets.labels], tickets: world.tickets.received.map((r) => [r.method, r.url, r.body]), messages: world.teamChannel.messages,
    channel: world.teamChannel.received.map((r) => r.body),
    feeds: world.newspapers.received.map((r) => r.url),
  }, null, 1));
});
writeFileSync("/tmp/F-live/world.json", JSON.stringify({ url, town: world.newspapers.townUrl, river: world.newspapers.riverUrl, ledger: world.ledger.entriesUrl, tickets: world.tickets.url, control: control.url, pid: process.pid }));
console.log("ready", url);
process.on("SIGTERM", async () => { await server.stop(); await world.close(); await control.close(); writeFileSync("/tmp/F-live/said.log", server.said()); process.exit(0); });
