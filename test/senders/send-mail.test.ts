import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { SMTPServerOptions } from "smtp-server";
import { afterAll, expect, test } from "vitest";
import { type Config, readConfig } from "#server/config.ts";
import { createSenders } from "#server/senders/create-senders.ts";
import { sendMail } from "#server/senders/send-mail.ts";
import { CERTIFICATE, KEY } from "./localhost-certificate.ts";
import { makeMessage, makeOutgoing } from "./outgoing.ts";
import { refusal, startSmtpServer } from "./smtp-world.ts";

const never = new AbortController().signal;
const authorities = getCACertificates();
setDefaultCACertificates([...authorities, CERTIFICATE]);
afterAll(() => setDefaultCACertificates([...authorities]));

function settingsOf(url: string): NonNullable<Config["mail"]> {
  const { mail } = readConfig({ SMTP_URL: url, SMTP_FROM: "Stepwright <stepwright@example.com>" });
  if (mail === null) throw new Error("No mail server was named");
  return mail;
}

/** Sends one notice to a server that is made so; what came of it, and what the server took. */
async function attempt(options: SMTPServerOptions, user = "", outgoing = makeOutgoing("ada@example.com")) {
  const server = await startSmtpServer(options);
  try {
    const outcome = await sendMail(outgoing, settingsOf(`smtp://${user}localhost:${server.port}`), never);
    return { outcome, received: server.received };
  } finally {
    await server.close();
  }
}

const encrypted: SMTPServerOptions = { disabledCommands: [], key: KEY, cert: CERTIFICATE };
const withPassword: SMTPServerOptions = {
  ...encrypted,
  authOptional: false,
  onAuth: ({ username, password }, _session, done) =>
    username === "me" && password === "s3cret@word"
      ? done(null, { user: username })
      : done(refusal(535, "Authentication failed")),
};

test("a mail says what happened and where to look, from the address of the settings, under the delivery's id", async () => {
  const { outcome, received } = await attempt({});

  expect(outcome).toEqual({ type: "sent" });
  expect(received).toMatchObject([{ from: "stepwright@example.com", to: ["ada@example.com"] }]);
  const source = (received[0]?.source ?? "").replaceAll("=\r\n", "");
  expect(source).toContain("Subject: Stepwright: Orders: run failed at step 3 'Send the mail'");
  expect(source).toContain("From: Stepwright <stepwright@example.com>");
  expect(source).toContain("Message-ID: <dlv_1@example.com>");
  expect(source).toContain("Auto-Submitted: auto-generated");
  expect(source).toContain("of 3 steps 2 completed, 1 failed.");
  expect(source).toContain("See it here: http://127.0.0.1:4310/runs/run_1");
});

test("nothing in a name, a title or a text becomes a line of the head or another recipient", async () => {
  const nasty = "Orders\r\nBcc: eve@example.com\r\n\r\nhello\u2028X-Evil: 1";
  const message = makeMessage({
    agentName: nasty,
    title: nasty,
    text: "One\r\n.\r\nMAIL FROM:<eve@example.com>",
  });
  const { outcome, received } = await attempt({}, "", makeOutgoing("ada@example.com", { message }));

  expect(outcome).toEqual({ type: "sent" });
  expect(received).toHaveLength(1);
  expect(received[0]?.to).toEqual(["ada@example.com"]);
  const [head = ""] = (received[0]?.source ?? "").split("\r\n\r\n");
  expect(head).not.toMatch(/^(bcc|x-evil)/im);
  expect(received[0]?.source).toContain("MAIL FROM:<eve@example.com>");
});

test("a password is given over STARTTLS to a server whose certificate holds", async () => {
  const { outcome, received } = await attempt(withPassword, "me:s3cret%40word@");

  expect(outcome).toEqual({ type: "sent" });
  expect(received).toMatchObject([{ isEncrypted: true }]);
});

test("a password is not given to a server without STARTTLS", async () => {
  let isAsked = false;
  const { outcome, received } = await attempt(
    {
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => {
        isAsked = true;
        done(null, { user: "me" });
      },
    },
    "me:s3cret@",
  );

  expect(outcome).toMatchObject({ type: "failed", mayHelpToTryAgain: true });
  expect(JSON.stringify(outcome)).toContain("no encrypted connection");
  expect([isAsked, received]).toEqual([false, []]);
});

test("a password is not given to a server whose certificate nobody vouches for", async () => {
  setDefaultCACertificates([...authorities]);
  try {
    const { outcome, received } = await attempt(withPassword, "me:s3cret%40word@");
    expect(outcome).toMatchObject({ type: "failed", mayHelpToTryAgain: true });
    expect(received).toEqual([]);
  } finally {
    setDefaultCACertificates([...authorities, CERTIFICATE]);
  }
});

test("a wrong password is told without it, and may be mended in the settings", async () => {
  const { outcome } = await attempt(withPassword, "me:wr0ngword@");

  expect(outcome).toEqual({
    type: "failed",
    error: expect.stringMatching(/did not take the user and password of SMTP_URL\.$/),
    mayHelpToTryAgain: true,
  });
  expect(JSON.stringify(outcome)).not.toContain("wr0ngword");
});

test("without a password a server that offers STARTTLS is used over it, whoever signed its certificate", async () => {
  setDefaultCACertificates([...authorities]);
  try {
    const { outcome, received } = await attempt(encrypted);
    expect(outcome).toEqual({ type: "sent" });
    expect(received).toMatchObject([{ isEncrypted: true }]);
  } finally {
    setDefaultCACertificates([...authorities, CERTIFICATE]);
  }
});

test.each([
  ["an address that the server does not know", 550, false],
  ["a full mailbox", 452, true],
  ["a greylisted address", 450, true],
])("%s: %i", async (_what, code, mayHelpToTryAgain) => {
  const { outcome, received } = await attempt({
    onRcptTo: (_address, _session, done) => done(refusal(code, "Not this one")),
  });

  expect(outcome).toMatchObject({
    type: "failed",
    error: expect.stringContaining(`${code} Not this one`),
    mayHelpToTryAgain,
  });
  expect(received).toEqual([]);
});

test("a server that refuses the text itself is not asked again", async () => {
  const { outcome } = await attempt({
    onData: (stream, _session, done) => {
      stream.resume().on("end", () => done(refusal(554, "It looks like spam")));
    },
  });

  expect(outcome).toMatchObject({ error: expect.stringContaining("554"), mayHelpToTryAgain: false });
});

test("a server that does not answer is left after a while, and may be tried again", async () => {
  const server = await startSmtpServer({ onConnect: () => {} });
  try {
    const mail = settingsOf(`smtp://localhost:${server.port}`);
    const outcome = await sendMail(makeOutgoing("ada@example.com"), mail, never, {
      totalMs: 300,
      stepMs: 10_000,
    });
    expect(outcome).toEqual({
      type: "failed",
      error: `The mail server localhost:${server.port} did not answer in time.`,
      mayHelpToTryAgain: true,
    });
  } finally {
    await server.close();
  }
});

test("a server that is not there may be tried again", async () => {
  const { port, close } = await startSmtpServer();
  await close();
  const outcome = await sendMail(
    makeOutgoing("ada@example.com"),
    settingsOf(`smtp://localhost:${port}`),
    never,
  );

  expect(outcome).toMatchObject({ type: "failed", mayHelpToTryAgain: true });
});

test("without SMTP_URL an address is refused in words that say what to set", async () => {
  const senders = createSenders({ egressAllow: [], mail: null });

  expect(senders.refusal("email", "ada@example.com")).toMatch(/Set SMTP_URL and SMTP_FROM/);
  expect(await senders.send("email", makeOutgoing("ada@example.com"), never)).toMatchObject({
    type: "failed",
    mayHelpToTryAgain: false,
  });
});
