import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import type { StepResult } from "#server/core/attempt.ts";
import { resolveTemplate } from "#server/core/resolve-template.ts";
import { openSession } from "#test/eval/session.ts";
import { makeCatalogue, outputOf } from "#test/tools/call-tool.ts";

/** Plans a brief and calls the tools of its steps in order, each with the outputs before it. */
async function runBrief(brief: string, files: Record<string, string>, ...later: string[]) {
  const { catalogue, call, folder } = await makeCatalogue();
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  const session = openSession(createBuiltinPlanner(), null, catalogue.list());
  for (const words of [brief, ...later]) await session.say(words);

  const steps: Record<string, StepResult> = {};
  for (const step of session.plan()?.steps ?? []) {
    const input = resolveTemplate(step.input ?? {}, { input: null, steps });
    if (!input.ok) throw new Error(input.error.message);
    steps[step.id] = { status: "completed", output: outputOf(await call(step.tool ?? "", input.value)) };
  }
  return {
    read: (name: string) => readFile(path.join(folder, name), "utf8"),
    count: Object.keys(steps).length,
  };
}

const orders = "country,amount\nDE,10\nFR,-3\nDE,5\nFR,7\n";

test("a brief in a list runs from the file to the report without any model", async () => {
  const brief = [
    "1. Read the file `orders.csv`",
    "2. Parse it as CSV",
    "3. Keep the good rows with `rows[$number(amount) > 0]`",
    "4. Sum up by country: ```jsonata",
    "rows{country: $sum($.$number(amount))}",
    "```",
    "5. Fill this template: ```liquid",
    "{% for row in totals %}- {{ row[0] }}: {{ row[1] }}",
    "{% endfor %}",
    "```",
    "6. Write it to `report.md`",
  ].join("\n");

  const { read, count } = await runBrief(brief, { "orders.csv": orders });

  expect(count).toBe(6);
  expect(await read("report.md")).toContain("- DE: 15\n- FR: 7\n");
});

test("a brief in prose runs as well, and a number is written as text", async () => {
  const { read } = await runBrief(
    "Read orders.csv, parse it as CSV, count the rows with `$count(rows)` and save the number to count.txt.",
    { "orders.csv": orders },
  );

  expect(await read("count.txt")).toBe("4\n");
});

test("an expression over the rows themselves gets the rows", async () => {
  const { read } = await runBrief(
    "1. Read `orders.csv`\n2. Parse it as CSV\n3. Sum the amounts with `$sum($.$number(amount))`\n4. Write the total to `total.txt`",
    { "orders.csv": orders },
  );

  expect(await read("total.txt")).toBe("19\n");
});

test("rows that inline code keeps are all that later steps see, one, none or many", async () => {
  const brief =
    "1. Read `orders.csv`\n2. Parse it as CSV\n3. Fill this template: `{% for row in rows %}{{ row.country }} {% endfor %}`\n4. Write it to `out.txt`";
  const kept: [string, string][] = [
    ["amount > 0", "DE DE FR"],
    ["amount > 9", "DE"],
    ["amount > 99", ""],
    ['country == "FR" && amount < 0', "FR"],
  ];

  for (const [condition, countries] of kept) {
    const { read, count } = await runBrief(
      brief,
      { "orders.csv": orders },
      `between 2 and 3, keep only rows with \`${condition}\``,
    );
    expect(count, condition).toBe(5);
    expect((await read("out.txt")).trim(), condition).toBe(countries);
  }
});

test("a copy that is asked for later is written from the step it comes after", async () => {
  const { read } = await runBrief(
    "1. Read `orders.csv`\n2. Parse it as CSV",
    { "orders.csv": orders },
    "add a step after 1 that writes it to `copy.csv`",
  );

  expect(await read("copy.csv")).toBe(orders);
});
