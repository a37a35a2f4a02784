import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { anchorOf } from "#web/ui/use-hint.ts";
import { type Blamed, useBlameScope } from "./blame-context.ts";
import styles from "./blamed-field.module.css";

type BlamedFieldProps = { blamed: Blamed; children: ReactNode };

/**
 * A value with the revision that set it. Resting on it, or focusing its revision, explains it; a click
 * or Enter leads to the message, a tap explains first.
 */
export function BlamedField({ blamed, children }: BlamedFieldProps) {
  const scope = useBlameScope();
  const field = useRef<HTMLDivElement>(null);
  const isTouch = useRef(false);
  const want = scope?.want;
  useEffect(() => want?.(), [want]);

  const entry = scope?.entryOf(blamed) ?? null;
  if (!scope) return <div className={styles["field"]}>{children}</div>;
  const hint = () => {
    const host = field.current ?? document.body;
    return { subject: blamed, anchor: anchorOf(host), host };
  };

  function onClick({ target }: MouseEvent) {
    if (!scope || !(target instanceof Element)) return;
    // Whoever marks a text to copy it wants to stay.
    if (!(getSelection()?.isCollapsed ?? true) || target.closest("[popover]")) return;
    if (isTouch.current) scope.show(hint());
    else scope.go(blamed);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      ref={field}
      className={joinClasses(styles["field"], entry && styles["known"])}
      onPointerDown={(event) => {
        isTouch.current = event.pointerType !== "mouse";
      }}
      onPointerMove={(event) => event.pointerType === "mouse" && scope.rest(hint())}
      onPointerLeave={(event) => event.pointerType === "mouse" && scope.leave()}
      onClick={onClick}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && scope.hide()}
    >
      <div className={styles["value"]}>{children}</div>
      {entry && (
        <button
          type="button"
          className={styles["revision"]}
          onFocus={(event) => event.currentTarget.matches(":focus-visible") && scope.show(hint())}
        >
          <span className={controls["hidden"]}>{blamed.name} was set in revision </span>
          <span aria-hidden>r</span>
          {(entry.original ?? entry).revision}
        </button>
      )}
    </div>
  );
}
