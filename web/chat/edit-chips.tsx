import {
  Check,
  ChevronRight,
  CircleAlert,
  History,
  Link2,
  LoaderCircle,
  type LucideIcon,
  Minus,
  MoveVertical,
  Pencil,
  Plus,
  Wrench,
} from "lucide-react";
import { useState } from "react";
import { joinClasses } from "#web/join-classes.ts";
import styles from "./edit-chips.module.css";
import { callWords, type EditVerb } from "./edit-words.ts";
import { useStepFocus } from "./step-focus.ts";

const ICONS: Record<EditVerb, LucideIcon> = {
  add: Plus,
  remove: Minus,
  change: Pencil,
  link: Link2,
  move: MoveVertical,
  restore: History,
  other: Wrench,
};

/** A tool part as the page needs it, whatever the tool. */
export type ToolCall = {
  id: string;
  name: string;
  phase: "running" | "done" | "failed";
  input: unknown;
};

/** Neighbouring tool calls as one line that opens. */
export function EditChips({ calls }: { calls: readonly ToolCall[] }) {
  const { focus } = useStepFocus();
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const chips = calls.flatMap((call) =>
    callWords(call.name, call.input).map((words, index) => ({
      ...words,
      key: `${call.id}.${index}`,
      phase: call.phase,
    })),
  );
  const isRunning = calls.some((call) => call.phase === "running");
  const hasFailed = calls.every((call) => call.phase === "failed");
  const showsList = isOpen ?? isRunning;
  const isOnlyEdits = calls.every((call) =>
    ["edit_plan", "restore_revision", "propose_plan"].includes(call.name),
  );

  return (
    <div className={styles["edits"]}>
      <button
        type="button"
        className={styles["head"]}
        aria-expanded={showsList}
        onClick={() => setIsOpen(!showsList)}
      >
        {isRunning ? (
          <LoaderCircle size={14} className={styles["turning"]} aria-hidden />
        ) : hasFailed ? (
          <CircleAlert size={14} className={styles["failed"]} aria-hidden />
        ) : (
          <Check size={14} className={styles["done"]} aria-hidden />
        )}
        {headline(chips.length, isRunning, hasFailed, isOnlyEdits)}
        <ChevronRight size={14} className={styles["arrow"]} aria-hidden />
      </button>
      {showsList && chips.length > 0 && (
        <ul>
          {chips.map((chip) => {
            const Icon = ICONS[chip.verb];
            const { stepNumber } = chip;
            const content = (
              <>
                <Icon size={13} aria-hidden />
                <span>
                  {chip.words}
                  {chip.detail && <em>{chip.detail}</em>}
                </span>
              </>
            );
            return (
              <li key={chip.key} className={joinClasses(chip.phase === "failed" && styles["refused"])}>
                {stepNumber === null ? (
                  <span className={styles["chip"]}>{content}</span>
                ) : (
                  <button type="button" className={styles["chip"]} onClick={() => focus(stepNumber)}>
                    {content}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function headline(count: number, isRunning: boolean, hasFailed: boolean, isOnlyEdits: boolean): string {
  if (isRunning) return isOnlyEdits ? "Editing the blueprint" : "Working";
  if (hasFailed) return "Not carried out";
  const noun = isOnlyEdits ? "blueprint edit" : "action";
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
