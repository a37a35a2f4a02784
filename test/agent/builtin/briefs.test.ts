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
