import { expect, test } from "vitest";
import { open } from "./order-book.ts";

/** What each writing step of a brief writes, by the place of the step that it reads. */
async function written(brief: string): Promise<(number | null)[]> {
  const session = open(null);
  await session.say(brief);
  const steps = session.plan()?.steps ?? [];
  const ids = steps.map(({ id }) => id);
  return steps
    .filter(({ tool }) => tool === "write_file")
    .map(({ input }) => {
      const id = /\$\{?([\w-]+)\.output/.exec(JSON.stringify(input))?.[1] ?? "";
      return ids.indexOf(id) + 1 || null;
    });
}

const TWO = "1. Read orders.csv\n2. Parse it as CSV\n3. Read targets.csv\n4.";

test.each<[string, number]>([
  [`${TWO} Write the parsed orders to report.txt`, 2],
  [`${TWO} Write the orders to report.txt`, 2],
  [`${TWO} Save the rows of the orders in report.txt`, 2],
  [`${TWO} Write the targets to report.txt`, 3],
  [`${TWO} Write it to report.txt`, 3],
  [`${TWO} Write the result to report.txt`, 3],
  ["1. Read the file sales.csv\n2. Read the file staff.csv\n3. Write the sales to a.txt", 1],
  ["1. Fetch https://example.com/prices\n2. Read the file staff.csv\n3. Write the prices to a.txt", 1],
  ["Read orders.csv, parse it as CSV, read targets.csv, and write the parsed orders to report.txt.", 2],
])("what is written is what its words name, or else what came last: %s", async (brief, place) => {
  expect(await written(brief)).toEqual([place]);
});

test("what is read from further back is waited for", async () => {
  const session = open(null);
  await session.say(
    "1. Read the file sales.csv\n2. Read the file staff.csv\n3. Write the sales to a.txt (needs 2)",
  );
  const [sales, , write] = session.plan()?.steps ?? [];

  expect(write?.dependsOn).toContain(sales?.id);
});
