import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  Clock,
  Hand,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  RotateCw,
} from "lucide-react";
import { joinClasses } from "#web/join-classes.ts";
import type { Tone } from "#web/step-state.ts";
import styles from "./tone-icon.module.css";

const ICONS: Record<Tone, LucideIcon> = {
  completed: CircleCheck,
  failed: OctagonX,
  running: LoaderCircle,
  attention: Hand,
  retrying: RotateCw,
  waiting: Clock,
  pending: CircleDashed,
  skipped: CircleMinus,
  canceled: Ban,
};

type ToneIconProps = { tone: Tone; label?: string; size?: number };

/** Without a label it is decoration: the words stand beside it. */
export function ToneIcon({ tone, label, size = 15 }: ToneIconProps) {
  const Icon = ICONS[tone];
  return (
    <span
      className={joinClasses(styles["icon"], styles[tone])}
      title={label}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <Icon size={size} strokeWidth={2.25} aria-hidden />
    </span>
  );
}
