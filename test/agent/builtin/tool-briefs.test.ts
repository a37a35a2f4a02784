import { expect, test } from "vitest";
import { allTools, bareTools, saidWith } from "./tool-world.ts";

type Expected = { tool: string | null; input?: unknown; after: number[] };

const say = (words: string, tools = allTools) => saidWith(tools, [words], null);

const BRIEFS: [brief: string, steps: Expected[]][] = [
  [
    'Every day at 7 read the feeds https://one.example/rss and https://two.example/atom and email me a roundup at me@example.com with the subject "News, fresh"',
    [
      { tool: "read_feed", input: { url: "https://one.example/rss" }, after: [] },
      { tool: "read_feed", input: { url: "https://two.example/atom" }, after: [] },
      { tool: null, after: [1, 2] },
      { tool: "send_email", input: { to: "me@example.com", subject: "News, fresh" }, after: [3] },
    ],
  ],
  [
    "Query the database crm: select name, city from people where city = 'Oslo'. Save the rows to oslo.json.",
    [
      {
        tool: "query_database",
        input: { database: "crm", sql: "select name, city from people where city = 'Oslo'" },
        after: [],
      },
      { tool: "write_file", input: { path: "oslo.json" }, after: [1] },
    ],
  ],
  [
    "Read the feed https://news.example/rss, write a summary, and send the summary to the Slack webhook https://hooks.example.com/s",
    [
      { tool: "read_feed", after: [] },
      { tool: null, after: [1] },
      { tool: "send_webhook", input: { url: "https://hooks.example.com/s" }, after: [2] },
    ],
  ],
  [
    "GET https://api.example.org/orders with the token {{secret.API}} as bearer header, then save the answer to orders.json",
    [
      { tool: "http_request", input: { headers: { Authorization: "Bearer {{secret.API}}" } }, after: [] },
      { tool: "write_file", input: { path: "orders.json" }, after: [1] },
    ],
  ],
  [
    'Run memory.search_nodes with query "invoices", then write the result to found.json',
    [
      { tool: "memory.search_nodes", input: { query: "invoices" }, after: [] },
      { tool: "write_file", after: [1] },
    ],
  ],
  [
    'Run the command `git log -1`, then email the output to dev@example.com with the subject "Last commit"',
    [
      { tool: "run_command", input: { command: "git", args: ["log", "-1"] }, after: [] },
      { tool: "send_email", input: { to: "dev@example.com" }, after: [1] },
    ],
  ],
  [
    "Read the web page https://example.com/prices and save the text to prices.md",
    [
      { tool: "read_web_page", input: { url: "https://example.com/prices" }, after: [] },
      { tool: "write_file", input: { path: "prices.md" }, after: [1] },
    ],
  ],
  [
    "Write three names for a bakery. Pick the best of them.",
    [
      { tool: null, after: [] },
      { tool: null, after: [1] },
    ],
  ],
];

test.each(BRIEFS)("what a brief gives in words becomes the inputs of tools: %s", async (brief, expected) => {
  const { steps } = await say(brief);

  expect(steps.map((step) => step.tool ?? null)).toEqual(expected.map(({ tool }) => tool));
  for (const [index, { input, after }] of expected.entries()) {
    expect(steps[index]?.dependsOn.toSorted()).toEqual(
      after.map((number) => steps[number - 1]?.id).toSorted(),
    );
    if (input !== undefined) expect(steps[index]).toMatchObject({ input });
  }
});

test("a brief that leaves out what a tool needs is planned, and the reply asks for it by name", async () => {
  const { steps, reply } = await say(
    "Read invoices.csv, look each up in the database shop, and ask me before writing to https://ledger.example.com/entries",
  );

  expect(steps.map((step) => step.tool)).toEqual(["read_file", "query_database", "http_request"]);
  expect(steps[1]?.input).toEqual({ database: "shop" });
  expect(steps[2]).toMatchObject({
    input: { url: "https://ledger.example.com/entries", method: "POST" },
    approval: {},
  });
  expect(reply).toMatch(/Step 2 .*`sql`/);
  expect(reply).toMatch(/Step 3 .*`body`/);
});

test("what a first plan left open is told afterwards", async () => {
  const { steps } = await saidWith(
    allTools,
    ["Look each invoice up in the database shop", 'the sql of step 1 is "select * from invoices"'],
    null,
  );

  expect(steps[0]?.input).toEqual({ database: "shop", sql: "select * from invoices" });
});

test("a tool that is off stays a reasoning step, and the reply says what turns it on", async () => {
  const { steps, reply } = await say(
    'Read totals.csv and email it to me@example.com with the subject "Totals"',
    bareTools,
  );

  expect(steps.map((step) => step.kind)).toEqual(["tool", "reasoning"]);
  expect(reply).toMatch(/send_email is off.*SMTP_URL/);
});

test.each([
  ["what tools are there?", /read_file.*send_email \(.*SMTP_URL.*COMMANDS_ALLOW/],
  ["which tools can steps use", /Steps can use these tools: read_file/],
  ["can you send an email?", /send_email is off.*SMTP_URL and SMTP_FROM/],
  ["can steps query a database?", /query_database is off.*settings/],
  ["what does memory.search_nodes need?", /needs `query`/],
  ["can it read RSS feeds?", /^Yes: a step can call read_feed, which needs `url`/],
])("a question about tools is answered shortly, with what turns them on: %s", async (question, reply) => {
  const told = await saidWith(bareTools, [question]);

  expect(told.reply).toMatch(reply);
  expect(told.called).toEqual([]);
});

test('"it" in a question is the tool that was spoken of', async () => {
  const { reply } = await saidWith(bareTools, ["can you send an email?", "what do I need for it?"]);

  expect(reply).toContain("SMTP_URL");
});
