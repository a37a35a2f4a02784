import { listOf } from "#server/core/list-of.ts";
import { capitalised, type PlanContext } from "#server/agent/builtin/listed-plan.ts";
import type { ToolFact } from "./tool-facts.ts";
import { toolNamed } from "./tool-facts.ts";

const DOES: [RegExp, string[]][] = [
  [/\b(?:e-?mails?|mails?)\b/i, ["send_email"]],
  [/\b(?:rss|atom|feeds?)\b/i, ["read_feed"]],
  [/\b(?:slack|web ?hooks?|chat messages?)\b/i, ["send_webhook"]],
  [/\b(?:databases?|sql|postgres(?:ql)?)\b/i, ["query_database"]],
  [/\b(?:commands?|programs?|shell|scripts?)\b/i, ["run_command"]],
  [/\b(?:web ?pages?|web ?sites?|articles?)\b/i, ["read_web_page"]],
  [/\b(?:apis?|http|urls?|requests?)\b/i, ["http_request"]],
  [/\b(?:csv)\b/i, ["parse_csv"]],
  [/\bfiles?\b/i, ["read_file", "write_file"]],
];
const WHICH =
  /^(?:please )?(?:(?:what|which)(?: \w+)? tools?\b|(?:list|show)(?: me)?(?: all)?(?: the| your| my)? tools\b|what (?:else )?can (?:steps|a step|the steps|you) (?:use|call)\b)/i;
const CAN =
  /^(?:(?:so |and |but )?(?:can|could|are) (?:you|it|steps?|a step|the agent|this|an agent|i|we)\b|is it possible to\b|do you (?:support|have)\b|is there (?:a tool|something) (?:for|to|that)\b)/i;
const NEEDS =
  /^(?:so |and |but )?(?:what (?:do i|do we|does (?:it|that|a step|[\w.]+)|would i|else do i) (?:need|take|want|expect|have to)\b|what is needed\b|how (?:do|can) (?:i|we) (?:turn|switch|set|get|enable|use|allow|make)\b|what turns?\b|why (?:is|can't|can not|cannot|are)\b|how does [\w.]+ work\b)/i;

/** What tools there are, whether something can be done and what it needs; null for other questions. */
export function answerTools(
  message: string,
  { toolFacts: tools }: Pick<PlanContext, "toolFacts">,
  saidBefore: string,
): string | null {
  const words = message.trim().replace(/[?!.\s]+$/, "");
  if (tools.length === 0 || /\bsteps? #?\d/i.test(words) || words.length > 160) return null;
  if (WHICH.test(words) && !/\b(?:does|do) (?:the |this |it)/i.test(words)) return overview(tools);
  const isQuestion = /\?\s*$/.test(message);
  if (!isQuestion || !(CAN.test(words) || NEEDS.test(words))) return null;
  const named = toolsIn(words, tools);
  const meant =
    named.length > 0 ? named : /\b(?:it|that|this|them)\b/i.test(words) ? toolsIn(saidBefore, tools) : [];
  if (meant.length === 0 || meant.length > 2) return null;
  const can = CAN.test(words);
  return meant.map((tool) => told(tool, can)).join(" ");
}

function overview(tools: readonly ToolFact[]): string {
  const on = tools.filter(({ offBecause }) => offBecause === undefined);
  const off = tools.filter(({ offBecause }) => offBecause !== undefined);
  const names =
    on.length > 0 ? `Steps can use these tools: ${listOf(on.map(({ name }) => name))}.` : "No tool is on.";
  const reasons = off.map(({ name, offBecause = "" }) => `${name} (${offBecause.replace(/\.$/, "")})`);
  const rest = off.length > 0 ? ` Off now: ${reasons.join("; ")}.` : "";
  return `${names}${rest} More come with a tool server (MCP or OpenAPI), which is added on the page of tools.`;
}

function toolsIn(words: string, tools: readonly ToolFact[]): ToolFact[] {
  const lower = words.toLowerCase();
  const own = tools.filter(({ name }) => lower.includes(name.toLowerCase()));
  if (own.length > 0) return own;
  const [names = []] = DOES.flatMap(([pattern, list]) => (pattern.test(words) ? [list] : []));
  return names.flatMap((name) => toolNamed(name, tools) ?? []);
}

function told(tool: ToolFact, isAskedWhether: boolean): string {
  const { name, offBecause, parameters } = tool;
  if (offBecause !== undefined) return `Not now: ${name} is off. ${offBecause}`;
  const needed = parameters
    .filter(({ isRequired }) => isRequired)
    .map((parameter) => `\`${parameter.name}\``);
  const further = parameters
    .filter(({ isRequired }) => !isRequired)
    .map((parameter) => `\`${parameter.name}\``);
  const takes = [
    needed.length > 0 ? `needs ${listOf(needed)}` : "needs no input",
    ...(further.length > 0 ? [`may be given ${listOf(further)}`] : []),
  ];
  const given = takes.join(" and ");
  return isAskedWhether
    ? `Yes: a step can call ${name}, which ${given}.`
    : `${capitalised(name)} is on. It ${given}.`;
}
