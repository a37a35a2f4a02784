import { expect, test } from "vitest";
import { importPlan } from "#server/core/plan-import.ts";
import { planToMarkdown } from "#server/core/plan-markdown.ts";
import { makePlan } from "#test/make.ts";
import { importedAs } from "./imported.ts";

const PLAN = makePlan(
  { "fetch-orders": [], send: ["fetch-orders"] },
  {
    "fetch-orders": {
      title: "Fetch *all* orders",
      kind: "tool",
      tool: "http_get",
      input: { url: "https://example.com/a/path/that/is/long/enough/to/be/a/block", lines: 1 },
      expectedOutput: "A list.\nOne order a line.",
    },
    send: { if: "$fetch-orders.status == 'failed'", approval: { reason: "Look" }, maxAttempts: 2 },
  },
);
const TEXT = planToMarkdown(PLAN);

const label = (change: (name: string) => string) =>
  TEXT.replace(/^( +- )([A-Z][a-z ]+):/gm, (_line, lead, name) => `${lead}${change(name)}`);

test.each<[string, string]>([
  ["its labels in lower case", label((name) => `${name.toLowerCase()}:`)],
  ["its labels in bold", label((name) => `**${name}:**`)],
  ["its labels in bold before the colon", label((name) => `**${name}**:`)],
  ["its labels as code", label((name) => `\`${name.replace(" ", "_")}\`:`)],
  ["no heading of the steps", TEXT.replace("## Steps\n\n", "")],
  ["a heading of the steps on another level", TEXT.replace("## Steps", "#### steps:")],
  ["two spaces for three", TEXT.replace(/^ {3}/gm, "  ")],
  ["four spaces for three", TEXT.replace(/^ {3}/gm, "    ")],
  ["no indentation", TEXT.replace(/^ +/gm, "")],
  ["Windows line ends", TEXT.replaceAll("\n", "\r\n")],
])("our own Markdown with %s is the same plan", (_name, text) => {
  expect(text).not.toBe(TEXT);
  expect(importedAs(text)).toEqual({ plan: PLAN, issues: [] });
});

test("without ids, they come from the titles again and links find them", () => {
  const { plan, issues } = importedAs(
    TEXT.replace(/^ *- Id:.*\n/gm, "").replace("Fetch \\*all\\* orders", "Fetch orders"),
  );

  expect(plan.steps.map(({ id, title, dependsOn }) => [id, title, dependsOn])).toEqual([
    ["fetch-orders", "Fetch orders", []],
    ["send", "send", ["fetch-orders"]],
  ]);
  expect(plan.steps[1]?.if).toBe("$fetch-orders.status == 'failed'");
  expect(issues).toEqual([]);
});

/** Each step as "id kind tool attempts < ids that it waits for", and what was said. */
function read(...lines: string[]): [string[], string[]] {
  const { plan, issues } = importedAs(lines.join("\n"));
  return [
    plan.steps.map(({ id, kind, tool, maxAttempts, dependsOn }) =>
      [id, kind, tool, maxAttempts, "<", ...dependsOn].filter((part) => part !== undefined).join(" "),
    ),
    issues.map(({ message }) => message),
  ];
}

const STEPS = ["fetch tool http_get 4 <", "send tool mail < fetch"];
test.each<[string, string[]]>([
  [
    "lines below a numbered item",
    [
      "# D",
      "1. Fetch",
      "   Tool: http_get",
      "   Retries: 3",
      "2. Send",
      "   Depends on: step 1",
      "   Tool: mail",
    ],
  ],
  [
    "bullets below bullets",
    [
      "# D",
      "- Fetch",
      "  - Tool: http_get",
      "  - Retries: 3",
      "- Send",
      "  - Depends on: Fetch",
      "  - Tool: mail",
    ],
  ],
  [
    "headings as steps",
    [
      "# D",
      "## Steps",
      "### Fetch",
      "- Tool: http_get",
      "- Retries: 3",
      "### 2. Send",
      "- Tool: mail",
      "- Depends on: 1",
    ],
  ],
  [
    "numbered headings without one above them",
    [
      "# D",
      "## Step 1: Fetch",
      "Tool: `http_get`",
      "Retries: 3",
      "## Step 2: Send",
      "Tool: mail",
      "Depends on: #1",
    ],
  ],
  [
    "tasks without a title of the plan",
    [
      "- [ ] Fetch",
      "  - tool: http_get",
      "  - retries: 3",
      "- [ ] Send",
      "  - tool: mail",
      "  - depends on: fetch",
    ],
  ],
])("a list that states our labels is a plan: %s", (_name, lines) => {
  expect(read(...lines)).toEqual([STEPS, []]);
});

test("a document in our form may name the steps of a dependency by number or title", () => {
  const own = (link: string) =>
    read(
      "# D",
      "",
      "## Steps",
      "",
      "1. **Fetch it**",
      "   - Id: `a`",
      "   - Kind: reasoning",
      "2. **Send it**",
      "   - Id: `b`",
      "   - Kind: reasoning",
      `   - Depends on: ${link}`,
    )[0][1];

  expect(own("Step 1")).toBe("b reasoning < a");
  expect(own("1")).toBe("b reasoning < a");
  expect(own("fetch IT")).toBe("b reasoning < a");
  expect(own("step 3")).toBe("b reasoning < step 3");
  expect(own("`gone`")).toBe("b reasoning < gone");
});

test("settings may be plain words", () => {
  const { plan, issues } = importedAs(
    "# D\n\n1. Rest\n   - Wait: 5 minutes\n   - Approval: yes\n   - Instructions: Have a rest\n2. Look\n   - Uses run input: Yes\n   - Attempts: often\n",
  );

  expect(plan).toMatchObject({
    title: "D",
    objective: "D",
    steps: [
      { kind: "wait", wait: { seconds: 300 }, approval: {}, instructions: "Have a rest" },
      { kind: "reasoning", usesRunInput: true },
    ],
  });
  expect(issues.map(({ message }) => message)).toEqual([
    'Step 2 "Look" came with maxAttempts null, which takes 1 to 10. It was left out.',
  ]);
});

test("what a changed document says in other words is kept where it has a place, and told where it has none", () => {
  const { plan, issues, around } = importedAs(
    [
      "Take this:",
      "",
      "# Digest",
      "The news,",
      "daily.",
      "",
      "1. Fetch",
      "   Get them",
      "   all.",
      "",
      "   ```text",
      "   as they are",
      "   ```",
      "   - Tool: http_get",
      "   - Input:",
      "",
      "     ```json",
      '     {"a": 1}',
      "     ```",
      "   - Expected output: A list",
      "     of news",
      "   - Owner: Bob",
      "2. [x] Send",
      "   - Tool: mail",
      "",
      "### completion criteria",
      "They are sent.",
      "",
      "## Notes",
      "Ask Bob.",
    ].join("\n"),
  );

  expect(around).toBe("Take this:");
  expect(plan).toMatchObject({
    title: "Digest",
    objective: "The news,\ndaily.",
    completionCriteria: "They are sent.",
    steps: [
      {
        title: "Fetch",
        instructions: "Get them\nall.\n\nas they are",
        input: { a: 1 },
        expectedOutput: "A list\nof news",
      },
      { title: "Send" },
    ],
  });
  expect(issues.map(({ message }) => message)).toEqual([
    'The plan came with "Notes", which plans do not have. It was left out.',
    'Step 1 "Fetch" came with "Owner", which a step does not have. It was left out.',
    'Step 2 "Send" came with "Done", which a step does not have. It was left out.',
  ]);
});

test("without a heading, a lead-in stands around the plan and other words are its objective", () => {
  const steps = "1. Fetch\n   Tool: a\n   Retries: 1";

  expect(importedAs(`Here is my plan:\n\n${steps}`)).toMatchObject({
    around: "Here is my plan:",
    plan: { title: "Imported plan" },
  });
  const { around, plan } = importedAs(`The daily digest\n\n${steps}`);
  expect([around, plan.title, plan.objective]).toEqual([undefined, "The daily digest", "The daily digest"]);
});

test("what stands in our own Markdown beside a plan is told by its heading or its words", () => {
  const said = (text: string) => importedAs(text).issues.map(({ message }) => message);
  const left = (what: string) => [`The plan came with "${what}", which plans do not have. It was left out.`];

  expect(said(TEXT.replace("## Steps", "## Notes\n\nBuy milk.\n\n## Steps"))).toEqual(left("Notes"));
  expect(said(`${TEXT}\nPlease also ask me before step 1.\n`)).toEqual(
    left("Please also ask me before step 1."),
  );
  expect(said(`${TEXT}\n## Title\n\nAnother\n`)).toEqual(left("section Title"));
  expect(importedAs(TEXT.replace("Test objective\n", "\n## Goal\n\nSell more.\n")).plan.objective).toBe(
    "Sell more.",
  );
  expect(importedAs(`Never send without me:\n\n${TEXT}`).around).toBe("Never send without me:");
});

test("a document that states our labels and cannot be read is refused with the line", () => {
  const errorOf = (...lines: string[]) => {
    const result = importPlan(lines.join("\n"));
    return result !== null && "error" in result ? result.error : result;
  };
  const lead = "The plan in Markdown cannot be read.";

  expect(errorOf("# D", "1. Fetch", "   - Tool: a", "   - Retries: 1", "   - then rest")).toBe(
    `${lead} Step 1 "Fetch": "then rest" is no setting. Write "Label: value".`,
  );
  expect(errorOf("# D", "1. Fetch", "   - Tool: a", "   - Retries: 1", "   - Input: {bad}")).toMatch(
    /Step 1 "Fetch": Input is not valid JSON: /,
  );
  const homeless = `${lead} "Kind: tool" belongs to no step. Write the steps as a numbered list, and what holds for each below it.`;
  expect(errorOf("Id: a", "Kind: tool")).toBe(homeless);
  expect(errorOf("# D", "", "## Steps", "", "Id: a", "Kind: tool")).toBe(homeless);
  expect(errorOf("# D", "", "## Steps", "", "1. Fetch", "   - Id: `a`", "", "## Steps")).toBe(
    `${lead} The heading "Steps" stands there twice.`,
  );
  expect(errorOf("Tool: Jira", "Id: of the ticket")).toBeNull();
  expect(errorOf("Change step 2:", "- Kind: tool", "- Tool: http_get")).toBeNull();
});

test("a brief that only mentions such words is no plan", () => {
  for (const brief of [
    "# Brief\n\n1. Fetch the news\n2. Send them\n\nInput: RSS\nOutput: a mail",
    "1. Fetch the news\n   Note: from RSS\n2. Send them\n   Input: the news\n   Expected output: a mail",
    "1. Fetch\n   Tool: any",
    "## Steps\n\n1. Fetch\n2. Send",
  ])
    expect([brief, importPlan(brief)]).toEqual([brief, null]);
});
