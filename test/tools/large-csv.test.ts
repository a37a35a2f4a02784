import { expect, test } from "vitest";
import { makeCatalogue, messageOf, outputOf } from "#test/tools/call-tool.ts";

const { call } = await makeCatalogue();

function csvOf(rows: number): string {
  return `name,amount\n${"Ada,5\n".repeat(rows)}`;
}

test("a long CSV is read like a short one, while others go on", async () => {
  let others = 0;
  const timer = setInterval(() => {
    others += 1;
  }, 5);
  const output = outputOf(await call("parse_csv", { text: csvOf(60_000) }));
  clearInterval(timer);

  expect(output).toMatchObject({ rowCount: 60_000, columns: ["name", "amount"], badRows: [] });
  expect(others).toBeGreaterThan(0);
});

test("a long CSV with a bad row is refused with its line", async () => {
  const message = messageOf(await call("parse_csv", { text: `${csvOf(60_000)}Tom\n` }));

  expect(message).toContain("Line 60002");
});

test("a table that is too large to keep is refused before it is handed on", async () => {
  const message = messageOf(await call("parse_csv", { text: csvOf(400_000) }));

  expect(message).toMatch(/400000 rows, \d+\.\d MiB as JSON, and at most 8 MiB are kept/);
});
