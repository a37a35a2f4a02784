import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { joinClasses } from "#web/join-classes.ts";
import controls from "./controls.module.css";
import styles from "./dialog.module.css";

type DialogProps = { title: string; onClose: () => void; children: ReactNode; isWide?: boolean };

/**
 * The browser's own modal dialog: it traps focus, closes on Escape and gives focus back.
 * It hangs on the body, so that it inherits nothing from where it was opened.
 */
export function Dialog({ title, onClose, children, isWide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => element?.close();
  }, []);

  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on the backdrop.
    <dialog
      ref={dialog}
      className={joinClasses(styles["dialog"], isWide && styles["wide"])}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles["inside"]}>
        <header className={styles["head"]}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={controls["iconButton"]} aria-label="Close" onClick={onClose}>
            <X size={16} aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
