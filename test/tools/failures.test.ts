import { afterAll, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import type { Json } from "#server/core/json.ts";
import { makeFolder, toolContext } from "#test/tools/call-tool.ts";
import { builtInCatalogue } from "#test/tools/built-in-catalogue.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const server = await startHttpServer(({ url }, response) => {
  const status = Number(/\d+/.exec(url)?.[0] ?? 200);
  const after = { "/429": "3", "/503": new Date(Date.now() + 60_000).toUTCString() }[url];
  if (url === "/reset") response.socket?.resetAndDestroy();
  else
    response.writeHead(status, after === undefined ? {} : { "retry-after": after }).end(`status ${status}`);
});
afterAll(() => server.close());

const dataDir = await makeFolder();
const folder = await makeFolder();
const NOBODY = "127.0.0.1:1";
const { mail } = readConfig({ SMTP_URL: `smtp://${NOBODY}`, SMTP_FROM: "a@example.com" });
const settings = { dataDir, egressAllow: ["127.0.0.1"], mail };
const catalogue = builtInCatalogue(settings);
const closed = builtInCatalogue({ ...settings, egressAllow: [], mail: null });

type Fate = "now" | "temporary" | "not_retryable" | "unknown";
type Row = [tool: string, what: string, input: Json, fate: Fate];

const GETS = ["http_request", "read_web_page", "read_feed"];
const at = (place: string) => `${server.url}/${place}`;
const byStatus = (tool: string, over: object, fates: Record<string, Fate>): Row[] =>
  Object.entries(fates).map(([place, fate]) => [tool, place, { url: at(place), ...over }, fate]);
const READS: Record<string, Fate> = {
  400: "now",
  401: "now",
  403: "now",
  404: "now",
  410: "now",
  408: "temporary",
  425: "temporary",
  429: "temporary",
  500: "temporary",
  502: "temporary",
  503: "temporary",
  504: "temporary",
  reset: "temporary",
};
const WRITES: Record<string, Fate> = {
  ...READS,
  408: "unknown",
  502: "unknown",
  504: "unknown",
  reset: "unknown",
};
const mailTo = { to: "ada@example.com", subject: "Hello", text: "Hi" };

const ROWS: Row[] = [
  ...GETS.flatMap((tool) => byStatus(tool, {}, READS)),
  ...byStatus("http_request", { method: "POST" }, WRITES),
  ...byStatus("send_webhook", { body: {} }, WRITES),
  ...[...GETS, "send_webhook"].flatMap((tool): Row[] => [
    [
      tool,
      "nobody there",
      { url: `http://${NOBODY}/`, body: tool === "send_webhook" ? {} : undefined } as Json,
      "temporary",
    ],
    [tool, "no URL", { url: "orders", ...(tool === "send_webhook" && { body: {} }) }, "now"],
    [
      tool,
      "another scheme",
      { url: "ftp://example.com/", ...(tool === "send_webhook" && { body: {} }) },
      "now",
    ],
    [tool, "an unknown parameter", { url: at("200"), body: {}, x: 1 }, "now"],
  ]),
  ["read_feed", "no feed", { url: at("200") }, "now"],
  ["send_email", "a wrong address", { ...mailTo, to: "ada" }, "now"],
  ["send_email", "nobody there", mailTo, "temporary"],
  ["send_email", "a file that is not there", { ...mailTo, attachments: ["x.csv"] }, "now"],
  ["read_file", "no such file", { path: "x.csv" }, "now"],
  ["read_file", "outside", { path: "/etc/passwd" }, "now"],
  ["write_file", "outside", { path: "/etc/x", content: "" }, "now"],
  ["list_files", "outside", { path: "/etc" }, "now"],
  ["transform", "a wrong expression", { expression: "$sum(", data: 1 }, "now"],
  ["render_template", "an unknown variable", { template: "{{ nmae }}", data: {} }, "now"],
  ["parse_csv", "no text", {}, "now"],
  ["query_database", "no database", { sql: "select 1" }, "not_retryable"],
  ["run_command", "no command", { command: "git", args: [] }, "not_retryable"],
];

test.each(ROWS)("%s: %s", async (tool, _what, given, fate) => {
  const input = JSON.parse(JSON.stringify(given)) as Json;
  const outcome = await catalogue.call(tool, input, toolContext(folder));

  expect(outcome).toMatchObject(
    fate === "unknown" ? { type: "outcome_unknown" } : { type: "failed", retry: fate },
  );
});

test.each([...GETS, "send_webhook"])("%s waits as long as a busy server asks", async (tool) => {
  const ask = (place: string) => {
    const input: Json = tool === "send_webhook" ? { url: at(place), body: {} } : { url: at(place) };
    return catalogue.call(tool, input, toolContext(folder));
  };
  const [limited, busy] = await Promise.all([ask("429"), ask("503")]);

  expect(limited).toMatchObject({ retry: "temporary", retryAfterMs: 3_000 });
  expect(busy).toMatchObject({ retry: "temporary", retryAfterMs: expect.any(Number) });
  expect((busy as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(30_000);
});

test.each([
  ["http_request", { url: at("200") }, "EGRESS_ALLOW"],
  ["read_web_page", { url: at("200") }, "EGRESS_ALLOW"],
  ["read_feed", { url: at("200") }, "EGRESS_ALLOW"],
  ["send_webhook", { url: at("200"), body: {} }, "EGRESS_ALLOW"],
  ["send_email", mailTo, "SMTP_URL"],
  ["query_database", { sql: "select 1" }, "settings"],
  ["run_command", { command: "git", args: [] }, "COMMANDS_ALLOW"],
])(
  "%s: what the settings do not open is not tried again, and the setting is named",
  async (tool, input, setting) => {
    expect(await closed.call(tool, input, toolContext(folder))).toMatchObject({
      type: "failed",
      retry: "not_retryable",
      message: expect.stringContaining(setting),
    });
  },
);

test("every tool has failures in the table", () => {
  const judged = new Set(ROWS.map(([tool]) => tool));

  expect(catalogue.list().map(({ name }) => name)).toEqual(expect.arrayContaining([...judged]));
  expect(catalogue.list().filter(({ name }) => !judged.has(name))).toEqual([]);
});

test("what only reads is said to, and what writes to the world is said to be neither repeatable nor destructive", () => {
  const hints = (name: string) => catalogue.find(name)?.annotations;

  for (const name of ["read_web_page", "read_feed"])
    expect(hints(name)).toEqual({
      readOnlyHint: true,
      idempotentHint: true,
      destructiveHint: false,
      openWorldHint: true,
    });
  for (const name of ["send_email", "send_webhook"])
    expect(hints(name)).toEqual({
      readOnlyHint: false,
      idempotentHint: false,
      destructiveHint: false,
      openWorldHint: true,
    });
  expect(closed.find("send_email")?.offBecause).toContain("SMTP_URL");
  expect(catalogue.find("send_email")?.offBecause).toBeUndefined();
});
