import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { simulateReadableStream } from "ai";
import { MockLanguageModelV4 } from "ai/test";

/** One answer of a scripted model: words, calls, or words before calls. A string input is sent as it is. */
export type ScriptedAnswer = {
  say?: string;
  calls?: { name: string; input: unknown }[];
  finishReason?: "stop" | "length" | "content-filter" | "error";
  /** The stream stays open after the words until the call is aborted. */
  stalls?: boolean;
  /** The call fails with this instead of answering. */
  fails?: Error;
};

const USAGE: LanguageModelV4Usage = {
  inputTokens: { total: 100, noCache: 100, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 10, text: 10, reasoning: undefined },
};

/** A model that gives these answers, one per call, and records what it was asked. */
export function scriptedModel(...answers: ScriptedAnswer[]): MockLanguageModelV4 {
  let calls = 0;
  return new MockLanguageModelV4({
    modelId: "scripted",
    doStream: async ({ abortSignal }) => {
      calls += 1;
      const answer = answers[calls - 1];
      if (answer === undefined)
        throw new Error(`The test scripted ${answers.length} answers, and this is call ${calls}.`);
      if (answer.fails) throw answer.fails;
      const chunks = partsOf(answer, calls);
      const stream =
        answer.stalls === true ? stalling(chunks, abortSignal) : simulateReadableStream({ chunks });
      return { stream };
    },
  });
}

function partsOf(answer: ScriptedAnswer, call: number): LanguageModelV4StreamPart[] {
  const { say, calls = [], finishReason } = answer;
  const parts: LanguageModelV4StreamPart[] = [{ type: "stream-start", warnings: [] }];
  if (say !== undefined) {
    const deltas = say.split(/(?<= )/).map((delta) => ({ type: "text-delta" as const, id: "t", delta }));
    parts.push({ type: "text-start", id: "t" }, ...deltas);
    if (answer.stalls === true) return parts;
    parts.push({ type: "text-end", id: "t" });
  }
  for (const [index, { name, input }] of calls.entries()) {
    const text = typeof input === "string" ? input : JSON.stringify(input);
    parts.push({ type: "tool-call", toolCallId: `call-${call}-${index}`, toolName: name, input: text });
  }
  const unified = finishReason ?? (calls.length > 0 ? "tool-calls" : "stop");
  parts.push({ type: "finish", usage: USAGE, finishReason: { unified, raw: unified } });
  return parts;
}

function stalling(chunks: LanguageModelV4StreamPart[], signal: AbortSignal | undefined) {
  return new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      signal?.addEventListener("abort", () => controller.error(signal.reason));
    },
  });
}
