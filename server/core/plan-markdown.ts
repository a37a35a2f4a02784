import type { RootContent } from "mdast";
import remarkParse from "remark-parse";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { type Plan, planSchema } from "./plan.ts";
import { documentParts } from "./plan-markdown-parts.ts";
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
  return readPlanBlocks(blocksOf(text.replace(/\r\n?/g, "\n")));
}

function blocksOf(text: string): RootContent[] {
  const parts = documentParts(text);
  const start = parts ? reader.parse(parts.start).children : [];
  const isCut = start.slice(-1).some((node) => node.type === "heading");
  if (!parts || !isCut) return reader.parse(text).children;
  return [...start, ...parts.steps.flatMap((step) => reader.parse(step).children)];
}

/** The plan of a document in the form that `planToMarkdown` writes. Never throws. */
export function markdownToPlan(text: string): Result<Plan, { message: string }> {
  const loose = readPlanMarkdown(text);
  if (!loose.ok) return loose;
  const plan = planSchema.safeParse(loose.value.plan);
  if (plan.success) return ok(plan.data);
  const issues = plan.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  return err({ message: `The plan cannot be read: ${issues.slice(0, 1).join("")}.` });
}
