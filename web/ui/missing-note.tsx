import type { ReactNode } from "react";
import { Link } from "wouter";
import { joinClasses } from "#web/join-classes.ts";
import controls from "./controls.module.css";
import styles from "./missing-note.module.css";

type MissingNoteProps = { children: ReactNode; link?: { href: string; label: string } };

/** What was asked for is not there: says so, and offers a way on. */
export function MissingNote({ children, link }: MissingNoteProps) {
  return (
    <div className={styles["missing"]}>
      <p>{children}</p>
      <p className={styles["ways"]}>
        {link && (
          <Link href={link.href} className={joinClasses(controls["button"], controls["primary"])}>
            {link.label}
          </Link>
        )}
        <Link href="/" className={joinClasses(controls["button"], !link && controls["primary"])}>
          Start page
        </Link>
      </p>
    </div>
  );
}
