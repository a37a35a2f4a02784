import { Eye, Globe, PencilLine, TriangleAlert, type LucideIcon } from "lucide-react";
import { joinClasses } from "#web/join-classes.ts";
import type { ToolAnnotations } from "#server/core/tool.ts";
import styles from "./effect-tags.module.css";
import { type Effect, effectsOf } from "./tool-words.ts";

const ICONS: Record<Effect["kind"], LucideIcon> = {
  reads: Eye,
  writes: PencilLine,
  destroys: TriangleAlert,
  outside: Globe,
};

/** What a tool may do, each in two or three words. */
export function EffectTags({ annotations }: { annotations: ToolAnnotations }) {
  return (
    <span className={styles["tags"]}>
      {effectsOf(annotations).map(({ kind, label }) => {
        const Icon = ICONS[kind];
        return (
          <span key={kind} className={joinClasses(styles["tag"], styles[kind])}>
            <Icon size={12} aria-hidden />
            {label}
          </span>
        );
      })}
    </span>
  );
}

/** The same with a sentence each. */
export function EffectList({ annotations }: { annotations: ToolAnnotations }) {
  return (
    <ul className={styles["list"]}>
      {effectsOf(annotations).map(({ kind, label, sentence }) => {
        const Icon = ICONS[kind];
        return (
          <li key={kind} className={styles[kind]}>
            <Icon size={15} aria-hidden />
            <span>
              <b>{label}.</b> {sentence}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
