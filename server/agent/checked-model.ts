import type {
  LanguageModelV4,
  LanguageModelV4Middleware,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { InvalidResponseDataError, type LanguageModel, type ToolSet, wrapLanguageModel } from "ai";
import { parseJson } from "#server/core/parse-json.ts";
import { callMistake } from "./call-mistake.ts";
import { inputPieces } from "./input-pieces.ts";
import { withoutVainRetry } from "./vain-retry.ts";

type StreamPart = LanguageModelV4StreamPart;

type CheckOptions = {
  /** All that there are. A call of the model may be offered some of them, and may call only those. */
  tools: ToolSet;
  newCallId: () => string;
  /** Gets the names of an answer's calls, before any of them is carried out. */
  onCalls: (names: string[]) => void;
  /** Gets null when the provider is asked, and then why it gives no answer: it may be asked again. */
  onTry: (failure: unknown) => void;
};

const MAX_ECHO = 20_000;
// A text, which no tool takes: an empty object would be enough for some.
const NO_ARGUMENTS = '"…"';
const SAFE_NAME = /^[\w-]{1,64}$/;

/**
 * The same model with its calls made safe to go on with. Call ids are ours and never repeat. A call that
 * cannot be carried out is answered in words. An answer with an error in it ends as one, so that none of
 * its calls is carried out.
 */
export function checkedModel(model: LanguageModel, options: CheckOptions): LanguageModelV4 {
  if (typeof model === "string") throw new Error(`"${model}" is the name of a model, not a model.`);
  const mistakes = new Map<string, string>();
  const middleware: LanguageModelV4Middleware = {
    specificationVersion: "v4",
    transformParams: async ({ params }) => ({ ...params, prompt: withMistakes(params.prompt, mistakes) }),
    wrapStream: async ({ doStream, params }) => {
      options.onTry(null);
      const { stream, ...answer } = await Promise.resolve(doStream()).catch((error: unknown) => {
        if (params.abortSignal?.aborted !== true) options.onTry(error);
        throw withoutVainRetry(error);
      });
      const contentType = answer.response?.headers?.["content-type"] ?? null;
      const offered = new Set(params.tools?.map((tool) => tool.name));
      const tools = Object.fromEntries(Object.entries(options.tools).filter(([name]) => offered.has(name)));
      const parts = checkedParts({ ...options, tools, mistakes, contentType });
      return { ...answer, stream: stream.pipeThrough(parts) };
    },
  };
  return wrapLanguageModel({ model, middleware });
}

function checkedParts(options: CheckOptions & { mistakes: Map<string, string>; contentType: string | null }) {
  const { tools, newCallId, onCalls, mistakes, contentType } = options;
  const called: string[] = [];
  // Two calls may bear one id: theirs are told apart by the order in which they begin and end.
  const begun = new Map<string, string[]>();
  const pieces = inputPieces();
  let isBroken = false;
  let isSilent = true;

  return new TransformStream<StreamPart, StreamPart>({
    async transform(part, controller) {
      if (!["stream-start", "response-metadata", "raw", "finish"].includes(part.type)) isSilent = false;
      switch (part.type) {
        case "tool-input-start": {
          const id = newCallId();
          begun.set(part.id, [...(begun.get(part.id) ?? []), id]);
          controller.enqueue({ ...part, id, toolName: safeName(part.toolName) });
          return;
        }
        case "tool-input-delta": {
          const id = begun.get(part.id)?.at(-1) ?? part.id;
          const delta = pieces.add(id, part.delta);
          if (delta !== "") controller.enqueue({ ...part, id, delta });
          return;
        }
        case "tool-input-end": {
          const id = begun.get(part.id)?.at(-1) ?? part.id;
          const delta = pieces.rest(id);
          if (delta !== "") controller.enqueue({ type: "tool-input-delta", id, delta });
          controller.enqueue({ ...part, id });
          return;
        }
        case "tool-call": {
          const toolCallId = begun.get(part.toolCallId)?.shift() ?? newCallId();
          const mistake = await callMistake(tools, part.toolName, part.input);
          if (mistake !== null) mistakes.set(toolCallId, mistake);
          called.push(part.toolName);
          const input = mistake === null ? part.input : safeInput(part.input);
          controller.enqueue({ ...part, toolCallId, toolName: safeName(part.toolName), input });
          return;
        }
        case "error":
          isBroken = true;
          controller.enqueue(part);
          return;
        case "finish": {
          onCalls(called);
          const isNoAnswer = isSilent && part.finishReason.unified === "interrupted";
          if (isNoAnswer && contentType !== null && !contentType.includes("event-stream"))
            controller.enqueue({ type: "error", error: noAnswer(contentType) });
          const finishReason = isBroken
            ? { unified: "error" as const, raw: part.finishReason.raw }
            : part.finishReason;
          controller.enqueue({ ...part, finishReason });
          return;
        }
        default:
          controller.enqueue(part);
      }
    },
  });
}

function noAnswer(contentType: string): Error {
  return new InvalidResponseDataError({
    data: contentType,
    message: `it sent ${contentType.split(";", 1)[0]}.`,
  });
}

/** A name that can go back to the provider: one that its rules take, and that no plain object has of itself. */
function safeName(name: string): string {
  return SAFE_NAME.test(name) && !(name in {}) ? name : "unknown_tool";
}

/** The arguments of a call that is not carried out, as far as they can be shown, kept and sent back. */
function safeInput(input: string): string {
  const read = parseJson(input);
  const isSafe = input.length <= MAX_ECHO && read.ok && typeof read.value === "object" && read.value !== null;
  return isSafe ? input : NO_ARGUMENTS;
}

function withMistakes(prompt: LanguageModelV4Prompt, mistakes: ReadonlyMap<string, string>) {
  return prompt.map((message): LanguageModelV4Prompt[number] => {
    if (message.role !== "tool") return message;
    const content = message.content.map((part) => {
      if (part.type !== "tool-result" || !part.output.type.startsWith("error")) return part;
      const value =
        mistakes.get(part.toolCallId) ??
        `${part.toolName} broke on the server and changed nothing. Do not call it again; tell the person.`;
      return { ...part, output: { type: "error-text" as const, value } };
    });
    return { ...message, content };
  });
}
