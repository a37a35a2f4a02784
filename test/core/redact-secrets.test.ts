import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { createRedactor } from "#server/core/redact-secrets.ts";
import { cases } from "#test/property.ts";

const secret = "1234abcd!";
const redactor = createRedactor([{ name: "API", value: secret }]);

const FORMS: Record<string, string> = {
  plain: secret,
  "inside other text": `before ${secret} after`,
  base64: btoa(secret),
  "base64 with a suffix (LOG-A02)": btoa(`${secret} and more`),
  "base64 with a prefix of one": btoa(`x${secret}`),
  "base64 with a prefix of two": btoa(`xy${secret}yz`),
  "base64 wrapped in lines": btoa(`name:${secret}`).replace(/(.{5})/g, "$1\r\n"),
  "base64 for URLs": Buffer.from(`a?>${secret}`).toString("base64url"),
  "a URL": `https://x.example/?key=${encodeURIComponent(secret)}&a=1`,
  "a form": new URLSearchParams({ key: secret }).toString(),
  JSON: JSON.stringify({ key: secret }),
  "upper case": secret.toUpperCase(),
  "a URL in a URL": encodeURIComponent(encodeURIComponent(secret)),
  "entities of HTML": Array.from(secret, (sign) => `&#${sign.charCodeAt(0)};`).join(""),
  "JSON with every letter escaped": Array.from(
    secret,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  ).join(""),
  "JSON in JSON": JSON.stringify(JSON.stringify({ key: secret })),
  hexadecimal: Buffer.from(secret).toString("hex"),
};

test.each(Object.entries(FORMS))("a secret is found as %s", (_form, text) => {
  const hidden = redactor.json({ text });

  expect(JSON.stringify(hidden)).toContain("(secret API)");
  expect(redactor.names(hidden)).toEqual([]);
});

test("a secret that is cut into pieces is hidden in every piece: lists, same names, lines (LOG-A02)", () => {
  const values: Json[] = [
    ["1234a", "bcd!"],
    [...secret],
    [
      { stream: "stdout", data: "key: 1234" },
      { stream: "stdout", data: "abcd!" },
    ],
    { first: "x1234ab", second: "cd!y" },
    "1234\nabcd!",
  ];

  for (const value of values) {
    const text = JSON.stringify(redactor.json(value)).replaceAll(/"stream"|"stdout"|[^a-d0-9!]/g, "");
    expect(text).not.toContain(secret);
    expect(JSON.stringify(redactor.json(value))).toContain("(secret API)");
  }
});

test("an address that was parsed gives no secret away, whatever its parser escapes and leaves", () => {
  const odd = createRedactor([{ name: "ODD", value: "a\"b<c>d'e ü|f{g}" }]);
  const url = new URL("https://x.example/");
  url.search = "k=a\"b<c>d'e ü|f{g}&x=1";
  const inPath = new URL("https://x.example/a\"b<c>d'e ü|f{g}/end");

  expect(odd.text(url.href)).toBe("https://x.example/?k=(secret ODD)&x=1");
  expect(odd.text(inPath.href)).toBe("https://x.example/(secret ODD)/end");
});

test("names of fields and numbers give no secret away either", () => {
  const digits = createRedactor([{ name: "PIN", value: "1234567890" }]);

  expect(digits.json({ "x-1234567890": 1, n: 1234567890, m: 12 })).toEqual({
    "x-(secret PIN)": 1,
    n: "(secret PIN)",
    m: 12,
  });
});

test("lines of a key and the password of a URL are secrets of their own", () => {
  const pem =
    "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\nEFAASCBKcwggSjAgEAAoIBAQC7\n-----END KEY-----";
  const both = createRedactor([
    { name: "KEY", value: pem },
    { name: "DB", value: "postgres://me:s%40fe-enough@db.example/app" },
  ]);

  expect(both.text("line: EFAASCBKcwggSjAgEAAoIBAQC7")).toBe("line: (secret KEY)");
  expect(both.text("FATAL: password s@fe-enough is wrong")).toBe("FATAL: password (secret DB) is wrong");
  expect(both.text("-----BEGIN KEY----- of somebody else")).toBe("-----BEGIN KEY----- of somebody else");
});

test("the word that a password is stays readable elsewhere, and the whole address does not", () => {
  const word = createRedactor([{ name: "DB", value: "postgres://postgres:postgres@db.example/app" }]);

  expect(word.text("postgres is not ready")).toBe("postgres is not ready");
  expect(word.text("at postgres://postgres:postgres@db.example/app")).toBe("at (secret DB)");
});

test("numbers of a table are not read as one", () => {
  const digits = createRedactor([{ name: "WEAK", value: "12345678" }]);
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ id, note: `row ${id}` }));

  expect(digits.json(rows)).toBe(rows);
});

test("a weak value that a text repeats costs no more than the text is long", () => {
  const weak = createRedactor([{ name: "WEAK", value: `${"y".repeat(4_000)}!` }]);

  expect(weak.text("y".repeat(900_000))).toHaveLength(900_000);
});

test("a secret too short to be told from innocent text hides nothing (LOG-A03)", () => {
  const short = createRedactor([
    { name: "A", value: "a" },
    { name: "EMPTY", value: "" },
    { name: "SPACE", value: "         " },
  ]);

  expect(short.json({ text: "a banana at hand" })).toEqual({ text: "a banana at hand" });
});

test("what holds no secret stays the very same value", () => {
  const value: Json = { a: [1, null, true, "text", { b: "" }] };

  expect(redactor.json(value)).toBe(value);
});

test("no secret is left in any text around, in any of its forms, and everything else stays", () => {
  const wide = fc.string({ unit: "grapheme", minLength: 8, maxLength: 40 });
  const value = fc
    .oneof(wide, fc.string({ minLength: 8, maxLength: 60 }))
    .filter((text) => text.replace(/\s/g, "").length >= 8);
  fc.assert(
    fc.property(
      value,
      fc.string({ maxLength: 20 }),
      fc.string({ maxLength: 20 }),
      fc.nat(6),
      (chosen, before, after, form) => {
        const write = [
          (text: string) => text,
          (text: string) => Buffer.from(text).toString("base64"),
          (text: string) => Buffer.from(text).toString("base64url"),
          (text: string) => encodeURIComponent(text.toWellFormed()),
          (text: string) => JSON.stringify(text),
          (text: string) => Buffer.from(text).toString("hex"),
          (text: string) => new URLSearchParams({ a: text }).toString(),
        ][form] as (text: string) => string;
        const own = createRedactor([{ name: "S", value: chosen }]);

        const [hidden] = own.json([write(`${before}${chosen}${after}`)]) as [string];

        expect(hidden).toContain("(secret S)");
      },
    ),
    cases(2_000),
  );
});

test("what is left of a secret where a text was cut is hidden, and elsewhere stays", () => {
  expect(redactor.cutText("refused: 1234ab", ["end"])).toBe("refused: (secret API)");
  expect(redactor.cutText("cd! and on", ["start"])).toBe("(secret API) and on");
  expect(redactor.cutText("12 and 34", ["start", "end"])).toBe("12 and 34");
  expect(redactor.text("refused: 1234ab")).toBe("refused: 1234ab");
  expect(redactor.cutText(`it is ${btoa(`key ${secret} more`).slice(0, 12)}`, ["end"])).toContain(
    "(secret API)",
  );
});
