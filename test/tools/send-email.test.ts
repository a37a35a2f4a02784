import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { SMTPServerOptions } from "smtp-server";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { sendEmailTool } from "#server/tools/send-email.ts";
import { refusal, startSmtpServer } from "#test/senders/smtp-world.ts";
import { makeFolder, messageOf, outputOf, toolContext } from "#test/tools/call-tool.ts";

const folder = await makeFolder();
const dataDir = await makeFolder();
const outside = await makeFolder();
await mkdir(path.join(folder, "out"));
await writeFile(path.join(folder, "report.csv"), "a,b\n1,2\n");
await writeFile(path.join(folder, "out", "größe.bin"), Buffer.from([0, 255, 10, 13]));
await writeFile(path.join(folder, "large.bin"), Buffer.alloc(9 * 1024 * 1024));
await writeFile(path.join(outside, "secret.txt"), "canary");
await symlink(path.join(outside, "secret.txt"), path.join(folder, "link.txt"));

function toolFor(port: number | null, user = "", limits?: { totalMs: number; stepMs: number }) {
  const { mail } = readConfig(
    port === null
      ? {}
      : { SMTP_URL: `smtp://${user}127.0.0.1:${port}`, SMTP_FROM: "Stepwright <stepwright@example.com>" },
  );
  return sendEmailTool({ mail, dataDir, filesFolder: ".data/files", filesRead: [], filesWrite: [] }, limits);
}

/** Sends one mail to a server that is made so; what came of it, and what the server took. */
async function send(
  input: object,
  options: SMTPServerOptions = {},
  over: { user?: string; key?: string } = {},
) {
  const server = await startSmtpServer(options);
  try {
    const tool = toolFor(server.port, over.user, { totalMs: 5_000, stepMs: 1_000 });
    const mail = JSON.parse(
      JSON.stringify({ to: "ada@example.com", subject: "Hello", text: "Hi", ...input }),
    );
    const context = toolContext(folder, over.key === undefined ? {} : { idempotencyKey: over.key });
    const outcome = await tool.call(mail, context);
    const source = (server.received[0]?.source ?? "").replaceAll("=\r\n", "");
    return { outcome, received: server.received, source, head: source.split("\r\n\r\n")[0] ?? "" };
  } finally {
    await server.close();
  }
}

test("a mail goes to everybody named, blind copies unseen, from the address of the settings", async () => {
  const { outcome, received, head } = await send({
    to: ["ada@example.com", "bo@example.com"],
    cc: "cy@example.com, di@example.com",
    bcc: ["eve@example.com", "bo@example.com"],
    replyTo: "desk@example.com",
    subject: "Grüße",
  });

  expect(received[0]?.from).toBe("stepwright@example.com");
  expect(received[0]?.to).toHaveLength(5);
  expect(new Set(received[0]?.to)).toEqual(
    new Set(["ada", "bo", "cy", "di", "eve"].map((name) => `${name}@example.com`)),
  );
  expect(outputOf(outcome)).toMatchObject({
    accepted: expect.arrayContaining(["eve@example.com"]),
    rejected: [],
  });
  expect(head).toContain("To: ada@example.com, bo@example.com");
  expect(head).toContain("Cc: cy@example.com, di@example.com");
  expect(head).toContain("Reply-To: desk@example.com");
  expect(head).toContain("Subject: =?UTF-8?");
  expect(head).not.toMatch(/eve@|^bcc/im);
});

test("each try of a mail has the same id, and another mail another one", async () => {
  const ids = await Promise.all(
    ["run_1:a:1", "run_1:a:1", "run_1:b:1"].map(async (key) => {
      const { outcome, head } = await send({}, {}, { key });
      const { messageId } = outputOf(outcome) as { messageId: string };
      expect(head).toContain(`Message-ID: ${messageId}`);
      return messageId;
    }),
  );

  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
  expect(ids.join()).not.toContain("run_1");
});

test("Markdown is sent as HTML and as text; HTML, programs and odd links in it are words", async () => {
  const markdown =
    "# Hi\n\n<script>alert(1)</script> **bold** [web](https://a.example/?x=1&y=2) [trap](javascript:alert(1)) <b onclick=x>y</b>\n\n| A | B |\n|---|--:|\n| 1 | <i>2</i> |\n\n- [x] done\n\n![pic](https://a.example/p.png)\n\n[ref]\n\n[ref]: data:text/html,x";
  const { source } = await send({ text: undefined, markdown });
  const html = source.split("Content-Type: text/html")[1]?.replaceAll("=3D", "=") ?? "";

  expect(source).toContain("multipart/alternative");
  expect(html).toContain("<h1>Hi</h1>");
  expect(html).toContain("<strong>bold</strong>");
  expect(html).toContain('<a href="https://a.example/?x=1&amp;y=2">web</a>');
  expect(html).toContain("&lt;script&gt;");
  expect(html).toContain('text-align:right">&lt;i&gt;2&lt;/i&gt;</td>');
  expect(html).toMatch(/<li>(?:☑|=E2=98=91) done<\/li>/);
  expect(html).not.toMatch(/<script|<b |<i>|<img|javascript:|href="data/);
  expect(source).toContain("# Hi");
});

test("files of the run are attached as they are", async () => {
  const { outcome, received } = await send({ attachments: ["report.csv", "out/größe.bin"] });
  const source = received[0]?.source ?? "";

  expect(outcome.type).toBe("completed");
  expect(source).toContain("filename=report.csv");
  expect(source).toContain(Buffer.from("a,b\n1,2\n").toString("base64"));
  expect(source).toContain(Buffer.from([0, 255, 10, 13]).toString("base64"));
});

test.each([
  ["../secret.txt", "leads out of its folder"],
  [`${outside}/secret.txt`, "may not be read"],
  ["link.txt", "is a link that leads out of"],
  ["/etc/passwd", "may not be read"],
  ["file:///etc/passwd", "There is no file"],
  ["https://example.com/a", "There is no file"],
  ["data:text/plain,x", "There is no file"],
  ["out", "is not a file"],
  ["a\0b", "NUL"],
  ["missing.csv", "There is no file"],
])("%s is not attached, and nothing is sent", async (attachment, reason) => {
  const { outcome, received } = await send({ attachments: [attachment] });

  expect(outcome).toMatchObject({ type: "failed", retry: "now", message: expect.stringContaining(reason) });
  expect(received).toEqual([]);
});

const many = Array.from({ length: 51 }, (_, place) => `a${place}@example.com`);
test.each([
  [{ subject: "Hi\r\nBcc: eve@example.com" }, "has a line break"],
  [{ subject: "Hi\u2028X: y" }, "has a line break"],
  [{ subject: " " }, "The subject is empty"],
  [{ subject: "x".repeat(501) }, "at most 500"],
  [{ to: "ada@example.com\r\nBcc: eve@example.com" }, 'in "to" is not an e-mail address'],
  [{ to: ["ada@example.com>\r\nRCPT TO:<eve@example.com"] }, 'in "to" is not an e-mail address'],
  [
    { to: "Ada <ada@example.com>" },
    '"Ada <ada@example.com>" in "to" is not an e-mail address. Give a bare one',
  ],
  [{ to: ["ada@example.com,eve@example.com"] }, 'in "to" is not'],
  [{ cc: ["nobody"] }, '"nobody" in "cc"'],
  [{ bcc: "a@b" }, '"a@b" in "bcc"'],
  [{ replyTo: "x\ny@example.com" }, 'in "replyTo"'],
  [{ to: [] }, '"to" names nobody'],
  [{ to: ["", "ada@example.com"] }, '"" in "to"'],
  [{ bcc: many }, "has 52 recipients, and at most 50"],
  [{ text: undefined }, "The mail says nothing"],
  [{ text: "x".repeat(500_001) }, "at most 500000"],
  [{ attachments: Array.from({ length: 21 }, () => "report.csv") }, "at most 20"],
  [{ attachments: ["large.bin", "large.bin"] }, "larger than the 15 MB"],
])("%j is refused before anything is sent", async (input, reason) => {
  const { outcome, received } = await send(input);

  expect(outcome).toMatchObject({ type: "failed", retry: "now", message: expect.stringContaining(reason) });
  expect(received).toEqual([]);
});

test("without a mail server the settings that are missing are named", async () => {
  const outcome = await toolFor(null).call(
    { to: "ada@example.com", subject: "x", text: "y" },
    toolContext(folder),
  );

  expect(outcome).toMatchObject({
    retry: "not_retryable",
    message: expect.stringMatching(/SMTP_URL and SMTP_FROM/),
  });
});

test("recipients that the server refuses are named, and the others get the mail", async () => {
  const { outcome, received } = await send(
    { to: ["ada@example.com", "bo@example.com"] },
    refusing(550, "bo"),
  );

  expect(outputOf(outcome)).toMatchObject({ accepted: ["ada@example.com"], rejected: ["bo@example.com"] });
  expect(received[0]?.to).toEqual(["ada@example.com"]);
});

test("when all are refused, each is named with its reason", async () => {
  const { outcome } = await send({ to: ["ada@example.com", "bo@example.com"] }, refusing(550, ""));

  expect(outcome).toMatchObject({ type: "failed", retry: "now" });
  expect(messageOf(outcome)).toMatch(/ada@example.com \(550 No\), bo@example.com \(550 No\)$/);
});

function refusing(code: number, name: string): SMTPServerOptions {
  return {
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith(name) ? done(refusal(code, "No")) : done(),
  };
}

const atData = (act: (done: (error?: Error) => void) => void): SMTPServerOptions => ({
  onData: (stream, _session, done) => void stream.resume().on("end", () => act(done)),
});

test.each([
  ["a greylisted recipient", refusing(450, ""), { type: "failed", retry: "temporary" }],
  [
    "a sender that it refuses",
    { onMailFrom: (_a, _s, done) => done(refusal(550, "No")) },
    { type: "failed", retry: "now" },
  ],
  ["a text that it refuses", atData((done) => done(refusal(554, "Spam"))), { type: "failed", retry: "now" }],
  [
    "a text that it takes later",
    atData((done) => done(refusal(451, "Later"))),
    { type: "failed", retry: "temporary" },
  ],
  ["silence after the text", atData(() => {}), { type: "outcome_unknown" }],
  ["no word at all", { onConnect: () => {} }, { type: "failed", retry: "temporary" }],
] satisfies [string, SMTPServerOptions, object][])("%s", async (_what, options, expected) => {
  expect((await send({}, options)).outcome).toMatchObject(expected);
});
