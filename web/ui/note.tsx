import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { joinClasses } from "#web/join-classes.ts";
import styles from "./note.module.css";

const ICONS = { info: Info, warning: TriangleAlert, error: CircleAlert };

type NoteProps = { level: keyof typeof ICONS; children: ReactNode; action?: ReactNode };

export function Note({ level, children, action }: NoteProps) {
  const Icon = ICONS[level];
  return (
    <div
      className={joinClasses(styles["note"], styles[level])}
      role={level === "error" ? "alert" : undefined}
    >
      <Icon size={16} aria-hidden />
      <div className={styles["text"]}>{children}</div>
      {action}
    </div>
  );
}
