import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import type { Plan } from "#server/core/plan.ts";
import { openSession, type Turn } from "#test/eval/session.ts";
import { workspaceTools } from "#test/eval/workspace-tools.ts";
import { makePlan } from "#test/make.ts";

/** Six steps in a chain that read, count, write and post orders. */
export const orders = makePlan(
  { read: [], parse: ["read"], sum: ["parse"], write: ["sum"], post: ["write"], tell: ["post"] },
  {
    read: { title: "Read orders.csv", kind: "tool", tool: "read_file", input: { path: "orders.csv" } },
    parse: {
      title: "Parse the rows",
      kind: "tool",
      tool: "parse_csv",
      input: { text: "$read.output.content" },
    },
    sum: {
      title: "Sum the amounts",
      kind: "tool",
      tool: "transform",
      input: { expression: "$sum(rows.amount)", data: "$parse.output" },
    },
    write: {
      title: "Write totals.json",
      kind: "tool",
      tool: "write_file",
      input: { path: "totals.json", content: "$" + "{sum.output}" },
      approval: {},
    },
    post: {
      title: "Post the totals to the board",
      kind: "tool",
      tool: "http_request",
      input: { url: "https://example.com/board", method: "POST", body: "$sum.output" },
    },
    tell: { title: "Tell Maria" },
  },
);

/** A chain of steps for customers, numbered from 101. */
export function customers(count: number, titles: Record<number, string> = {}): Plan {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return makePlan(
    Object.fromEntries(numbers.map((number) => [`s${number}`, number > 1 ? [`s${number - 1}`] : []])),
    Object.fromEntries(
      numbers.map((number) => [`s${number}`, { title: titles[number] ?? `Customer ${100 + number}` }]),
    ),
  );
}

export function open(plan: Plan | null = orders) {
  return openSession(createBuiltinPlanner(), plan, workspaceTools);
}

/** One message to a plan, and the plan behind it. */
export async function said(words: string, plan: Plan | null = orders): Promise<Turn & { plan: Plan | null }> {
  const session = open(plan);
  const turn = await session.say(words);
  return { ...turn, plan: session.plan() };
}

export function titlesOf(plan: Plan | null): string[] {
  return (plan?.steps ?? []).map((step) => step.title);
}
