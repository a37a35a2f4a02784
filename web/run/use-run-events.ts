import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type RunEvent, runEventSchema, runEventTypeSchema } from "#server/core/run.ts";
import { runPath } from "#web/queries.ts";

// Events come in bursts; one look at the run serves them all.
const REFRESH_MS = 150;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15_000;
const FINAL_TYPES: readonly RunEvent["type"][] = ["run-completed", "run-failed", "run-canceled"];

export type RunEvents = { events: readonly RunEvent[]; connection: "live" | "reconnecting" | "over" };

/** The execution log as it grows. Each event makes the run itself be read again. */
export function useRunEvents(runId: string | null): RunEvents {
  const cache = useQueryClient();
  const [events, setEvents] = useState<readonly RunEvent[]>([]);
  const [connection, setConnection] = useState<RunEvents["connection"]>("live");
  const last = useRef(0);

  useEffect(() => {
    if (runId === null) return;
    const path = runPath(runId);
    let source: EventSource | null = null;
    let retry = 0;
    let refresh = 0;
    let frame = 0;
    let arrived: RunEvent[] = [];
    let changesAgent = false;
    let retryMs = FIRST_RETRY_MS;
    last.current = 0;
    setEvents([]);

    function scheduleRefresh(type: RunEvent["type"]) {
      changesAgent ||= /^(run|approval)-/.test(type);
      if (refresh !== 0) return;
      refresh = window.setTimeout(() => {
        const stale = ["run", "run-files", "approvals", "approval"];
        if (changesAgent) stale.push("agents", "agent", "runs");
        refresh = 0;
        changesAgent = false;
        for (const name of stale) void cache.invalidateQueries({ queryKey: [name] });
      }, REFRESH_MS);
    }

    // A long log comes as one burst: it is shown frame by frame, not event by event.
    function showArrived() {
      const more = arrived;
      arrived = [];
      frame = 0;
      setEvents((old) => [...old, ...more]);
    }

    function onEvent(message: MessageEvent<string>) {
      const parsed = runEventSchema.safeParse(JSON.parse(message.data));
      if (!parsed.success || parsed.data.seq <= last.current) return;
      const event = parsed.data;
      last.current = event.seq;
      retryMs = FIRST_RETRY_MS;
      arrived.push(event);
      if (frame === 0) frame = requestAnimationFrame(showArrived);
      setConnection("live");
      scheduleRefresh(event.type);
      if (!FINAL_TYPES.includes(event.type)) return;
      source?.close();
      setConnection("over");
    }

    function connect() {
      source = new EventSource(`${path}/events?after=${last.current}`);
      source.onopen = () => setConnection("live");
      source.onmessage = onEvent;
      for (const type of runEventTypeSchema.options) source.addEventListener(type, onEvent);
      source.onerror = () => {
        // The browser reconnects by itself unless it was told off; then it is up to the page.
        setConnection((old) => (old === "over" ? old : "reconnecting"));
        if (source?.readyState !== EventSource.CLOSED) return;
        retry = window.setTimeout(connect, retryMs * (0.75 + Math.random() / 2));
        retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
      };
    }

    connect();
    return () => {
      source?.close();
      clearTimeout(retry);
      clearTimeout(refresh);
      cancelAnimationFrame(frame);
    };
  }, [cache, runId]);

  return { events, connection };
}
