import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { DIGEST_OPENING, REMARK_OPENING } from "#server/agent/planner-history.ts";
import type { PlanContext } from "./listed-plan.ts";
import { FACTS_OF, type PlanningFacts } from "./planning-facts.ts";
import { readContext } from "./read-context.ts";

export type ToolAnswer = { name: string; input: unknown; text: string; failed: boolean };

/** What a prompt holds for the planner: the context, the person's words, and what tools answered since. */
export type ReadPrompt = {
  context: PlanContext;
  message: string;
  /** What the person said before, oldest first. */
  earlier: string[];
  /** The same since the plan was made: a brief speaks of no step that "it" could stand for. */
  sincePlan: string[];
  /** What the planner said last, before this message. */
  asked: string;
  /** What tools answered to earlier messages, oldest first. */
  past: ToolAnswer[];
  answers: ToolAnswer[];
};

type Output = { type: string; value?: unknown; reason?: string | undefined };

export function readPrompt(prompt: LanguageModelV4Prompt): ReadPrompt {
  const last = prompt.findLastIndex((message) => message.role === "user");
  const lastMessage = prompt[last];
  const current = lastMessage?.role === "user" ? textOf(lastMessage.content) : "";
  const before = prompt.slice(0, Math.max(last, 0));
  return {
    context: readContext(factsOf(lastMessage)),
    message: wordsOf(current),
    earlier: saidIn(before),
    sincePlan: saidIn(before.slice(before.findLastIndex(makesPlan) + 1)),
    asked: saidBefore(before),
    past: answersIn(before),
    answers: answersIn(prompt.slice(last + 1)),
  };
}

/** The same prompt as if the person's last message before this one had not been said. */
export function withoutLastSaid(prompt: ReadPrompt): ReadPrompt {
  return { ...prompt, earlier: prompt.earlier.slice(0, -1), sincePlan: prompt.sincePlan.slice(0, -1) };
}

function saidIn(prompt: LanguageModelV4Prompt): string[] {
  return prompt
    .flatMap((message) => (message.role === "user" ? [textOf(message.content)] : []))
    .filter((text) => !text.startsWith(DIGEST_OPENING) && !text.startsWith(REMARK_OPENING))
    .map(wordsOf);
}

const TOLD_PROPOSAL = `${REMARK_OPENING}propose_plan was called`;
const TAKEN_OVER = "I took your plan over as a draft";

// A proposal that was carried out, that one told in words where it is long, or a plan that was brought in.
function makesPlan(message: LanguageModelV4Prompt[number]): boolean {
  if (message.role === "user") {
    const text = textOf(message.content);
    return text.startsWith(TOLD_PROPOSAL) && /Its result: r\d/.test(text);
  }
  if (message.role === "assistant") return textOf(message.content).startsWith(TAKEN_OVER);
  return answersIn([message]).some(({ name, failed }) => name === "propose_plan" && !failed);
}

function saidBefore(prompt: LanguageModelV4Prompt): string {
  const said = prompt.findLast((message) => message.role === "assistant" && textOf(message.content) !== "");
  return said?.role === "assistant" ? textOf(said.content) : "";
}

function textOf(content: readonly { type: string }[]): string {
  return content.map((part) => ("text" in part && typeof part.text === "string" ? part.text : "")).join("");
}

function factsOf(message: LanguageModelV4Prompt[number] | undefined): PlanningFacts | null {
  // The planner itself put them there.
  return (message?.providerOptions?.[FACTS_OF] ?? null) as PlanningFacts | null;
}

function wordsOf(text: string): string {
  const from = text.indexOf("</context>");
  const rest = from < 0 ? text : text.slice(from + "</context>".length);
  const start = rest.indexOf("<message>");
  const end = rest.lastIndexOf("</message>");
  return (start < 0 || end < start ? rest : rest.slice(start + "<message>".length, end)).trim();
}

function answersIn(prompt: LanguageModelV4Prompt): ToolAnswer[] {
  const inputs = new Map<string, unknown>();
  const answers: ToolAnswer[] = [];
  for (const message of prompt) {
    if (typeof message.content === "string") continue;
    for (const part of message.content) {
      if (part.type === "tool-call") inputs.set(part.toolCallId, part.input);
      if (part.type !== "tool-result") continue;
      const input = inputs.get(part.toolCallId);
      answers.push({ name: part.toolName, input, ...readOutput(part.output) });
    }
  }
  return answers;
}

function readOutput(output: Output): { text: string; failed: boolean } {
  const failed = output.type.startsWith("error") || output.type === "execution-denied";
  const value = output.value ?? output.reason ?? "";
  if (typeof value === "string") return { text: value, failed: failed || isRefusal(value) };
  if (typeof value !== "object" || value === null) return { text: String(value), failed };
  const fields = new Map(Object.entries(value));
  const message = fields.get("message") ?? fields.get("refusal") ?? fields.get("error");
  const refused =
    fields.get("ok") === false || fields.has("refused") || fields.has("refusal") || fields.has("error");
  return {
    text: typeof message === "string" ? message : JSON.stringify(value),
    failed: failed || refused,
  };
}

function isRefusal(text: string): boolean {
  return /^(refused|not done|error|cannot|no such)\b/i.test(text);
}
