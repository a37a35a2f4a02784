import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import type { DrawnStep } from "./drawn-step.ts";
import { findSteps } from "./find-steps.ts";
import styles from "./step-search.module.css";

type StepSearchProps = { steps: readonly DrawnStep[]; onFind: (step: DrawnStep) => void };

/** Finds a step by its number or words of its title, id and tool, and brings it into view. */
export function StepSearch({ steps, onFind }: StepSearchProps) {
  const listId = useId();
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { found, count } = findSteps(steps, text);
  const shows = isOpen && text.trim() !== "";
  const current = found[Math.min(active, found.length - 1)];

  function take(step: DrawnStep) {
    setIsOpen(false);
    setText(step.title);
    onFind(step);
  }

  function onKeyDown(event: KeyboardEvent) {
    const move = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Escape") {
      setIsOpen(false);
    } else if (event.key === "Enter" && current) {
      take(current);
    } else if (move !== 0 && found.length > 0) {
      setIsOpen(true);
      setActive((Math.min(active, found.length - 1) + move + found.length) % found.length);
    } else return;
    event.preventDefault();
  }

  return (
    <search className={styles["search"]}>
      <Search size={14} aria-hidden />
      <input
        type="search"
        role="combobox"
        className={controls["field"]}
        aria-label="Find a step"
        aria-expanded={shows}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shows && current ? `${listId}-${current.id}` : undefined}
        placeholder="Find a step by title, number or tool"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
          setIsOpen(true);
        }}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div className={joinClasses(styles["results"], !shows && styles["closed"])}>
        <div id={listId} role="listbox" aria-label="Steps found">
          {found.map((step) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's.
            <div
              key={step.id}
              id={`${listId}-${step.id}`}
              role="option"
              aria-selected={step === current}
              tabIndex={-1}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(step)}
            >
              <b>{step.number}</b>
              <span>{step.title}</span>
            </div>
          ))}
        </div>
        {count > found.length && (
          <p role="status">
            {found.length} of {count} shown. Another word finds fewer.
          </p>
        )}
        {count === 0 && <p role="status">No step has this title, number, id or tool.</p>}
      </div>
    </search>
  );
}
