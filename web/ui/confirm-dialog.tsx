import type { ReactNode } from "react";
import { joinClasses } from "#web/join-classes.ts";
import { useAction } from "#web/use-action.ts";
import controls from "./controls.module.css";
import { Dialog } from "./dialog.tsx";
import dialogStyles from "./dialog.module.css";
import { Note } from "./note.tsx";

type ConfirmDialogProps = {
  title: string;
  /** What it means. */
  children: ReactNode;
  confirm: string;
  cancel: string;
  isDangerous?: boolean;
  /** The start of the sentence when it failed: "The schedule was not deleted." */
  failure: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks once more, and stays open when it did not work. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, cancel, isDangerous = false, failure, onConfirm, onClose } = props;
  const { act, isSending, problem } = useAction(failure);
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {problem && <Note level="error">{problem}</Note>}
      <div className={dialogStyles["actions"]}>
        <button type="button" className={controls["button"]} onClick={onClose}>
          {cancel}
        </button>
        <button
          type="button"
          className={joinClasses(controls["button"], isDangerous ? controls["danger"] : controls["primary"])}
          disabled={isSending}
          onClick={() => void act(onConfirm).then((worked) => worked && onClose())}
        >
          {confirm}
        </button>
      </div>
    </Dialog>
  );
}
