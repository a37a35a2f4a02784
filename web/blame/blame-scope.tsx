import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from "react";
import type { BlameEntry } from "#server/core/views.ts";
import { useBlame } from "#web/queries.ts";
import { Popover } from "#web/ui/popover.tsx";
import { useHint } from "#web/ui/use-hint.ts";
import { BlameContext, type Blamed } from "./blame-context.ts";
import { BlameExplanation } from "./blame-explanation.tsx";

type BlameScopeProps = {
  slug: string;
  /** The revision that is on screen. */
  revision: number;
  onJump: (messageId: string) => void;
  children: ReactNode;
};

/** Explains what stands inside: who set a field, with which words, and a way to that message. */
export function BlameScope({ slug, revision, onJump, children }: BlameScopeProps) {
  const id = useId();
  const [isWanted, setIsWanted] = useState(false);
  const { data, error } = useBlame(slug, revision, isWanted);
  const { hint, rest, leave, stay, show, hide } = useHint<Blamed>();
  const jumpTo = useRef((_messageId: string) => {});
  jumpTo.current = (messageId) => {
    hide();
    for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
    onJump(messageId);
  };

  const entryOf = useCallback(
    ({ step, path }: Blamed): BlameEntry | null => {
      if (!data) return null;
      if (step === null) return data.plan[path] ?? null;
      return data.steps[step]?.[path] ?? data.parts[step]?.[path] ?? null;
    },
    [data],
  );
  const want = useCallback(() => setIsWanted(true), []);
  const scope = useMemo(
    () => ({
      entryOf,
      want,
      rest: (...given: Parameters<typeof rest>) => {
        want();
        rest(...given);
      },
      leave,
      show: (...given: Parameters<typeof show>) => {
        want();
        show(...given);
      },
      hide,
      go: (blamed: Blamed) => {
        const entry = entryOf(blamed);
        if (entry) jumpTo.current((entry.original ?? entry).messageId);
      },
    }),
    [entryOf, want, rest, leave, show, hide],
  );

  const entry = hint && entryOf(hint.subject);
  return (
    <BlameContext value={scope}>
      {children}
      {hint && (entry || error) && (
        <Popover
          id={id}
          anchor={hint.anchor}
          host={hint.host}
          label="Why this is here"
          onStay={stay}
          onLeave={leave}
        >
          {entry && data ? (
            <BlameExplanation
              name={hint.subject.name}
              entry={entry}
              messages={data.messages}
              onJump={(messageId) => jumpTo.current(messageId)}
            />
          ) : (
            <p>Who set this could not be loaded. Try again when the server answers.</p>
          )}
        </Popover>
      )}
    </BlameContext>
  );
}
