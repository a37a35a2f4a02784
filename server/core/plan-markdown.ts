import remarkParse from "remark-parse";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { type Plan, planSchema } from "./plan.ts";
import { readPlanBlocks } from "./plan-markdown-read.ts";
import { planBlocks } from "./plan-markdown-write.ts";
import { err, ok, type Result } from "./result.ts";

const writer = unified().use(remarkStringify, { bullet: "-", rule: "-", listItemIndent: "one" }).freeze();
const reader = unified().use(remarkParse).freeze();

/** The plan as a Markdown document that `markdownToPlan` reads back to an equal plan. */
export function planToMarkdown(plan: Plan): string {
  return writer.stringify({ type: "root", children: planBlocks(plan) });
}

/** What a document in that form states, not checked yet. */
export function readPlanMarkdown(text: string): ReturnType<typeof readPlanBlocks> {
  return readPlanBlocks(reader.parse(text));
}

/** The plan of a document in the form that `planToMarkdown` writes. Never throws. */
export function markdownToPlan(text: string): Result<Plan, { message: string }> {
  const loose = readPlanMarkdown(text);
  if (!loose.ok) return loose;
  const plan = planSchema.safeParse(loose.value);
  if (plan.success) return ok(plan.data);
  const [issue] = plan.error.issues;
  return err({ message: `The plan cannot be read: ${issue?.path.join(".")} ${issue?.message ?? ""}.` });
}
