import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { sendEmailTool } from "#server/tools/send-email.ts";
import { toolContext } from "#test/tools/call-tool.ts";
import { startLines } from "#test/tools/line-server.ts";

/** Answers like a mail server, until `breaksAt` comes. */
function conversation(breaksAt: string) {
  let isData = false;
  return (line: string, socket: Socket) => {
    const word = isData ? (line === "." ? "." : "text") : (line.split(" ")[0] ?? "").toUpperCase();
    if (word === breaksAt) return void socket.destroy();
    if (word === "text") return;
    isData = word === "DATA";
    socket.write(isData ? "354 go on\r\n" : "250 ok\r\n");
  };
}

async function sendTo(breaksAt: string) {
  const server = await startLines("220 here\r\n", conversation(breaksAt));
  try {
    const { mail } = readConfig({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMTP_FROM: "a@example.com" });
    const config = { mail, dataDir: "/tmp", filesFolder: "files", filesRead: [], filesWrite: [] };
    const input = { to: "ada@example.com", subject: "Hello", text: "Hi" };
    return await sendEmailTool(config).call(input, toolContext("/tmp"));
  } finally {
    server.close();
  }
}

test.each(["EHLO", "MAIL", "RCPT", "DATA"])(
  "a connection that breaks at %s sent nothing, so it may be tried again",
  async (word) => {
    expect(await sendTo(word)).toMatchObject({ type: "failed", retry: "temporary" });
  },
);

test("a connection that breaks after the end of the text leaves open whether the mail went out", async () => {
  expect(await sendTo(".")).toMatchObject({
    type: "outcome_unknown",
    message: expect.stringContaining("before it said whether it takes it"),
  });
});

test("a mail server that is not there may be tried again", async () => {
  const { mail } = readConfig({ SMTP_URL: "smtp://127.0.0.1:1", SMTP_FROM: "a@example.com" });
  const tool = sendEmailTool({ mail, dataDir: "/tmp", filesFolder: "files", filesRead: [], filesWrite: [] });

  expect(
    await tool.call({ to: "ada@example.com", subject: "x", text: "y" }, toolContext("/tmp")),
  ).toMatchObject({
    type: "failed",
    retry: "temporary",
    message: expect.stringContaining("127.0.0.1:1 could not be reached"),
  });
});

test("a password that the server does not take is for the settings, and is not said", async () => {
  const server = await startLines("220 here\r\n", (line, socket) => {
    if (/^EHLO/i.test(line)) socket.write("250-here\r\n250 AUTH PLAIN\r\n");
    else socket.write("535 no\r\n");
  });
  const { mail } = readConfig({
    SMTP_URL: `smtp://me:s3cretword@127.0.0.1:${server.port}`,
    SMTP_FROM: "a@example.com",
  });
  const tool = sendEmailTool({ mail, dataDir: "/tmp", filesFolder: "files", filesRead: [], filesWrite: [] });
  const outcome = await tool.call({ to: "ada@example.com", subject: "x", text: "y" }, toolContext("/tmp"));
  server.close();

  expect(outcome).toMatchObject({ type: "failed", retry: "not_retryable" });
  expect(JSON.stringify(outcome)).not.toContain("s3cretword");
});

test("a mail that is called off before it went out is a failure of its own", async () => {
  const stop = new AbortController();
  const server = await startLines("220 here\r\n", () => stop.abort());
  const { mail } = readConfig({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMTP_FROM: "a@example.com" });
  const tool = sendEmailTool({ mail, dataDir: "/tmp", filesFolder: "files", filesRead: [], filesWrite: [] });
  const context = toolContext("/tmp", { signal: stop.signal });

  expect(await tool.call({ to: "ada@example.com", subject: "x", text: "y" }, context)).toMatchObject({
    type: "failed",
    retry: "temporary",
  });
  server.close();
});
