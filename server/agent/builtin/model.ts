import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { simulateReadableStream } from "ai";
import { answerOf, type Answer } from "./answer.ts";
import type { PlannerTask } from "./planner-process.ts";

const MODEL_ID = "planner-1";
const CHARACTERS_PER_TOKEN = 4;

type Answering = (task: PlannerTask, signal: AbortSignal) => Promise<Answer>;

const answerHere: Answering = async ({ prompt, offered }) => answerOf(prompt, offered);

/**
 * The planner that needs no key and no network: the same prompt in, the same tool calls out. `answering`
 * says where the thinking is done: here, or in a process of its own.
 */
export function createBuiltinPlanner(answering: Answering = answerHere): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "builtin",
    modelId: MODEL_ID,
    supportedUrls: {},
    doGenerate: async (options) => {
      const { content, finishReason, usage } = await respond(options, answering);
      return { content, finishReason, usage, warnings: [] };
    },
    doStream: async (options) => {
      const chunks = streamParts(await respond(options, answering));
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  };
}

type Response = {
  content: LanguageModelV4Content[];
  finishReason: LanguageModelV4FinishReason;
  usage: LanguageModelV4Usage;
};

async function respond(options: LanguageModelV4CallOptions, answering: Answering): Promise<Response> {
  options.abortSignal?.throwIfAborted();
  const task = { prompt: options.prompt, offered: offeredTools(options) };
  const answer = await answering(task, options.abortSignal ?? new AbortController().signal);
  const content = contentOf(answer, options);
  const reason = answer.type === "call" ? "tool-calls" : "stop";
  return {
    content,
    finishReason: { unified: reason, raw: reason },
    usage: usageOf(wordsIn(options.prompt).length, JSON.stringify(content).length),
  };
}

function offeredTools({ toolChoice, tools = [] }: LanguageModelV4CallOptions): string[] {
  if (toolChoice?.type === "none") return [];
  const names = tools.flatMap((tool) => (tool.type === "function" ? [tool.name] : []));
  return toolChoice?.type === "tool" ? names.filter((name) => name === toolChoice.toolName) : names;
}

function contentOf(answer: Answer, { prompt }: LanguageModelV4CallOptions): LanguageModelV4Content[] {
  if (answer.type === "text") return [{ type: "text", text: answer.text }];
  const toolCallId = `builtin-${fingerprint(wordsIn(prompt))}`;
  return [
    { type: "tool-call", toolCallId, toolName: answer.call.name, input: JSON.stringify(answer.call.input) },
  ];
}

/** A prompt as other models read it. */
function wordsIn(prompt: LanguageModelV4Prompt): string {
  return JSON.stringify(prompt, (name, value) => (name === "providerOptions" ? undefined : value));
}

// No two prompts of a chat are the same: each holds one message or one answer of a tool more, and the plan's revision.
function fingerprint(text: string): string {
  let [high, low] = [0x9e3779b9, 0x85ebca6b];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193) >>> 0;
    low = Math.imul(low ^ (code + index), 0x5bd1e995) >>> 0;
  }
  return `${high.toString(36)}${low.toString(36)}`;
}

function usageOf(input: number, output: number): LanguageModelV4Usage {
  const [inputTokens, outputTokens] = [input, output].map((length) =>
    Math.ceil(length / CHARACTERS_PER_TOKEN),
  );
  return {
    inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
  };
}

function streamParts({ content, finishReason, usage }: Response): LanguageModelV4StreamPart[] {
  return [
    { type: "stream-start", warnings: [] },
    ...content.flatMap((part, index): LanguageModelV4StreamPart[] => {
      if (part.type === "text") {
        const id = `text-${index}`;
        const deltas = part.text.split(/(?<= )/).map((delta) => ({ type: "text-delta" as const, id, delta }));
        return [{ type: "text-start", id }, ...deltas, { type: "text-end", id }];
      }
      if (part.type !== "tool-call") return [];
      return [
        { type: "tool-input-start", id: part.toolCallId, toolName: part.toolName },
        { type: "tool-input-delta", id: part.toolCallId, delta: part.input },
        { type: "tool-input-end", id: part.toolCallId },
        part,
      ];
    }),
    { type: "finish", finishReason, usage },
  ];
}
