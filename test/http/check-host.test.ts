import { expect, test } from "vitest";
import { isOwnHost } from "#server/http/check-host.ts";

const LOCAL = { host: "127.0.0.1", publicUrl: null };
const PUBLIC = { host: "0.0.0.0", publicUrl: "https://plans.example" };

test.each(["127.0.0.1", "127.0.0.1:4310", "localhost:4310", "LOCALHOST", "[::1]:4310", "127.8.8.8"])(
  "%s is this machine",
  (host) => {
    expect(isOwnHost(host, LOCAL)).toBe(true);
  },
);

test.each([
  "evil.example",
  "evil.example:4310",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "127.evil.example",
  "192.168.1.20:4310",
  "[::2]",
  "",
  "localhost:4310@evil.example",
  "localhost/",
  "localhost:99999999",
])("%j is not a name of a server on loopback", (host) => {
  expect(isOwnHost(host, LOCAL)).toBe(false);
});

test("a server on every address answers to its public name and to addresses, not to other names", () => {
  expect(isOwnHost("plans.example", PUBLIC)).toBe(true);
  expect(isOwnHost("192.168.1.20:4310", PUBLIC)).toBe(true);
  expect(isOwnHost("evil.example", PUBLIC)).toBe(false);
});
