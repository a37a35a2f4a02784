import { Play, Square } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Json } from "#server/core/json.ts";
import { annotationsOf, isReadOnly, type ToolDefinition } from "#server/core/tool.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { CallQuestion } from "./call-question.tsx";
import { CallResult } from "./call-result.tsx";
import { exampleTexts, fieldKey, readTry, type TryTexts, tryFields } from "./try-draft.ts";
import { TryFieldRow } from "./try-field.tsx";
import styles from "./try-tool.module.css";
import { callWarning } from "./tool-words.ts";
import { useToolCall } from "./use-tool-call.ts";

/** Calls the tool once with what a person fills in. A call that changes something asks once more. */
export function TryTool({ tool }: { tool: ToolDefinition }) {
  const fields = tryFields(tool.inputSchema, tool.example);
  const [texts, setTexts] = useState<TryTexts>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [asked, setAsked] = useState<Json | undefined>();
  const [isWriting, setIsWriting] = useState(false);
  const { call, make, stop, forget } = useToolCall(tool.name);
  const isUnderWay = call.state === "under_way";

  function change(next: TryTexts) {
    setTexts(next);
    setProblems({});
    setAsked(undefined);
  }

  function ask(event: FormEvent) {
    event.preventDefault();
    const read = readTry(fields, texts);
    setProblems(read.ok ? {} : read.error);
    if (!read.ok) return;
    const onlyReads = isReadOnly(annotationsOf(tool, read.value));
    setIsWriting(!onlyReads);
    forget();
    if (onlyReads) void make(read.value);
    else setAsked(read.value);
  }

  if (tool.policy === "off") {
    return <p className={styles["quiet"]}>While it is off, it cannot be tried either.</p>;
  }
  return (
    <form className={styles["form"]} noValidate onSubmit={ask}>
      {fields.length === 0 && <p className={styles["quiet"]}>It takes no parameters.</p>}
      {fields.map((field) => {
        const key = fieldKey(field);
        return (
          <TryFieldRow
            key={key}
            field={field}
            text={texts[key] ?? ""}
            problem={problems[key]}
            takesSecrets={tool.takesSecrets === true}
            onChange={(text) => change({ ...texts, [key]: text })}
          />
        );
      })}
      {asked !== undefined && (
        <CallQuestion
          warning={callWarning(tool, annotationsOf(tool, asked))}
          onCall={() => {
            setAsked(undefined);
            void make(asked);
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {asked === undefined && (
        <div className={styles["actions"]}>
          {isUnderWay ? (
            <button
              type="button"
              className={controls["button"]}
              onClick={(event) => {
                // It becomes the button that runs before this press is over.
                event.preventDefault();
                stop();
              }}
            >
              <Square size={13} aria-hidden />
              Stop
            </button>
          ) : (
            <button type="submit" className={joinClasses(controls["button"], controls["primary"])}>
              <Play size={13} aria-hidden />
              Run
            </button>
          )}
          {fields.length > 0 && !isUnderWay && (
            <button
              type="button"
              className={controls["linkButton"]}
              onClick={() => change({ ...exampleTexts(fields) })}
            >
              Fill in an example
            </button>
          )}
        </div>
      )}
      <CallResult tool={tool} call={call} isWriting={isWriting} />
    </form>
  );
}
