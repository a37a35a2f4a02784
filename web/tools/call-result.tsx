import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Json } from "#server/core/json.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { durationText } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { JsonView } from "#web/ui/json-view.tsx";
import { Note } from "#web/ui/note.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { useNow } from "#web/use-now.ts";
import { namesLostFile, outcomeWords } from "./tool-words.ts";
import styles from "./try-tool.module.css";
import type { ToolCall } from "./use-tool-call.ts";
import { visibleText } from "./visible-text.ts";

const FOLDED_PIXELS = 340;

type CallResultProps = { tool: ToolDefinition; call: ToolCall; isWriting: boolean };

/** How the call stands, brought into view whenever that changes. */
export function CallResult({ tool, call, isWriting }: CallResultProps) {
  const place = useRef<HTMLDivElement>(null);
  const { state } = call;
  useEffect(() => {
    if (state !== "none") place.current?.scrollIntoView({ block: "nearest" });
  }, [state]);
  return (
    <div ref={place} className={styles["place"]}>
      <CallState tool={tool} call={call} isWriting={isWriting} />
    </div>
  );
}

/** Under way, with its output, or with why there is none. */
function CallState({ tool, call, isWriting }: CallResultProps) {
  switch (call.state) {
    case "none":
      return null;
    case "under_way":
      return <UnderWay since={call.since} />;
    case "stopped":
      return (
        <Note level={isWriting ? "warning" : "info"}>
          You stopped it after {durationText(call.seconds)}.
          {isWriting && " It may have had its effect all the same: look there before you call it again."}
        </Note>
      );
    case "refused":
      return <Note level="error">{call.message}</Note>;
    case "ended":
      return <Ended tool={tool} outcome={call.outcome} seconds={call.seconds} />;
  }
}

function UnderWay({ since }: { since: number }) {
  const now = useNow(500);
  return (
    <p className={styles["state"]}>
      <ToneIcon tone="running" />
      Running for {durationText(Math.max(0, Math.round((now - since) / 1_000)))}
    </p>
  );
}

type EndedProps = Pick<CallResultProps, "tool"> & Omit<Extract<ToolCall, { state: "ended" }>, "state">;

function Ended({ tool, outcome, seconds }: EndedProps) {
  const words = outcomeWords(outcome);
  if (outcome.type === "completed") {
    return (
      <div className={styles["result"]}>
        <p className={styles["state"]}>
          <ToneIcon tone="completed" />
          Done in {durationText(seconds)}
        </p>
        <FoldedValue value={outcome.output} />
        {namesLostFile(tool, outcome.output) && (
          <p className={styles["quiet"]}>
            The file was written in the folder of the try, which is gone with it. In a run it is kept.
          </p>
        )}
      </div>
    );
  }
  return (
    <Note level={words?.level ?? "error"}>
      <p>
        <b>{words?.title}</b> {words?.text} It took {durationText(seconds)}.
      </p>
      <p className={styles["message"]}>{visibleText(outcome.message)}</p>
    </Note>
  );
}

/** A value, at first no higher than a part of the window. */
function FoldedValue({ value }: { value: Json }) {
  const box = useRef<HTMLDivElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    setIsLong((box.current?.scrollHeight ?? 0) > FOLDED_PIXELS + 40);
  }, []);
  return (
    <>
      <div ref={box} className={joinClasses(isLong && !isOpen && styles["folded"])}>
        <JsonView value={value} label="output" />
      </div>
      {isLong && (
        <button
          type="button"
          className={controls["linkButton"]}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Show less" : "Show all of it"}
        </button>
      )}
    </>
  );
}
