import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import styles from "./proposal-card.module.css";

type ProposalCardProps = {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  /** Its buttons. */
  actions?: ReactNode;
};

/** Something that happens only when a person confirms it. */
export function ProposalCard({ icon: Icon, title, children, actions }: ProposalCardProps) {
  return (
    <section className={joinClasses(controls["card"], styles["card"])} aria-label={title}>
      <span className={styles["icon"]} aria-hidden>
        <Icon size={17} />
      </span>
      <div className={styles["text"]}>
        <b>{title}</b>
        {children}
      </div>
      {actions && <div className={styles["actions"]}>{actions}</div>}
    </section>
  );
}
