import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createSealing } from "#server/sealing.ts";

const [FIRST, SECOND] = [
  "first key of at least thirty-two characters",
  "another key, as long as it has to be…",
];
const folder = mkdtempSync(join(tmpdir(), "stepwright-sealing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function onPostgres(secretKey: string | null) {
  return createSealing({ secretKey, databaseUrl: "postgres://db/plans", dataDir: folder });
}

test("a sealed secret is opened by its key for its row, and tells nothing of itself", () => {
  const { seal, open } = onPostgres(FIRST);

  const sealed = seal("whsec_ü…", "hook_1");

  expect(open(sealed, "hook_1")).toBe("whsec_ü…");
  expect(sealed).not.toContain("whsec");
  expect(seal("whsec_ü…", "hook_1")).not.toBe(sealed);
});

test("a sealed secret that was moved to another row or changed is refused in words", () => {
  const { seal, open } = onPostgres(FIRST);
  const sealed = seal("secret", "hook_1");
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith("A") ? "B" : "A"}${sealed.slice(-1)}`;

  expect(() => open(sealed, "hook_2")).toThrow(/"hook_2" was changed, or belongs to another row/);
  expect(() => open(changed, "hook_1")).toThrow(/was changed/);
  expect(() => open("nonsense", "hook_1")).toThrow(/sealed with another key/);
});

test("the first of several keys seals, and all of them open", () => {
  const old = onPostgres(SECOND).seal("secret", "hook_1");
  const ring = onPostgres(`${FIRST}, ${SECOND}`);

  expect(ring.open(old, "hook_1")).toBe("secret");
  expect(onPostgres(FIRST).open(ring.seal("secret", "hook_1"), "hook_1")).toBe("secret");
});

test("another key says what to do, and neither key nor secret", () => {
  const sealed = onPostgres(FIRST).seal("the-secret", "hook_1");

  expect(() => onPostgres(SECOND).open(sealed, "hook_1")).toThrow(
    /^A secret was sealed with another key \("[0-9a-f]{12}"\) than this server has\. Put that key into SECRET_KEY again/,
  );
});

test("without SECRET_KEY an embedded database has a key in its folder, that only its user may read", () => {
  const embedded = { secretKey: null, databaseUrl: null, dataDir: join(folder, "data") };

  const sealed = createSealing(embedded).seal("secret", "hook_1");

  expect(createSealing(embedded).open(sealed, "hook_1")).toBe("secret");
  expect(createSealing({ ...embedded, secretKey: FIRST }).open(sealed, "hook_1")).toBe("secret");
  expect(readdirSync(embedded.dataDir)).toEqual(["secret-key"]);
  expect(statSync(join(embedded.dataDir, "secret-key")).mode & 0o777).toBe(0o600);
});

test("without SECRET_KEY a PostgreSQL keeps no secret, and no file is made", () => {
  expect(() => onPostgres(null).seal("secret", "hook_1")).toThrow(/no SECRET_KEY/);
  expect(readdirSync(folder)).not.toContain("secret-key");
});
