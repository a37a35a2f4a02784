import type { ReactNode } from "react";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { Note } from "#web/ui/note.tsx";
import { CopiedText } from "./copied-text.tsx";
import styles from "./secret-once.module.css";

type SecretOnceProps = {
  title: string;
  secret: string;
  /** Where to send to; left out where we are the ones who send. */
  url?: string;
  /** What to do without it. */
  lost: string;
  children?: ReactNode;
  onClose: () => void;
};

/** The one time that a secret is shown. */
export function SecretOnce({ title, secret, url, lost, children, onClose }: SecretOnceProps) {
  return (
    <Dialog title={title} onClose={onClose} isWide>
      <Note level="warning">
        The secret is shown this once and never again: it is kept sealed. Copy it now. {lost}
      </Note>
      <dl className={styles["parts"]}>
        {url !== undefined && (
          <div>
            <dt>Address</dt>
            <dd>
              <CopiedText text={url} label="the address" />
            </dd>
          </div>
        )}
        <div>
          <dt>Secret</dt>
          <dd>
            <CopiedText text={secret} label="the secret" />
          </dd>
        </div>
      </dl>
      {children}
      <div className={dialogStyles["actions"]}>
        <button
          type="button"
          className={joinClasses(controls["button"], controls["primary"])}
          onClick={onClose}
        >
          I have copied it
        </button>
      </div>
    </Dialog>
  );
}
