import { expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { openSession } from "#test/eval/session.ts";
import { workspaceTools } from "#test/eval/workspace-tools.ts";

function open() {
  return openSession(createBuiltinPlanner(), null, workspaceTools);
}

async function stepsAfter(...messages: string[]): Promise<Step[]> {
  const session = open();
  for (const words of messages) await session.say(words);
  return session.plan()?.steps ?? [];
}

async function planOf(brief: string): Promise<Plan | null> {
  const session = open();
  await session.say(brief);
  return session.plan();
}

test("inline code gives a step its template, its condition on rows or its address", async () => {
  const steps = await stepsAfter(
    "1. Read `stock.csv`\n2. Parse it as CSV\n3. Keep the rows with `count > 10`\n4. Fill this template: `# Stock`\n5. Fetch `https://example.com/a.json`",
  );

  expect(steps.map((step) => [step.title, step.tool, step.input])).toEqual([
    ["Read stock.csv", "read_file", { path: "stock.csv" }],
    ["Parse it as CSV", "parse_csv", { text: "$read-stock-csv.output.content" }],
    [
      "Keep the rows",
      "transform",
      { expression: "[$[$number(count) > 10]]", data: "$parse-it-as-csv.output.rows" },
    ],
    ["Fill this template", "render_template", { template: "# Stock", data: "$keep-the-rows.output" }],
    ["Fetch https://example.com/a.json", "http_request", { url: "https://example.com/a.json" }],
  ]);
});

test("rows that a condition names are dropped, with quoted text left as it is", async () => {
  const steps = await stepsAfter(
    'Read people.csv, parse it as CSV and drop the rows where `city == "A == B" && age <= 17`.',
  );

  expect(steps.at(-1)?.input).toMatchObject({
    expression: '[$[$not(city = "A == B" and $number(age) <= 17)]]',
  });
});

test("titles of steps with code are short and have no loose backtick", async () => {
  const [title] = (
    await stepsAfter(
      "1. Post the result to `https://api.example.com/v1/a/very/long/path/that/goes/on/and/on/for/ever/42?x=1`",
    )
  ).map((step) => step.title);

  expect(title).toBe("Post the result to api.example.com");
});

test("a summary is not written as the file that was read", async () => {
  const steps = await stepsAfter("Read notes.md and write the summary to sum.md.");

  expect(steps.at(-1)?.input).toEqual({ path: "sum.md" });
});

const csvBrief =
  "1. Read `prices.csv`\n2. Parse it as CSV\n3. Sum the amounts with `$sum($.$number(amount))`";

test("a step that is added later gets its tool and reads the step that it comes after", async () => {
  const written = await stepsAfter(csvBrief, "add a step after 1 that writes it to `copy.md`");
  const read = await stepsAfter(csvBrief, "add a step at the end that reads `prices-2.csv`");
  const asked = await stepsAfter(
    csvBrief,
    "add a step at the end that writes it to `sum.txt`, but ask me first",
  );

  expect(written[1]).toMatchObject({
    title: "Write it to copy.md",
    kind: "tool",
    tool: "write_file",
    input: { path: "copy.md", content: "$read-prices-csv.output.content" },
    dependsOn: ["read-prices-csv"],
  });
  expect(read.at(-1)).toMatchObject({ title: "Read prices-2.csv", tool: "read_file" });
  expect(asked.at(-1)).toMatchObject({ title: "Write it to sum.txt", tool: "write_file", approval: {} });
});

test("a filter put between two steps is what the later one reads from then on", async () => {
  const steps = await stepsAfter(csvBrief, "between 2 and 3, keep only rows with `amount > 0`");

  expect(steps.slice(2).map((step) => [step.title, step.input])).toEqual([
    ["Keep only rows", { expression: "[$[$number(amount) > 0]]", data: "$parse-it-as-csv.output.rows" }],
    ["Sum the amounts", { expression: "$sum($.$number(amount))", data: "$keep-only-rows.output" }],
  ]);
});

test("an approval inside an item or a sentence is set on the step that it is about", async () => {
  const ways = [
    "1. Read `notes.md`\n2. Write it to `copy.md`, but ask me first",
    "1. Read `notes.md`\n2. After my approval, write it to `copy.md`",
    "1. Read `notes.md`\n2. Ask me before you write it to `copy.md`",
    "1. Read `notes.md`\n2. Write it to `copy.md` once I say ok",
    "Read `notes.md`. Write it to `copy.md`, but ask me first.",
    "Read `notes.md`. After my approval, write it to `copy.md`.",
    "Read `notes.md`. Ask me before you write it to `copy.md`.",
    "Read `notes.md` and write it to `copy.md` once I say ok.",
    "Read `notes.md` and, with my permission, write it to `copy.md`.",
  ];

  for (const brief of ways) {
    const steps = (await planOf(brief))?.steps ?? [];
    expect(
      steps.map((step) => [step.title, step.tool, step.approval]),
      brief,
    ).toEqual([
      ["Read notes.md", "read_file", undefined],
      ["Write it to copy.md", "write_file", {}],
    ]);
  }
});

test("an approval named before its step is not a step of its own", async () => {
  const plan = await planOf(
    "Ask me before you send the letter. Draft the letter, then send the letter to Ann.",
  );

  expect(plan?.steps.map((step) => [step.title, step.approval])).toEqual([
    ["Draft the letter", undefined],
    ["Send the letter to Ann", {}],
  ]);
});

test("a field of what came before is an expression, and a count of errors is no failure", async () => {
  const fields = await stepsAfter(
    "Fetch https://example.com/a.json, then pick the names with `body.users.name`.",
  );
  const counted = await stepsAfter(
    "Open `log.txt`, count the errors. If there are more than 10 errors, tell Bob.",
  );

  expect(fields[1]).toMatchObject({
    title: "Pick the names",
    input: { expression: "body.users.name", data: "$fetch-https-example-com-a-json.output" },
  });
  expect(counted[2]?.if).toBe("$count-the-errors.output.errors > 10");
});

test("what is appended is added to the file, and a verb before code keeps the name that the code is about", async () => {
  const steps = await stepsAfter(
    'Fetch https://example.com/rates.json, take `body.rates[currency = "EUR"]`, and append it to `rates.log`.',
  );

  expect(steps.slice(1).map((step) => [step.title, step.input])).toEqual([
    [
      "Take body.rates",
      { expression: 'body.rates[currency = "EUR"]', data: "$fetch-https-example-com-rates-json.output" },
    ],
    ["Append it to rates.log", { path: "rates.log", content: "${take-body-rates.output}\n", append: true }],
  ]);
});
