import { expect, test } from "vitest";
import { orders } from "./order-book.ts";
import { allTools, bareTools, saidWith } from "./tool-world.ts";

const text = (id: string, path = "") => ["$", `{${id}.output${path}}`].join("");

type Input = Record<string, unknown>;

// What is said, the number of the step, and what it gives its tool then; nothing else changes.
const SETS: [words: string, number: number, input: Input][] = [
  [
    "set the url of step 5 to https://api.example.org/v2/totals?day=1",
    5,
    { url: "https://api.example.org/v2/totals?day=1" },
  ],
  ["change the method of step 5 to PUT", 5, { method: "PUT" }],
  ["the body of step 5 should be the rows of step 2", 5, { body: "$parse.output.rows" }],
  [
    'make the body of step 5 exactly {"kind":"totals","deep":{"list":[1,2]}}',
    5,
    { body: { kind: "totals", deep: { list: [1, 2] } } },
  ],
  ["set the body of step 5 to the output of step 2", 5, { body: "$parse.output" }],
  ["set the body of step 5 to $parse.output.columns", 5, { body: "$parse.output.columns" }],
  ["add a header X-Team with the value ops to step 5", 5, { headers: { "X-Team": "ops" } }],
  ["give step 5 the query parameter limit with the value 20", 5, { query: { limit: 20 } }],
  [
    "call step 5 with the token {{secret.BOARD}} as bearer header",
    5,
    { headers: { Authorization: "Bearer {{secret.BOARD}}" } },
  ],
  ["set append of step 4 to true", 4, { append: true }],
  ["set skip bad rows of step 2 to true", 2, { skipBadRows: true }],
  ["set the delimiter of step 2 to ;", 2, { delimiter: ";" }],
  [
    "step 5 should post the rows of step 2 to https://example.com/rows",
    5,
    { url: "https://example.com/rows", body: "$parse.output.rows" },
  ],
  ["write the sum to daily/totals-all.json", 4, { path: "daily/totals-all.json" }],
];

test.each(SETS)("what a step gives its tool is set in words: %s", async (words, number, input) => {
  const { steps, called } = await saidWith(allTools, [words]);

  const before = orders.steps[number - 1];
  expect(steps[number - 1]?.input).toEqual({ ...(before?.input as Input), ...input });
  expect(called).toHaveLength(1);
  expect(steps.filter((_step, index) => index !== number - 1)).toEqual(
    orders.steps.filter((_step, index) => index !== number - 1),
  );
});

const CHANGES: [words: string, tool: string, input: Input][] = [
  [
    "use the tool http_request with method DELETE and url https://api.example.com/old in step 6",
    "http_request",
    { method: "DELETE", url: "https://api.example.com/old" },
  ],
  [
    "step 6 should write the result of step 3 to report.md",
    "write_file",
    { path: "report.md", content: text("sum") },
  ],
  [
    'in step 6 use send_webhook with url https://hooks.example.com/a and body {"text": "done"}',
    "send_webhook",
    { url: "https://hooks.example.com/a", body: { text: "done" } },
  ],
  [
    'let step 6 use memory.search_nodes with query "late payers"',
    "memory.search_nodes",
    { query: "late payers" },
  ],
  [
    'change the tool of step 6 to shop.create_order with sku "A-1" and quantity 3',
    "shop.create_order",
    { sku: "A-1", quantity: 3 },
  ],
  [
    'step 6 should email the sum to boss@example.com with the subject "Sum"',
    "send_email",
    { to: "boss@example.com", subject: "Sum", text: text("sum") },
  ],
];

test.each(CHANGES)("a step that was reasoning calls a tool: %s", async (words, tool, input) => {
  const { steps } = await saidWith(allTools, [words]);

  expect(steps[5]).toMatchObject({ kind: "tool", tool, input, dependsOn: ["post"] });
  expect(steps.slice(0, 5)).toEqual(orders.steps.slice(0, 5));
});

const ADDS: [words: string, tool: string, input: Input, dependsOn: string[]][] = [
  [
    'then email the sum to ops@example.com with the subject "Today, in short"',
    "send_email",
    { to: "ops@example.com", subject: "Today, in short", text: text("sum") },
    ["tell"],
  ],
  [
    "read the feed https://news.example.org/atom.xml",
    "read_feed",
    { url: "https://news.example.org/atom.xml" },
    ["tell"],
  ],
  [
    "at the end, query the database shop: select id, total from orders where total > 10 and paid = false",
    "query_database",
    { database: "shop", sql: "select id, total from orders where total > 10 and paid = false" },
    ["tell"],
  ],
  [
    'then run memory.search_nodes with query "open, late"',
    "memory.search_nodes",
    { query: "open, late" },
    ["tell"],
  ],
  [
    "add a step that runs the command `git log --oneline -5`",
    "run_command",
    { command: "git", args: ["log", "--oneline", "-5"] },
    ["tell"],
  ],
  [
    'after step 3, run shop.create_order with sku "B", quantity 2 and is gift true',
    "shop.create_order",
    { sku: "B", quantity: 2, isGift: true },
    ["sum"],
  ],
  [
    "add a step after step 2 that posts the rows to https://example.net/in with the token {{secret.NET}} as bearer header",
    "http_request",
    {
      url: "https://example.net/in",
      method: "POST",
      body: "$parse.output.rows",
      headers: { Authorization: "Bearer {{secret.NET}}" },
    },
    ["parse"],
  ],
  [
    "then post the sum to the Slack webhook https://hooks.example.com/s",
    "send_webhook",
    { url: "https://hooks.example.com/s", body: { text: text("sum") } },
    ["tell"],
  ],
  [
    "also read the web page https://example.com/prices",
    "read_web_page",
    { url: "https://example.com/prices" },
    ["tell"],
  ],
  [
    'send an email to a@example.com and b@example.com with subject "Hi" and text "All done"',
    "send_email",
    { to: ["a@example.com", "b@example.com"], subject: "Hi", text: "All done" },
    ["tell"],
  ],
];

test.each(ADDS)(
  "a new step calls the tool that the words ask for: %s",
  async (words, tool, input, dependsOn) => {
    const { steps } = await saidWith(allTools, [words]);

    const fresh = steps.filter(({ id }) => !orders.steps.some((step) => step.id === id));
    expect(fresh).toHaveLength(1);
    expect(fresh[0]).toMatchObject({ kind: "tool", tool, input, dependsOn });
    expect(fresh[0]?.input).toEqual(input);
  },
);

const ASKED: [words: string, names: string[]][] = [
  ["then email the sum to ops@example.com", ["`subject`"]],
  ["use http_request in step 6", ["`url`"]],
  ["run memory.search_nodes", ["`query`"]],
  ["then query the database shop", ["`sql`"]],
  ["then run shop.create_order", ["`sku`", "`quantity`"]],
  ['then email the weather report to ops@example.com with the subject "Weather"', ["`text`"]],
];

test.each(ASKED)("what a tool needs and nobody said is asked for by its name: %s", async (words, names) => {
  const { steps, reply, called } = await saidWith(allTools, [words]);

  for (const name of names) expect(reply).toContain(name);
  expect(reply).toContain("?");
  expect(called).toEqual([]);
  expect(steps).toEqual(orders.steps);
});

test.each(['"Totals"', 'with the subject "Totals"', 'the subject is "Totals"', 'subject "Totals"'])(
  "the answer goes on with the order that needed it: %s",
  async (answer) => {
    const { steps } = await saidWith(allTools, ["then email the sum to ops@example.com", answer]);

    expect(steps[6]).toMatchObject({
      tool: "send_email",
      input: { to: "ops@example.com", subject: "Totals", text: text("sum") },
    });
  },
);

test("what a message adds one after the other runs one after the other, with the same thing in hand", async () => {
  const words =
    'then email the sum to me@example.com with the subject "Sum", then post it to https://hooks.example.com/x';
  const { steps } = await saidWith(allTools, [words]);

  expect(steps[6]).toMatchObject({ tool: "send_email", dependsOn: ["tell"] });
  expect(steps[7]).toMatchObject({
    tool: "http_request",
    dependsOn: [steps[6]?.id],
    input: { body: "$sum.output" },
  });
});

test("two orders about inputs in one message are both done", async () => {
  const { steps } = await saidWith(allTools, [
    "change the method of step 5 to PUT and set the path of step 4 to out/all.json",
  ]);

  expect(steps[4]?.input).toMatchObject({ method: "PUT" });
  expect(steps[3]?.input).toMatchObject({ path: "out/all.json" });
});

test("a tool that is off is not called, and the reply says what turns it on", async () => {
  const added = await saidWith(bareTools, ['then email the sum to ops@example.com with the subject "Sum"']);
  const changed = await saidWith(bareTools, ["use query_database with sql `select 1` in step 6"]);

  expect(added.steps[6]).toMatchObject({ kind: "reasoning" });
  expect(added.reply).toContain("SMTP_URL");
  expect(changed.steps).toEqual(orders.steps);
  expect(changed.reply).toMatch(/query_database is off.*database/i);
});

test("a secret goes to no tool whose input stays readable", async () => {
  const { steps, reply } = await saidWith(allTools, [
    "then run memory.search_nodes with query {{secret.KEY}}",
  ]);

  expect(steps).toEqual(orders.steps);
  expect(reply).toMatch(/takes no secrets/);
});

test("an output that comes later cannot be read, and both steps are named", async () => {
  const { steps, reply } = await saidWith(allTools, ["set the text of step 2 to the output of step 5"]);

  expect(steps).toEqual(orders.steps);
  expect(reply).toMatch(/step 2 .*step 5 /i);
});

test("the same call to another address leaves the first as it is", async () => {
  const words =
    "split step 5 in two, one after the other: first the call as it is, then the same call to https://example.com/archive";
  const { steps } = await saidWith(allTools, [words]);

  expect(steps[4]).toEqual(orders.steps[4]);
  expect(steps[5]).toMatchObject({
    tool: "http_request",
    input: { url: "https://example.com/archive", method: "POST", body: "$sum.output" },
    dependsOn: ["post"],
  });
  expect(steps[6]).toMatchObject({ id: "tell", dependsOn: [steps[5]?.id] });
});
