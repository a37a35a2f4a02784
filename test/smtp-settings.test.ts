import { expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";
import { secretValues } from "#server/secret-values.ts";

const SMTP_FROM = "Stepwright <stepwright@example.com>";

function failure(environment: Record<string, string>): Error {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
  }
  throw new Error("The settings were accepted");
}

test("without a mail server no mail is sent", () => {
  expect(readConfig({}).mail).toBeNull();
  expect(readConfig({ SMTP_FROM }).mail).toBeNull();
});

test("a mail server is named by a URL, with its usual port when none is given", () => {
  expect(readConfig({ SMTP_URL: "smtp://me:p%40ss%2Fword@mail.example", SMTP_FROM }).mail).toEqual({
    host: "mail.example",
    port: 587,
    isSecure: false,
    user: "me",
    password: "p@ss/word",
    from: { name: "Stepwright", address: "stepwright@example.com" },
  });
  expect(readConfig({ SMTP_URL: "smtps://[::1]", SMTP_FROM: "a@b.example" }).mail).toEqual({
    host: "::1",
    port: 465,
    isSecure: true,
    user: null,
    password: null,
    from: { name: "", address: "a@b.example" },
  });
});

test.each([
  "mail.example:25",
  "http://mail.example",
  "smtp://",
  "smtp://me@mail.example",
  "smtp://:hunter2@mail.example",
  "smtp://me:%zz@mail.example",
  "smtp://me:hunter2@mail.example/path",
  "smtp://me:hunter2@mail.example?tls=no",
])("the mail server %s stops the start, and what it was is not shown", (SMTP_URL) => {
  const { message } = failure({ SMTP_URL, SMTP_FROM });

  expect(message).toMatch(/^SMTP_URL is "\(hidden\)", but it takes a URL such as smtp:\/\//);
  expect(message).not.toContain("hunter2");
  expect(message).not.toContain("\n");
});

test.each(["nobody", "a@b.example, c@d.example", "X\nBcc: e@f.example <a@b.example>", "<a@b.example"])(
  "mails cannot come from %j",
  (from) => {
    expect(failure({ SMTP_FROM: from }).message).toMatch(/^SMTP_FROM is /);
  },
);

test("a mail server without a sender's address stops the start", () => {
  expect(failure({ SMTP_URL: "smtp://mail.example" }).message).toContain("SMTP_FROM");
});

test("the password of the mail server is a secret everywhere", () => {
  const config = readConfig({ SMTP_URL: "smtp://me:hunt%40r2@mail.example", SMTP_FROM });

  expect(secretValues(config)).toContain("hunt@r2");
});
