import { Bot, Clock, ScanSearch, Sparkles, Stamp, Wrench } from "lucide-react";
import type { StepKind } from "#server/core/plan.ts";
import { joinClasses } from "#web/join-classes.ts";
import styles from "./kind-icon.module.css";

const ICONS = { tool: Wrench, reasoning: Sparkles, agent: Bot, check: ScanSearch, wait: Clock };

type KindIconProps = { kind: StepKind; needsApproval?: boolean; size?: number };

/** Decoration: the kind is in the text beside it. A step that waits for a person shows the stamp. */
export function KindIcon({ kind, needsApproval = false, size = 15 }: KindIconProps) {
  const Icon = needsApproval ? Stamp : ICONS[kind];
  return (
    <span
      className={joinClasses(styles["kind"], needsApproval ? styles["approval"] : styles[kind])}
      aria-hidden
    >
      <Icon size={size} strokeWidth={2} />
    </span>
  );
}
