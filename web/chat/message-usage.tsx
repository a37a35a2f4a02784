import { useId } from "react";
import type { TurnUsage } from "#server/core/turn-usage.ts";
import { Popover } from "#web/ui/popover.tsx";
import { anchorOf, useHint } from "#web/ui/use-hint.ts";
import styles from "./message-usage.module.css";
import { UsageFacts } from "./usage-facts.tsx";
import { turnFacts, usageLine } from "./usage-words.ts";

/** What a reply took, in a line; in full where the pointer rests, on focus and on a tap. */
export function MessageUsage({ usage }: { usage: TurnUsage }) {
  const { hint, rest, leave, stay, show, hide } = useHint<null>();
  const id = useId();
  const of = (element: HTMLElement) => ({
    subject: null,
    anchor: anchorOf(element),
    host: element.closest("article") ?? document.body,
  });
  return (
    <>
      <button
        type="button"
        className={styles["usage"]}
        data-hosted={(usage.model !== null && usage.model !== "builtin") || undefined}
        aria-describedby={hint ? id : undefined}
        onPointerEnter={(event) => event.pointerType === "mouse" && rest(of(event.currentTarget))}
        onPointerLeave={(event) => event.pointerType === "mouse" && leave()}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && show(of(event.currentTarget))}
        onBlur={hide}
        onClick={(event) => (hint ? stay() : show(of(event.currentTarget)))}
      >
        {usageLine(usage)}
      </button>
      {hint && (
        <Popover id={id} anchor={hint.anchor} host={hint.host} onStay={stay} onLeave={leave}>
          <UsageFacts facts={turnFacts(usage)} />
        </Popover>
      )}
    </>
  );
}
