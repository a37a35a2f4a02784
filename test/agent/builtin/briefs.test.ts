import { expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import type { Plan } from "#server/core/plan.ts";
import { openSession } from "#test/eval/session.ts";
import { workspaceTools } from "#test/eval/workspace-tools.ts";

async function planFor(
  brief: string,
): Promise<{ plan: Plan | null; called: { name: string; input: unknown }[]; reply: string }> {
  const session = openSession(createBuiltinPlanner(), null, workspaceTools);
  const { called, reply } = await session.say(brief);
  return { plan: session.plan(), called, reply };
}

const salesBrief = [
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

test("a brief that names files, expressions and a template becomes tool steps wired by references", async () => {
  const { plan } = await planFor(salesBrief);

  expect(plan?.steps.map((step) => step.tool)).toEqual([
    "read_file",
    "parse_csv",
    "transform",
    "transform",
    "render_template",
    "write_file",
  ]);
  expect(plan?.steps.map((step) => step.input)).toEqual([
    { path: "orders.csv" },
    { text: "$read-the-file-orders-csv.output.content" },
    { expression: "rows[$number(amount) > 0]", data: "$parse-it-as-csv.output" },
    { expression: "rows{country: $sum($.$number(amount))}", data: { rows: "$keep-the-good-rows.output" } },
    {
      template: "{% for row in totals %}- {{ row[0] }}: {{ row[1] }}\n{% endfor %}",
      data: { totals: "$sum-up-by-country.output" },
    },
    { path: "report.md", content: "$fill-this-template.output.text" },
  ]);
});

test("a tool that the workspace does not have is not planned", async () => {
  const session = openSession(createBuiltinPlanner(), null, []);

  await session.say("1. Read the file `orders.csv`\n2. Summarise it");

  expect(session.plan()?.steps.map((step) => step.kind)).toEqual(["reasoning", "reasoning"]);
});

test("prose becomes steps by its connectives, with the schedule as a card", async () => {
  const { plan, called } = await planFor(
    "Every weekday at 9: fetch the news and the weather in parallel. After both, write a greeting, then send it, but ask me before sending.",
  );

  expect(plan?.steps.map((step) => [step.title, step.dependsOn.length])).toEqual([
    ["Fetch the news", 0],
    ["Fetch the weather", 0],
    ["Write a greeting", 2],
    ["Send it", 1],
  ]);
  expect(plan?.steps.at(-1)?.approval).toEqual({});
  expect(called.map((call) => call.name)).toEqual(["propose_plan", "set_schedule"]);
  expect(called[1]?.input).toMatchObject({ cron: "0 9 * * 1-5" });
});

test("a reaction to a failure runs only then, and what runs otherwise has the opposite condition", async () => {
  const { plan } = await planFor(
    "When a ticket arrives, classify it. If it is urgent, page the on-call engineer. Otherwise add it to the queue. If the classification fails, notify me.",
  );

  expect(plan?.steps.map((step) => step.if ?? null)).toEqual([
    null,
    "$classify-it.output.urgent == true",
    "!($classify-it.output.urgent == true)",
    "$classify-it.status == 'failed'",
  ]);
  expect(plan?.steps[0]?.usesRunInput).toBe(true);
});

test("items that are done, empty or only headings become no steps, and other languages keep their words", async () => {
  const done = await planFor(
    "- [x] choose a venue\n- [ ] Invite\n  - [ ] write the letter\n  - [ ] post it\n- [ ]",
  );
  const chinese = await planFor("1. 下载数据\n2. 清洗数据\n3. 生成图表");

  expect(done.plan?.steps.map((step) => step.title)).toEqual(["Write the letter", "Post it"]);
  expect(chinese.plan?.steps.map((step) => step.title)).toEqual(["下载数据", "清洗数据", "生成图表"]);
  expect(new Set(chinese.plan?.steps.map((step) => step.id)).size).toBe(3);
});

test("a brief that names no work is asked back and makes no plan", async () => {
  for (const words of ["hi", "do the thing with the stuff", "", "🎉"]) {
    const { plan, reply } = await planFor(words);
    expect(plan, words).toBeNull();
    expect(reply, words).toContain("What should the agent do?");
  }
});

test("an approval is never lost, wherever the brief says it", async () => {
  const briefs: [string, string][] = [
    ["Ask me before anything is sent. Draft the note, then email it to Ann.", "Email it to Ann"],
    ["Draft the note and, once I have signed off on the note, send it.", "Send it"],
    ["- Draft the note\n- Don't send it before I've seen it\n- Send it to Ann", "Send it to Ann"],
    ["- Draft the note\n- Send it to Ann\n- Ask me first", "Send it to Ann"],
    ["Schreibe die Notiz und schicke sie an Anna. Frag mich vorher.", "Schicke sie an Anna"],
  ];

  for (const [brief, title] of briefs) {
    const { plan } = await planFor(brief);
    const asking = plan?.steps.filter((step) => step.approval).map((step) => step.title);
    expect(asking, brief).toEqual([title]);
  }
});

test("what comes after a reaction to a failure does not wait for it, and retries are of the step that failed", async () => {
  const { plan } = await planFor(
    "Copy the archive. If the copy fails, try again twice and then alert me. After that, clear the cache.",
  );

  expect(plan?.steps.map((step) => [step.title, step.dependsOn, step.if, step.maxAttempts])).toEqual([
    ["Copy the archive", [], undefined, 3],
    ["Alert me", ["copy-the-archive"], "$copy-the-archive.status == 'failed'", undefined],
    ["Clear the cache", ["copy-the-archive"], undefined, undefined],
  ]);
});

test("an item of several tool orders, or of work side by side, becomes that many steps", async () => {
  const tools = await planFor("1. Read `a.csv` and parse it as CSV\n2. Sum it up");
  const beside = await planFor(
    "1. Get the CVs\n2. In parallel: score them and check the references\n3. Rank them",
  );
  const both = await planFor("- Create the account\n- Order the laptop\n- Send a welcome mail after both");

  expect(tools.plan?.steps.map((step) => step.tool)).toEqual(["read_file", "parse_csv", undefined]);
  expect(beside.plan?.steps.map((step) => step.dependsOn.length)).toEqual([0, 1, 1, 2]);
  expect(both.plan?.steps.map((step) => step.dependsOn.length)).toEqual([0, 0, 2]);
});

test("lines of orders without stops, and the deeds of a wished-for agent, are steps", async () => {
  const lines = await planFor("Download the report\nParse it\nMail me the top 5");
  const agent = await planFor(
    "I want an agent that reads `in.txt`, groups the lines and writes a digest to `out.md`.",
  );
  const targets = await planFor("Translate `de.md` to English and French at the same time.");

  expect(lines.plan?.steps.map((step) => step.title)).toEqual([
    "Download the report",
    "Parse it",
    "Mail me the top 5",
  ]);
  expect(agent.plan?.steps.map((step) => step.title)).toEqual([
    "Read in.txt",
    "Group the lines",
    "Write a digest to out.md",
  ]);
  expect(targets.plan?.steps.map((step) => step.title)).toEqual([
    "Translate de.md to English",
    "Translate de.md to French",
  ]);
});

test.each([
  "1. Read a.txt\n2. Write it to b.txt, ask me before",
  "1. Read a.txt\n2. Write it to b.txt. Ask me before.",
  "1. Read a.txt\n2. Write it to b.txt, let me check it first",
  "1. Read a.txt\n2. Write it to b.txt, ask for approval",
  "1. Read a.txt\n2. Write it to b.txt, after asking me",
  "1. Read a.txt\n2. Wait for my OK, then write it to b.txt",
  "1. Read a.txt\n2. Wait for my approval before writing it to b.txt",
])("whatever the words, the step that is to be asked about asks and stays: %s", async (brief) => {
  const { plan } = await planFor(brief);

  expect(plan?.steps.map((step) => step.tool)).toEqual(["read_file", "write_file"]);
  expect(plan?.steps.map((step) => step.approval !== undefined)).toEqual([false, true]);
});

test("asking about another file or address is never asking about the step that is alike", async () => {
  const { plan } = await planFor(
    "Read sales.csv. Ask me before you write it to x.txt. Ask me before you write it to y.txt.",
  );

  expect(plan?.steps.map((step) => (step.input as { path?: string } | undefined)?.path)).toEqual([
    "sales.csv",
    "x.txt",
    "y.txt",
  ]);
  expect(plan?.steps.map((step) => step.approval !== undefined)).toEqual([false, true, true]);
});

test("a failure that is to stop the run is a setting, and a text in quotes is what gets written", async () => {
  const { plan } = await planFor(
    'Read a.txt. Then write "all done" to done.txt. If reading fails, just stop.',
  );

  expect(plan?.steps.map((step) => step.tool)).toEqual(["read_file", "write_file"]);
  expect(plan?.steps.map((step) => step.onError)).toEqual(["stop", undefined]);
  expect(plan?.steps[1]?.input).toEqual({ path: "done.txt", content: "all done" });
});
