import { useEffect, useRef, useState } from "react";
import type { Json } from "#server/core/json.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { announce } from "#web/announce.tsx";
import { errorSentence, fetchJson } from "#web/api.ts";
import { durationText } from "#web/durations.ts";
import { tryPath } from "./tool-queries.ts";
import { outcomeWords } from "./tool-words.ts";

export type ToolCall =
  | { state: "none" }
  | { state: "under_way"; since: number }
  | { state: "ended"; outcome: ToolOutcome; seconds: number }
  | { state: "stopped"; seconds: number }
  | { state: "refused"; message: string };

/** One call of a tool at a time, which can be stopped. Leaving the page stops it too. */
export function useToolCall(name: string) {
  const [call, setCall] = useState<ToolCall>({ state: "none" });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  async function make(input: Json) {
    if (controller.current) return;
    controller.current = new AbortController();
    const { signal } = controller.current;
    const since = Date.now();
    setCall({ state: "under_way", since });
    try {
      const ended = await fetchJson<{ outcome: ToolOutcome; seconds: number }>(tryPath(name), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ input }),
        signal,
      });
      setCall({ state: "ended", ...ended });
      const words = outcomeWords(ended.outcome);
      const took = durationText(ended.seconds);
      announce(words ? `${name}: ${words.title} It took ${took}.` : `${name} gave its output in ${took}.`);
    } catch (error) {
      if (signal.aborted) setCall({ state: "stopped", seconds: (Date.now() - since) / 1_000 });
      else setCall({ state: "refused", message: errorSentence(error) });
    } finally {
      controller.current = null;
    }
  }

  return { call, make, stop: () => controller.current?.abort(), forget: () => setCall({ state: "none" }) };
}
